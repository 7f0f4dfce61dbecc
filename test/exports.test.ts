import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { resolveTarget } from './support/list-imports.ts'

const root = join(import.meta.dirname, '..')
const sources = new Map(
  globSync('{packages,test,bench,examples}/**/*.{ts,tsx,js}', {
    cwd: root,
    exclude: (path) => /node_modules$|dist$/.test(path),
  }).map((file) => [file, readFileSync(join(root, file), 'utf8')]),
)

/** Names by the file that they are taken from; `*` where a file is taken as a whole, to be used as `noun.name`. */
function takenNames(): ReadonlyMap<string, ReadonlySet<string>> {
  const taken = new Map<string, Set<string>>()
  const take = (target: string, names: readonly string[]): void => {
    const known = taken.get(target) ?? new Set()
    for (const name of names) known.add(name)
    taken.set(target, known)
  }
  for (const [file, source] of sources) {
    for (const [, names = '', target = ''] of source.matchAll(
      /\{([^{}]*)\} (?:from '|= await import\(\s*')([^']+)'/g,
    ))
      take(resolveTarget(target, file), names.split(',').map(nameOf))
    for (const [, target = ''] of source.matchAll(/\* as \w+ from '([^']+)'/g))
      take(resolveTarget(target, file), ['*'])
    for (const [, target = ''] of source.matchAll(/(?:import\(|URL\(|resolve\()\s*'([^']+)'/g))
      take(resolveTarget(target, file), ['any'])
  }
  return taken
}

/** `type Name as Other` is about `Name`; so is `Name: other` of a dynamic import. */
function nameOf(text: string): string {
  return /^\s*(?:type\s+)?(\w+)/.exec(text)?.[1] ?? ''
}

/** The members read of something: `noun.name`, and `{ name } = noun`. */
function membersIn(source: string): string[] {
  const named = source.match(/(?<=\.)\w+/g) ?? []
  const unpacked = [...source.matchAll(/\{([^{}]*)\} = /g)].flatMap(([, names = '']) => names.split(','))
  return [...named, ...unpacked.map(nameOf)]
}

/** The parts that pages are built from; a part is there before the page that needs it. */
const kit = /^packages\/dashboard\/src\/(?:api|format|frame|parts)\//

test('an exported name is imported somewhere', () => {
  const taken = takenNames()
  const members = new Set([...sources.values()].flatMap(membersIn))
  const unused = [...sources].flatMap(([file, source]) => {
    const names = taken.get(file) ?? new Set()
    if (!/^packages\/[^/]+\/(src|tools)\//.test(file) || names.has('any') || kit.test(file)) return []
    return [...source.matchAll(/^export (?:async )?(?:const|function|class|interface|type) (\w+)/gm)]
      .map(([, name = '']) => name)
      .filter((name) => !names.has(name) && !(names.has('*') && members.has(name)))
      .map((name) => `${file}: ${name}`)
  })
  assert.deepEqual(unused, [])
})
