// A prober with a user's session against the running server: asking again and again with changed data raises the score,
// whoever of the processes' memory or the database answers; honest people beside them are told what they were told before.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createWorld, type World } from '../support/world.ts'

const userAgent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/147.0.0.0 Safari/537.36'
const zones = [
  'Europe/Berlin',
  'Europe/Paris',
  'Europe/Rome',
  'Europe/Madrid',
  'Europe/Vienna',
  'Europe/Oslo',
]
const desktop = { platform: 'Win32', os: 'Windows', max_touch_points: 0, timezone: 'Europe/Berlin', dpr: 1 }

let world: World
before(async () => {
  world = await createWorld({
    app: { holdScore: 0, rateLimitPerMinute: 100_000, explainsRisk: true },
    environment: { RATE_LIMIT_PER_MINUTE: '1000000' },
  })
})
after(() => world.close())

interface Told {
  readonly score: number
  readonly reasons: readonly string[]
}

async function ask(user: string, data: object, device = `device of ${user}`): Promise<Told> {
  const body = { user_id: user, fingerprint_hash: device, userAgent, fingerprint_data: data }
  const answer = await world.post('/api/v1/fingerprint', {
    body,
    query: { explain: '1' },
    headers: world.credentials,
  })
  assert.equal(answer.statusCode, 200, answer.body)
  const { risk_score, reasons } = answer.json().data
  return { score: risk_score, reasons: reasons.map(({ code }: { code: string }) => code) }
}

const probe = (index: number): object => ({
  ...desktop,
  timezone: zones[index % zones.length],
  max_touch_points: index % 4 === 0 ? 5 : 0,
})

async function probing(user: string): Promise<Told[]> {
  const told: Told[] = []
  for (let index = 0; index < 30; index += 1) {
    told.push(await ask(user, probe(index)))
    world.clock.advance({ seconds: 60 })
  }
  return told
}

const speaks = ({ reasons }: Told): boolean => reasons.includes('changing_data')

test('a prober who asks thirty times within half an hour is told by it until a day has passed', async () => {
  const first = await ask('prober', desktop)
  const told = await probing('prober')
  assert.ok(told.slice(0, 3).every((one) => !speaks(one)))
  assert.ok(told.slice(12).every(speaks))
  const clean = await ask('prober', desktop)
  assert.ok(clean.score > 3 * first.score, `${first.score} ${clean.score}`)
  assert.deepEqual(await ask('prober', desktop), clean, 'what is remembered says the same')
  world.clock.advance({ days: 1, seconds: 3600 })
  assert.deepEqual(await ask('prober', desktop), first)
})

test('a prober in the data that another has left on one hash is counted all the same', async () => {
  const told: Told[] = []
  for (let index = 0; index < 30; index += 1) {
    await ask('carrier', probe(index), 'shared')
    told.push(await ask('rider', probe(index), 'shared'))
  }
  assert.ok(told.slice(12).every(speaks))
})

test('an honest user beside them who turns, zooms, updates and has a second browser is never told by it', async () => {
  const score = (await ask('honest', desktop)).score
  for (let index = 0; index < 30; index += 1) {
    const second = index % 2 ? {} : { user_agent: 'Mozilla/5.0 (Windows NT 10.0; rv:150.0) Firefox/150.0' }
    const one = await ask('honest', {
      ...desktop,
      ...second,
      dpr: 1 + (index % 5) / 4,
      resolution: `${1000 + index}x900`,
    })
    assert.deepEqual([speaks(one), one.score], [false, score])
    world.clock.advance({ seconds: 60 })
  }
})

test('at most ten ways of a prober are kept', async () => {
  await probing('bounded')
  const rows = await world.ports.db.query<{ ways: number }>(
    `select array_length(string_to_array(data_variants, ','), 1) as ways from device_users`,
    [],
  )
  assert.ok(rows.length > 0 && rows.every(({ ways }) => ways <= 10))
})
