import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { listImports } from './support/list-imports.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The world as features see it: types alone. */
const ports = ['packages/server/src/ports']

/**
 * The imports that each room may have (ARCHITECTURE.md has the reasons). A room is a folder; the longest matching
 * prefix counts. `node` means any node: module but those that reach outside; packages are named one by one.
 */
const rooms: Readonly<Record<string, readonly string[]>> = {
  'packages/core/src': ['packages/core/src'],
  'packages/contract/src': ['packages/contract/src', 'packages/core/src', 'typebox'],
  // A test of its own checks that only types of the contract are imported.
  'packages/dashboard/src': [
    'packages/dashboard/src',
    'packages/contract/src',
    'packages/core/src',
    '@mantine/core',
    '@mantine/hooks',
    '@tanstack/react-query',
    '@tanstack/react-router',
    'react',
    'react-dom',
    'uqr',
    'virtual:operations',
  ],
  'packages/sdk/src': ['packages/sdk/src', 'node:crypto', 'react'],
  'packages/wall/src': [
    'packages/wall/src',
    'packages/core/src',
    'preact',
    'preact-render-to-string',
    '@fingerprintjs/fingerprintjs',
  ],
  'packages/embedded-postgres/src': ['packages/embedded-postgres/src', 'pg', 'tar-stream', 'node'],
  'packages/server/src/group-commit': ['packages/server/src/group-commit', 'packages/core/src'],
  'packages/server/src/version.ts': [],
  'packages/server/src/settings': ['packages/server/src/settings', 'packages/core/src', 'node:path'],
  'packages/server/src/ports': [...ports, 'packages/server/src/settings', 'packages/core/src'],
  'packages/server/src/adapters': [
    'packages/server/src/adapters',
    'packages/server/src/settings',
    'packages/server/src/group-commit',
    'packages/server/src/store',
    'packages/server/src/version.ts',
    'packages/core/src',
    ...ports,
    'node',
    '@napi-rs/image',
    '@streamparser/json',
    'csv-parse',
    'fastify',
    'better-auth',
    'highlight.js',
    'ioredis',
    'isbot',
    'kysely',
    'markdown-it',
    'maxmind',
    'minisearch',
    'nodemailer',
    'pino',
    'prom-client',
    'packages/wall/src/model.ts',
  ],
  'packages/server/src/networks': ['packages/server/src/networks', 'packages/core/src', 'node:crypto'],
  'packages/server/src/dialects': ['packages/server/src/dialects', 'packages/core/src'],
  'packages/server/src/feeds': [
    'packages/server/src/feeds',
    'packages/server/src/networks',
    'packages/core/src',
    'csv-parse',
    'htmlparser2',
    'saxes',
  ],
  'packages/server/src/features': [
    'packages/server/src/features',
    'packages/server/src/dialects',
    'packages/core/src',
    'packages/contract/src',
    'packages/server/src/networks',
    'packages/server/src/feeds',
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
    'node:crypto',
    'node:http',
    'node:net',
    'node:util',
    'node:zlib',
    'fast-querystring',
    'fastify',
  ],
  'packages/server/src/planes': [
    'packages/server/src/planes', // its own: see below
    'packages/server/src/http',
    'packages/server/src/features',
    'packages/server/src/networks',
    'packages/server/src/feeds',
    'packages/core/src',
    'packages/contract/src',
    ...ports,
    'fastify',
    'node:crypto',
    'node:querystring',
    'node:util',
    'node:zlib',
    'packages/wall/src/model.ts',
    'uqr',
  ],
  'packages/server/src/store': [
    'packages/server/src/store',
    'packages/core/src',
    ...ports,
    'pg',
    'pg-copy-streams',
    'node',
  ],
  'packages/server/src/snapshots': [
    'packages/server/src/snapshots',
    'packages/server/src/store',
    'packages/server/src/group-commit',
    'node:child_process',
    'node:crypto',
    'node:fs',
    'node:os',
    'node:path',
    'node:timers/promises',
    'node:url',
    'node:v8',
    'node:vm',
    'packages/core/src',
    'packages/contract/src',
    ...ports,
  ],
}

/** Rooms that may see everything of the server, and outside libraries: they put the others together. */
const open = [
  'packages/server/src/app.ts',
  'packages/server/src/backup',
  'packages/server/src/boot',
  'packages/server/src/cli',
  'packages/server/src/cli.ts',
  'packages/server/src/main.ts',
]

/** Libraries that reach outside, and the one room that may name each. */
const outside: Readonly<Record<string, readonly string[]>> = {
  pg: ['packages/server/src/store', 'packages/embedded-postgres/src'],
  ioredis: ['packages/server/src/adapters'],
  maxmind: ['packages/server/src/adapters'],
  isbot: ['packages/server/src/adapters'],
  pino: ['packages/server/src/adapters'],
  'prom-client': ['packages/server/src/adapters'],
  commander: ['packages/server/src/cli', 'packages/server/src/cli.ts'],
  'csv-parse': ['packages/server/src/adapters', 'packages/server/src/feeds'],
  '@streamparser/json': ['packages/server/src/adapters'],
  'markdown-it': ['packages/server/src/adapters'],
  '@napi-rs/image': ['packages/server/src/adapters'],
  '@xmldom/xmldom': ['packages/server/src/backup/s3'],
  htmlparser2: ['packages/server/src/feeds'],
  saxes: ['packages/server/src/feeds'],
  aws4fetch: ['packages/server/src/backup/s3'],
  'node:child_process': [
    'packages/embedded-postgres/src',
    'packages/server/src/adapters',
    'packages/server/src/snapshots',
  ],
}

function isWithin(target: string, place: string): boolean {
  return target === place || target.startsWith(`${place}/`)
}

function roomOf(file: string): string | undefined {
  return [...Object.keys(rooms), ...open]
    .filter((room) => isWithin(file, room))
    .sort((a, b) => b.length - a.length)[0]
}

/** Groups of files each of which leads to all others of its group: one circle or several that touch. */
function findCircles(targets: ReadonlyMap<string, readonly string[]>): string[][] {
  const reach = new Map([...targets.keys()].map((file) => [file, reachableFrom(targets, file)]))
  const onCircle = [...targets.keys()].filter((file) => reach.get(file)?.has(file))
  const circles = onCircle.map((file) =>
    onCircle.filter((other) => reach.get(file)?.has(other) && reach.get(other)?.has(file)).sort(),
  )
  return [...new Map(circles.map((circle) => [circle.join(), circle])).values()]
}

function reachableFrom(targets: ReadonlyMap<string, readonly string[]>, file: string): Set<string> {
  const reached = new Set<string>()
  const open = [file]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const target of targets.get(next) ?? []) {
      if (reached.has(target)) continue
      reached.add(target)
      open.push(target)
    }
  }
  return reached
}

const imports = await listImports()

test('the rules see the code: hundreds of imports, from every room', () => {
  assert.ok(imports.length > 200, `${imports.length} imports`)
  for (const room of Object.keys(rooms).filter((name) => !name.endsWith('.ts')))
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

test('ports are types: nothing of them is there at run time', () => {
  const values = imports.filter(({ file, isType }) => isWithin(file, 'packages/server/src/ports') && !isType)
  assert.deepEqual(values, [])
})

test('no file comes back to itself by what it imports, types counted', async () => {
  const all = [...imports, ...(await listImports('bench/**/*.ts'))]
  const targets = Map.groupBy(all, ({ file }) => file)
  const circles = findCircles(
    new Map([...targets].map(([file, own]) => [file, own.map((one) => one.target)])),
  )
  assert.deepEqual(circles, [])
  const known = new Map([
    ['a', ['b']],
    ['b', ['c', 'd']],
    ['c', ['a']],
    ['d', []],
  ])
  assert.deepEqual(findCircles(known), [['a', 'b', 'c']])
})

test('the pages take nothing but types from the contract: its schemas stay out of the browser', () => {
  const values = imports.filter(
    ({ file, target, isType }) =>
      isWithin(file, 'packages/dashboard/src') &&
      !isType &&
      (isWithin(target, 'packages/contract/src') || target === 'typebox'),
  )
  assert.deepEqual(values, [])
})

test('the code before the framework has one door', () => {
  const raw = 'packages/server/src/http/raw'
  const strayed = imports.filter(
    ({ file, target }) => isWithin(target, raw) && target !== `${raw}/index.ts` && !isWithin(file, raw),
  )
  assert.deepEqual(
    strayed.map(({ file, target }) => `${file} → ${target}`),
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

test('core has no clock and no randomness, and few files read the environment', async () => {
  const found: string[] = []
  for await (const file of glob('packages/*/src/**/*.ts', { cwd: root })) {
    if (file.endsWith('.test.ts') || file.includes('for-tests')) continue
    const source = readFileSync(join(root, file), 'utf8')
    if (file.startsWith('packages/core') && /Date\.now|new Date\(|Math\.random/.test(source)) found.push(file)
    const readsEnvironment = /process\.env/.test(source)
    const readers = [
      'packages/server/src/main.ts',
      'packages/server/src/cli/',
      'packages/sdk/src/server/environment.ts',
      // A clock that is shifted in a test is shifted for both.
      'packages/embedded-postgres/src/process-of.ts',
    ]
    const mayRead = readers.some((place) => file.startsWith(place))
    if (readsEnvironment && !mayRead) found.push(`${file} reads the environment`)
  }
  assert.deepEqual(found, [])
})
