import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from '../run-program.ts'
import { chooseTests } from './choose-tests.ts'
import { listChanged } from './list-changed.ts'
import { readImports } from './read-imports.ts'

/** The test files that what was changed since a commit asks for; `all` where that may reach anything. */
export async function changedTests(
  tests: readonly string[],
  since?: string,
): Promise<readonly string[] | 'all'> {
  return chooseTests(listChanged(since), {
    tests,
    imports: await readImports(),
    filesOfMigration: queriesOnTablesOf,
  })
}

const migration = /^packages\/server\/migrations\/.*\.sql$/
const namesTable = /\b(?:table|on|into|update|from)\s+(?:if (?:not )?exists\s+|only\s+)?([a-z]\w{3,})/gi

/** The store's files with queries on a table that a migration makes or changes. */
export function queriesOnTablesOf(file: string): readonly string[] {
  if (!migration.test(file)) return []
  const tables = new Set([...readText(file).matchAll(namesTable)].map(([, name = '']) => name))
  if (tables.size === 0) return []
  const named = new RegExp(`\\b(?:from|into|update|join|table)\\s+(?:${[...tables].join('|')})\\b`)
  const queries = globSync('packages/server/src/store/*/*.ts', { cwd: repository })
  return queries.filter((query) => !query.endsWith('.test.ts') && named.test(readText(query)))
}

function readText(file: string): string {
  try {
    return readFileSync(join(repository, file), 'utf8')
  } catch {
    return '' // It was removed.
  }
}
