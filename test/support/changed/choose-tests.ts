import { dirname, matchesGlob } from 'node:path'
import type { Imports } from './read-imports.ts'
import { always, everything, hubs, neighbours, rows } from './rows.ts'

export interface Known {
  readonly tests: readonly string[]
  readonly imports: Imports
  /** The store's files in which a table is named that a migration names. */
  readonly filesOfMigration: (migration: string) => readonly string[]
}

/** The test files that a change of these files asks for, or `all` where it may reach anything. */
export function chooseTests(changed: readonly string[], known: Known): readonly string[] | 'all' {
  if (changed.some((file) => matchesAny(file, everything))) return 'all'
  const began = [...changed, ...changed.flatMap((file) => known.filesOfMigration(file))]
  const reached = reach(began, importersOf(known.imports))
  const folders = new Set([...reached].filter((file) => matchesAny(file, neighbours)).map(dirname))
  const patterns = rows.filter(({ sources }) => began.some((file) => matchesAny(file, sources)))
  const wanted = [...always, ...patterns.flatMap(({ tests }) => tests)]
  return known.tests.filter(
    (test) => reached.has(test) || folders.has(dirname(test)) || matchesAny(test, wanted),
  )
}

/**
 * All files that need one of these, directly or through others. Past a hub it does not go: a hub needs every room, so
 * whatever needs a hub would be reached by every change.
 */
function reach(began: readonly string[], importers: Imports): ReadonlySet<string> {
  const reached = new Set(began)
  const queue = [...began]
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (matchesAny(file, hubs) && !began.includes(file)) continue
    for (const importer of importers.get(file) ?? []) {
      if (reached.has(importer)) continue
      reached.add(importer)
      queue.push(importer)
    }
  }
  return reached
}

function importersOf(imports: Imports): Imports {
  const importers = new Map<string, Set<string>>()
  for (const [file, targets] of imports) {
    for (const target of targets) {
      const known = importers.get(target) ?? new Set()
      importers.set(target, known.add(file))
    }
  }
  return importers
}

function matchesAny(file: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => matchesGlob(file, pattern))
}
