import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')

/** Texts that name files: pages and comments. Migrations never change, and the change log tells of what was. */
const texts = globSync(['*.md', 'docs/**/*.md', '{packages,test,bench,examples}/**/*.{ts,tsx,js,md}'], {
  cwd: root,
  exclude: (path) => /node_modules|\/dist\b|^packages\/server\/migrations|^CHANGELOG/.test(path),
})

/** As texts name files: in full, from `packages/`, or from a source folder of ours. */
function placesOf(path: string): readonly string[] {
  const own = /^(core|contract|dashboard|wall)\/(.+)$/.exec(path)
  const inPackage = own === null ? `packages/server/src/${path}` : `packages/${own[1]}/src/${own[2]}`
  return [path, `packages/${path}`, inPackage]
}

const named =
  /(?<![\w@./:-])(?:packages|server|core|contract|dashboard|wall|features|store|adapters|planes|http|boot|jobs|snapshots|ports|settings|group-commit|networks|dialects|cli|docs|test|bench|examples)\/[\w./-]*\.(?:tsx|ts|json|md|csv)\b(?!\.gz)/g

test('every file that a page or a comment names is there', () => {
  const known = new Map<string, boolean>()
  const isThere = (path: string): boolean => {
    const found = known.get(path) ?? placesOf(path).some((place) => existsSync(join(root, place)))
    known.set(path, found)
    return found
  }
  const missing = texts.flatMap((file) =>
    (readFileSync(join(root, file), 'utf8').match(named) ?? [])
      .filter((path) => !isThere(path) && !existsSync(join(root, file, '..', path)))
      .map((path) => `${file} names ${path}`),
  )
  assert.deepEqual(missing, [])
  assert.ok(known.size > 100, `${known.size} files are named`)
})
