import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { formatId } from '@quoin/core/tracking/click-id.ts'
import { assertError, assertSuccess, rulesOf } from '../../../../../../test/support/assert-answer.ts'
import { followOffer, tell } from '../../../../../../test/support/conversions.ts'
import { createWorld, type World } from '../../../../../../test/support/world.ts'
import { buildTimeline } from '../../../features/timeline/build-timeline.ts'
import { printTimeline } from '../../../features/timeline/print-timeline.ts'

const token = 'a-token-of-the-operator-0123456789abcdef'
let world: World
before(async () => {
  world = await createWorld({ environment: { OPERATOR_TOKEN: token, FAILED_CREDENTIALS_PER_MINUTE: '5' } })
})
after(() => world.close())

interface Wire {
  readonly notes: readonly string[]
  readonly entries: readonly {
    at: number
    kind: string
    text: string
    facts: Readonly<Record<string, unknown>>
  }[]
}

const bearer = { authorization: `Bearer ${token}` }

async function timeline(clickId: string): Promise<Wire> {
  return assertSuccess<Wire>(await world.get(`/operator/v1/timeline/${clickId}`, { headers: bearer }))
}

async function story(userId: string): Promise<string> {
  const offerId = await world.addOffer({ payout: '1.25', revenue: '1.5' })
  const clickId = await followOffer(world, { offerId, userId })
  for (const status of ['pending', 'approved', 'approved', 'chargeback']) {
    world.clock.advance({ seconds: 1 })
    await tell(world, { query: { click_id: clickId, payout: '1.5', status } })
  }
  return clickId
}

test('everything that happened to a click is told in order, with reasons', async () => {
  const clickId = await story('teller')
  const { entries, notes } = await timeline(clickId)
  assert.deepEqual(notes, [])
  assert.deepEqual(
    entries.map(({ kind }) => kind),
    [
      'listing',
      'click',
      'redirect',
      ...['postback', 'conversion'],
      ...['postback', 'conversion', 'ledger'],
      'postback',
      ...['postback', 'conversion', 'ledger'],
    ],
  )
  const texts = entries.map(({ text }) => text)
  assert.match(texts[0] ?? '', /recomputed now: the offer is shown\.$/)
  assert.match(texts[1] ?? '', /User teller followed the link of offer \d+ from \w\w on android: valid\.$/)
  assert.match(texts[2] ?? '', /Sent on to the offer/)
  assert.match(texts[8] ?? '', /duplicate/)
  assert.match(texts[10] ?? '', /goes from approved to reversed, by the network's postback: 1\.25 USD/)
  const booked = entries.find(({ kind }) => kind === 'ledger')?.facts['entries'] as { amount: string }[]
  assert.equal(
    booked.reduce((sum, { amount }) => sum + Number(amount), 0),
    0,
  )
  const times = entries.slice(1).map(({ at }) => at)
  assert.deepEqual(times, times.toSorted())
})

test('an offer that the user has earned is not shown, and why', async () => {
  const offerId = await world.addOffer()
  const clickId = await followOffer(world, { offerId, userId: 'done' })
  await tell(world, { query: { click_id: clickId, payout: '1', status: 'approved' } })
  const [listing] = (await timeline(clickId)).entries
  assert.match(listing?.text ?? '', /not shown\. taken: /)
  assert.equal(listing?.facts['recomputed'], true)
})

test('for a person it is a line each, without line breaks or escape sequences of others', async () => {
  const clickId = await story('\u202eevil "user"')
  const text = printTimeline(await buildTimeline(world.ports, clickId))
  const lines = text.split('\n')
  assert.equal(lines[0], `Click ${clickId}`)
  assert.equal(lines.filter((line) => /^\d{4}-\d\d-\d\dT/.test(line)).length, 12)
  assert.doesNotMatch(text.replaceAll('\n', ''), /\p{C}/u)
})

test('a click that may wait in a spool is said to', async () => {
  const nowMs = world.clock.nowMs()
  const clickId = formatId(nowMs, world.ports.random(8))
  assertError(
    await world.get(`/operator/v1/timeline/${clickId}`, { headers: bearer }),
    404,
    'RESOURCE_NOT_FOUND',
  )
  const outage = {
    id: world.ports.newId(),
    spoolId: world.ports.newId(),
    fromMs: nowMs - 1000,
    toMs: nowMs + 1000,
  }
  await world.ports.store.clickOutages.upsertClickOutage(world.ports.db, outage, { timeoutMs: 5_000 })
  assert.match((await timeline(clickId)).notes[0] ?? '', /may wait in a spool/)
})

test('conversions outlive their click', async () => {
  const clickId = await story('outlived')
  await world.ports.db.query('delete from clicks where id = $1', [clickId])
  const { notes, entries } = await timeline(clickId)
  assert.match(notes[0] ?? '', /no longer kept/)
  assert.ok(entries.length > 5)
})

test('unknown is 404, no id of ours is refused by name', async () => {
  const unknown = '0199f2c4-7a1e-7c3b-9d52-3f1e5a7b9c0d'
  assertError(
    await world.get(`/operator/v1/timeline/${unknown}`, { headers: bearer }),
    404,
    'RESOURCE_NOT_FOUND',
  )
  for (const id of ['x', '%00', encodeURIComponent("' or 1=1"), 'a'.repeat(400)]) {
    const response = await world.get(`/operator/v1/timeline/${id}`, { headers: bearer })
    assert.deepEqual(rulesOf(assertError(response, 400, 'INVALID_REQUEST')), ['clickId format'])
  }
})

test('without the token, or with a wrong one, nothing is told; guesses are limited, the right token never is', async () => {
  const clickId = await story('guessed')
  const path = `/operator/v1/timeline/${clickId}`
  const address = '203.0.113.200'
  const attempts = [
    {},
    { authorization: token },
    { authorization: `Bearer ${token}x` },
    { 'x-api-key': token },
  ]
  for (const headers of attempts)
    assertError(await world.get(path, { headers, address }), 401, 'INVALID_API_KEY')
  assertError(await world.get(path, { headers: world.credentials, address }), 401, 'INVALID_API_KEY')
  assertError(await world.get(path, { address }), 429, 'RATE_LIMIT_EXCEEDED')
  assertSuccess(await world.get(path, { headers: bearer, address }))
  assert.ok(!world.log.lines.some((line) => line.includes(token)))
})

test('without OPERATOR_TOKEN it opens nothing: people and their tokens do', async () => {
  const plain = await createWorld()
  try {
    const response = await plain.get('/operator/v1/timeline/x', { headers: bearer })
    assertError(response, 401, 'INVALID_API_KEY')
  } finally {
    await plain.close()
  }
})
