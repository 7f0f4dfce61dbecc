import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join, normalize, relative } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { init, parse } from 'es-module-lexer'

const root = fileURLToPath(new URL('..', import.meta.url))

/** What the world is to a feature: types alone. */
const ports = ['packages/server/src/ports']

/**
 * Who may import whom (ARCHITECTURE.md has the reasons). A room is a folder; the longest matching prefix counts.
 * `node` means any node: module but those that reach outside; packages are named one by one.
 */
const rooms: Readonly<Record<string, readonly string[]>> = {
  'packages/core/src': ['packages/core/src'],
  'packages/contract/src': ['packages/contract/src', 'packages/core/src', 'typebox'],
  'packages/embedded-postgres/src': ['packages/embedded-postgres/src', 'pg', 'node'],
  'packages/server/src/group-commit': ['packages/server/src/group-commit', 'packages/core/src'],
  'packages/server/src/networks': ['packages/server/src/networks', 'packages/core/src', 'node:crypto'],
  'packages/server/src/dialects': ['packages/server/src/dialects', 'packages/core/src'],
  'packages/server/src/features': [
    'packages/server/src/features',
    'packages/server/src/dialects',
    'packages/core/src',
    'packages/contract/src',
    'packages/server/src/networks',
    ...ports,
    'node:crypto',
  ],
  'packages/server/src/jobs': [
    'packages/server/src/jobs',
    'packages/server/src/features',
    'packages/core/src',
    ...ports,
  ],
  'packages/server/src/http': [
    'packages/server/src/http',
    'packages/server/src/features',
    'packages/core/src',
    'packages/contract/src',
    ...ports,
    'node:http',
    'node:net',
    'fast-querystring',
    'fastify',
  ],
  'packages/server/src/planes': [
    'packages/server/src/planes', // its own: see below
    'packages/server/src/http',
    'packages/server/src/features',
    'packages/server/src/networks',
    'packages/core/src',
    'packages/contract/src',
    ...ports,
    'fastify',
    'node:querystring',
  ],
  'packages/server/src/store': ['packages/server/src/store', 'packages/core/src', ...ports, 'pg', 'node'],
  'packages/server/src/snapshots': [
    'packages/server/src/snapshots',
    'packages/server/src/store',
    'packages/server/src/group-commit',
    'node:child_process',
    'node:fs',
    'node:os',
    'node:path',
    'node:url',
    'node:v8',
    'node:vm',
    'packages/core/src',
    'packages/contract/src',
    ...ports,
  ],
}

/** Rooms that may see everything of the server, and outside libraries. */
const open = [
  'packages/server/src/adapters',
  'packages/server/src/app.ts',
  'packages/server/src/boot',
  'packages/server/src/cli',
  'packages/server/src/cli.ts',
  'packages/server/src/main.ts',
  'packages/server/src/ports',
  'packages/server/src/settings',
  'packages/server/src/version.ts',
]

/** Libraries that reach outside, and the one room that may name each. */
const outside: Readonly<Record<string, readonly string[]>> = {
  pg: ['packages/server/src/store', 'packages/embedded-postgres/src'],
  maxmind: ['packages/server/src/adapters'],
  isbot: ['packages/server/src/adapters'],
  pino: ['packages/server/src/adapters'],
  'prom-client': ['packages/server/src/adapters'],
  commander: ['packages/server/src/cli', 'packages/server/src/cli.ts'],
  'csv-parse': ['packages/server/src/adapters'],
  '@streamparser/json': ['packages/server/src/adapters'],
  '@scalar/fastify-api-reference': ['packages/server/src/adapters'],
  'node:child_process': [
    'packages/embedded-postgres/src',
    'packages/server/src/adapters',
    'packages/server/src/snapshots',
  ],
}

interface Import {
  readonly file: string
  readonly target: string
  readonly isType: boolean
}

async function listImports(): Promise<Import[]> {
  await init
  const imports: Import[] = []
  for await (const file of glob('packages/*/src/**/*.ts', { cwd: root })) {
    if (file.endsWith('.test.ts') || file.includes('for-tests')) continue
    const source = readFileSync(join(root, file), 'utf8')
    const valueTargets = new Set(targetsIn(stripTypeScriptTypes(source), file))
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

function targetsIn(script: string, file: string): string[] {
  const [found] = parse(script, file)
  return found.flatMap(({ specifier }) =>
    specifier === null ? [] : [resolveTarget(String(specifier), file)],
  )
}

/** A file of ours by its path from the root, a package by its name. */
function resolveTarget(specifier: string, file: string): string {
  const own = /^@quoin\/([a-z-]+)\/(.+)$/.exec(specifier)
  if (own) return `packages/${own[1]}/src/${own[2]}`
  if (specifier.startsWith('.')) return relative(root, normalize(join(root, dirname(file), specifier)))
  return specifier.startsWith('node:') ? specifier : (specifier.match(/^(@[^/]+\/)?[^/]+/)?.[0] ?? specifier)
}

function isWithin(target: string, place: string): boolean {
  return target === place || target.startsWith(`${place}/`)
}

function roomOf(file: string): string | undefined {
  return [...Object.keys(rooms), ...open]
    .filter((room) => isWithin(file, room))
    .sort((a, b) => b.length - a.length)[0]
}

const imports = await listImports()

test('the rules see the code: hundreds of imports, from every room', () => {
  assert.ok(imports.length > 200, `${imports.length} imports`)
  for (const room of Object.keys(rooms))
    assert.ok(
      imports.some(({ file }) => isWithin(file, room)),
      room,
    )
})

test('every file stands in a room that has rules', () => {
  const homeless = new Set(imports.filter(({ file }) => roomOf(file) === undefined).map(({ file }) => file))
  assert.deepEqual([...homeless], [])
})

test('each room imports only what its rules name', () => {
  const broken = imports.filter(({ file, target, isType }) => {
    const allowed = rooms[roomOf(file) ?? '']
    if (!allowed) return false
    // A type costs nothing at run time; the shape of the store is what features speak through their ports.
    if (isType && (isWithin(target, 'packages/server/src/store') || target === 'fastify')) return false
    return !allowed.some(
      (place) => isWithin(target, place) || (place === 'node' && target.startsWith('node:')),
    )
  })
  assert.deepEqual(
    broken.map(({ file, target }) => `${file} → ${target}`),
    [],
  )
})

test('a plane never imports another plane', () => {
  const plane = (path: string): string | undefined =>
    /^packages\/server\/src\/planes\/([^/]+)\//.exec(path)?.[1]
  const crossed = imports.filter(({ file, target }) => {
    const [from, to] = [plane(file), plane(target)]
    return from !== undefined && to !== undefined && from !== to
  })
  assert.deepEqual(crossed, [])
})

test('each outside library is named in one room', () => {
  const strayed = imports.filter(({ file, target }) => {
    const homes = outside[target]
    return homes !== undefined && !homes.some((home) => isWithin(file, home))
  })
  assert.deepEqual(
    strayed.map(({ file, target }) => `${file} → ${target}`),
    [],
  )
})

test('core has no clock and no randomness, and only config reads the environment', async () => {
  const found: string[] = []
  for await (const file of glob('packages/*/src/**/*.ts', { cwd: root })) {
    if (file.endsWith('.test.ts') || file.includes('for-tests')) continue
    const source = readFileSync(join(root, file), 'utf8')
    if (file.startsWith('packages/core') && /Date\.now|new Date\(|Math\.random/.test(source)) found.push(file)
    const readsEnvironment = /process\.env/.test(source)
    const mayRead = ['packages/server/src/main.ts', 'packages/server/src/cli/'].some((place) =>
      file.startsWith(place),
    )
    if (readsEnvironment && !mayRead) found.push(`${file} reads the environment`)
  }
  assert.deepEqual(found, [])
})
