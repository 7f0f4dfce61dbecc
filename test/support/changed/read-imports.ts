import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { init } from 'es-module-lexer'
import { resolveTarget, valueTargetsOf } from '../list-imports.ts'
import { repository } from '../run-program.ts'

const sources = [
  'packages/*/{src,tools,bin}/**/*.{ts,tsx,js}',
  '{test,bench,examples}/**/*.{ts,tsx,js,jsx}',
  'clients/**/*.ts',
]
const storeIndex = 'packages/server/src/store/index.ts'

/** Each of our files with those that it needs while it runs, tests and their support too. */
export type Imports = ReadonlyMap<string, ReadonlySet<string>>

/**
 * An import, the address of a program (`new URL('x.ts', import.meta.url)`), or a module of the store by its name
 * (`store.clicks`): all three lead from one file to another.
 */
export async function readImports(): Promise<Imports> {
  await init
  const files = globSync(sources, { cwd: repository, exclude: ['**/node_modules/**', '**/dist/**'] })
  const texts = new Map(files.map((file) => [file, readFileSync(join(repository, file), 'utf8')]))
  const rooms = storeRooms(texts.get(storeIndex) ?? '')
  return new Map(
    [...texts].map(([file, text]) => [
      file,
      new Set([...valueTargetsOf(text, file), ...addressesIn(text, file), ...roomsIn(text, rooms)]),
    ]),
  )
}

function addressesIn(text: string, file: string): readonly string[] {
  return [...text.matchAll(/new URL\('(\.[^']+)'/g)].map(([, path = '']) => resolveTarget(path, file))
}

type Rooms = ReadonlyMap<string, string>

function storeRooms(index: string): Rooms {
  const found = index.matchAll(/import \* as (\w+) from '(.+)'/g)
  return new Map([...found].map(([, name = '', path = '']) => [name, resolveTarget(path, storeIndex)]))
}

function roomsIn(text: string, rooms: Rooms): readonly string[] {
  const names = [...text.matchAll(/\bstore\.(\w+)/g)].map(([, name = '']) => name)
  return [...new Set(names)].flatMap((name) => rooms.get(name) ?? [])
}
