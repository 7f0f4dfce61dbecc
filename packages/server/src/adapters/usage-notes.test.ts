import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createWorld, type World } from '../../../../test/support/world.ts'
import { GatheredUsage } from './usage-notes.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

function createUsage(): GatheredUsage {
  const { db, log, clock } = world.ports
  return new GatheredUsage({ db, log, clock })
}

function listUsed(table: 'api_keys' | 'api_secrets') {
  return world.ports.db.query<{ id: number; atMs: number | null }>(
    `select id, last_used_at as "atMs" from ${table} order by id`,
  )
}

test('uses are written together, when it is time, and only of what was used', async () => {
  const usage = createUsage()
  const [first, second] = await listUsed('api_keys')
  for (let call = 0; call < 100; call += 1) usage.keyUsed(first?.id ?? 0)
  assert.equal((await listUsed('api_keys'))[0]?.atMs, null, 'no request waits for it')
  await usage.write()
  assert.deepEqual(
    (await listUsed('api_keys')).map(({ atMs }) => atMs),
    [world.clock.nowMs(), null],
  )
  const atMs = world.clock.nowMs()
  world.clock.advance({ seconds: 60 })
  usage.keyUsed(second?.id ?? 0)
  await usage.write()
  assert.deepEqual(
    (await listUsed('api_keys')).map((row) => row.atMs),
    [atMs, world.clock.nowMs()],
  )
  await usage.close()
})

test('notes gathered when the process ends are written', async () => {
  const usage = createUsage()
  const [secret] = await listUsed('api_secrets')
  usage.secretUsed(secret?.id ?? 0)
  usage.secretLeaked(secret?.id ?? 0, 'https://game.example')
  await usage.close()
  assert.equal((await listUsed('api_secrets'))[0]?.atMs, world.clock.nowMs())
  const [row] = await world.ports.db.query<{ leaked_origin: string }>(
    'select leaked_origin from api_secrets where leaked_at is not null',
  )
  assert.equal(row?.leaked_origin, 'https://game.example')
  assert.ok(world.log.lines.some((line) => line.includes('received from a browser')))
})

test('a leak is said once per process, and a very long origin is cut', async () => {
  const usage = createUsage()
  const [, secret] = await listUsed('api_secrets')
  const id = secret?.id ?? 0
  const sayings = () => world.log.lines.filter((line) => line.includes(`"secretId":${id},`)).length
  usage.secretLeaked(id, `https://${'a'.repeat(500)}.example`)
  await usage.write()
  assert.equal(sayings(), 1)
  usage.secretLeaked(id, 'https://again.example')
  await usage.write()
  assert.equal(sayings(), 1)
  const [row] = await world.ports.db.query<{ length: number }>(
    'select length(leaked_origin) as length from api_secrets where id = $1',
    [id],
  )
  assert.equal(row?.length, 200)
  await usage.close()
})

test('a database that is away costs a log line, no request', async () => {
  const other = await createWorld()
  const usage = new GatheredUsage({ db: other.ports.db, log: other.log, clock: other.clock })
  usage.keyUsed(1)
  await other.database.database.close()
  await usage.write()
  assert.equal(
    other.log.lines.filter((line) => line.startsWith('warn use of credentials and lists could not be noted'))
      .length,
    1,
  )
  await usage.close()
  await other.close()
})
