import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join, normalize, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { init, parse } from 'es-module-lexer'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Import {
  readonly file: string
  readonly target: string
  readonly isType: boolean
}

/** Every import of sources, the packages' unless others are named; tests left out. */
export async function listImports(sources = 'packages/*/src/**/*.{ts,tsx}'): Promise<Import[]> {
  await init
  const imports: Import[] = []
  for await (const file of glob(sources, { cwd: root })) {
    if (file.endsWith('.test.ts') || file.includes('for-tests')) continue
    const source = readFileSync(join(root, file), 'utf8')
    const valueTargets = new Set(valueTargetsOf(source, file))
    for (const match of source.matchAll(/(?:import|export)\s[^'"]*?from\s+'([^']+)'/g)) {
      const target = resolveTarget(match[1] ?? '', file)
      imports.push({ file, target, isType: !valueTargets.has(target) })
    }
    for (const target of valueTargets) {
      if (!imports.some((known) => known.file === file && known.target === target)) {
        imports.push({ file, target, isType: false })
      }
    }
  }
  return imports
}

/** The modules that a file needs while it runs: `import type` is left out. Await `init` of the lexer before. */
export function valueTargetsOf(source: string, file: string): string[] {
  if (/\.[jt]sx$/.test(file)) return pageTargets(source, file)
  return targetsIn(file.endsWith('.ts') ? stripTypeScriptTypes(source) : source, file)
}

function targetsIn(script: string, file: string): string[] {
  const [found] = parse(script, file)
  return found.flatMap(({ specifier }) =>
    typeof specifier !== 'string' ? [] : [resolveTarget(String(specifier), file)],
  )
}

/** The targets of a file with markup, which the parser of scripts does not read: whatever is not `import type`. */
function pageTargets(source: string, file: string): string[] {
  const found = source.matchAll(
    /^(?:import|export) (?!type )(?:[^'"]*? from )?'([^']+)'|import\('([^']+)'\)/gm,
  )
  return [...found].map(([, named, dynamic]) => resolveTarget(named ?? dynamic ?? '', file))
}

/** A file of ours by its path from the root, a package by its name. */
export function resolveTarget(specifier: string, file: string): string {
  const own = /^@quoin\/([a-z-]+)\/(.+)$/.exec(specifier)
  if (own) return `packages/${own[1]}/src/${own[2]}`
  if (specifier.startsWith('.')) return relative(root, normalize(join(root, dirname(file), specifier)))
  return specifier.startsWith('node:') ? specifier : (specifier.match(/^(@[^/]+\/)?[^/]+/)?.[0] ?? specifier)
}
