import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { assertError, assertSuccess, rulesOf } from '../../../../../../test/support/assert-answer.ts'
import { followOffer, tell } from '../../../../../../test/support/conversions.ts'
import { createWorld, type OfferRow, type World } from '../../../../../../test/support/world.ts'
import { addListEntry } from '../../../features/lists/add-list-entry.ts'

let world: World
before(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_PER_MINUTE: '1000000' } })
})
after(() => world.close())

interface Wire {
  readonly eligible: boolean
  readonly checks: readonly { code: string; verdict: string; message: string }[]
}

type Query = Readonly<Record<string, string>>

async function explain(offerId: number, query: Query, headers = world.credentials): Promise<Wire> {
  const path = `/api/v1/offers/${offerId}/eligibility`
  return assertSuccess<Wire>(await world.get(path, { query, headers }))
}

/** Codes of the failed checks. */
async function failed(offerId: number, query: Query): Promise<readonly string[]> {
  const { eligible, checks } = await explain(offerId, query)
  const codes = checks.filter(({ verdict }) => verdict === 'failed').map(({ code }) => code)
  assert.equal(eligible, codes.length === 0)
  return codes
}

async function earn(offerId: number, userId: string): Promise<void> {
  const clickId = await followOffer(world, { offerId, userId })
  const told = await tell(world, { query: { click_id: clickId, payout: '1.5', status: 'approved' } })
  assert.equal(told.statusCode, 200, told.body)
}

test('every rule has a verdict and a sentence', async () => {
  const offerId = await world.addOffer()
  const { checks } = await explain(offerId, { userId: 'anybody' })
  const codes = ['status', 'schedule', 'test_mode', 'country', 'platform', 'taken', 'capped', 'blocked']
  for (const code of codes)
    assert.ok(
      checks.some((check) => check.code === code),
      code,
    )
  for (const { verdict, message } of checks) {
    assert.equal(verdict, 'passed')
    assert.match(message, /^[A-Z].*\.$/)
  }
})

test('each rule is named when it keeps the offer away, several at once too', async () => {
  const nobody = { userId: 'nobody', country: 'DE', platform: 'android' }
  const cases: readonly [OfferRow, readonly string[]][] = [
    [{ status: 'paused' }, ['status']],
    [{ starts_at: '2100-01-01' }, ['schedule']],
    [{ ends_at: '2001-01-01' }, ['schedule']],
    [{ countries: 'FR,US' }, ['country']],
    [{ platforms: 'ios' }, ['platform']],
    [{ status: 'paused', countries: 'FR', platforms: 'desktop' }, ['status', 'country', 'platform']],
  ]
  for (const [row, codes] of cases) {
    const id = await world.addOffer(row)
    assert.deepEqual(await failed(id, nobody), codes, JSON.stringify(row))
  }
})

test('a completed offer is taken at once, for that user only', async () => {
  const id = await world.addOffer()
  await earn(id, 'doer')
  assert.deepEqual(await failed(id, { userId: 'doer' }), ['taken'])
  assert.deepEqual(await failed(id, { userId: 'other' }), [])
})

test('a used up cap is told to everybody', async () => {
  const id = await world.addOffer({ total_cap: 1 })
  await earn(id, 'first')
  await world.open.exclusions.refreshCapped()
  assert.deepEqual(await failed(id, { userId: 'second' }), ['capped'])
})

test('a block list is told by what it names', async () => {
  const id = await world.addOffer()
  const entry = {
    action: 'block',
    kind: 'user',
    value: 'bad',
    appId: world.app.appId,
    actor: 'test',
  } as const
  await addListEntry(world.ports, { ...entry, reason: '' })
  assert.deepEqual(await failed(id, { userId: 'bad' }), ['blocked'])
  const { checks } = await explain(id, { userId: 'bad' })
  assert.match(checks.find(({ code }) => code === 'blocked')?.message ?? '', /names the user's id/)
})

test('the user must be named', async () => {
  const id = await world.addOffer()
  const response = await world.get(`/api/v1/offers/${id}/eligibility`, { headers: world.credentials })
  assert.deepEqual(rulesOf(assertError(response, 400, 'INVALID_REQUEST')), ['userId required'])
})

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const some = (...words: string[]) => fc.subarray(words).map((list) => list.join(','))

const offerRows = fc.record({
  status: fc.constantFrom('active', 'active', 'paused'),
  countries: some('DE', 'FR', 'US'),
  platforms: some('android', 'ios', 'desktop'),
  starts_at: maybe(fc.constantFrom('2001-01-01', '2001-02-01')),
  ends_at: maybe(fc.constantFrom('2002-01-01', '2101-01-01')),
  daily_cap: maybe(fc.constantFrom(1, 2)),
  total_cap: maybe(fc.constantFrom(1, 9)),
  repeatable: fc.constantFrom('yes', 'no'),
})

test('an offer is eligible when, and only when, the list has it', async () => {
  const users = ['done-some', 'fresh', 'bad']
  const generated = fc.sample(offerRows, { numRuns: 60, seed: 7 })
  const rows = generated.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined && value !== '')),
  )
  const ids = await world.addOffers(rows)
  for (const id of ids.slice(0, 30)) {
    const link = `/track?${new URLSearchParams({ offerId: String(id), apiKey: world.app.live.apiKey, userId: 'done-some' })}`
    const { headers } = await world.server.inject({ method: 'GET', url: link })
    const clickId = /click_id=([^&]+)/.exec(String(headers.location))?.[1]
    if (clickId) await tell(world, { query: { click_id: clickId, payout: '1', status: 'approved' } })
  }
  await world.open.exclusions.refreshCapped()
  const verdicts = { eligible: 0, refused: 0 }
  for (const userId of users) {
    for (const [country, platform] of [
      ['DE', 'android'],
      ['FR', 'desktop'],
      ['US', 'ios'],
      ['JP', 'ios'],
    ] as const) {
      for (const headers of [world.credentials, world.testCredentials]) {
        const query = { userId, country, platform }
        const list = await world.get('/api/v1/offers', {
          query: { ...query, limit: '100', offerIds: ids.join(',') },
          headers,
        })
        const listed = new Set((list.json().data as { offer_id: number }[]).map(({ offer_id }) => offer_id))
        for (const id of ids) {
          const { eligible, checks } = await explain(id, query, headers)
          assert.equal(eligible, listed.has(id), `${id} ${JSON.stringify(query)} ${JSON.stringify(checks)}`)
          verdicts[eligible ? 'eligible' : 'refused'] += 1
        }
      }
    }
  }
  assert.ok(Math.min(verdicts.eligible, verdicts.refused) >= 50, JSON.stringify(verdicts))
})
