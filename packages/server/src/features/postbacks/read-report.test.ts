import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Network } from '@quoin/core/networks/network.ts'
import { networkSettings } from '@quoin/core/networks/network-settings.ts'
import { standardSettings } from '../../../../../test/support/standard-settings.ts'
import type { PostbackReport } from '../../ports/writes.ts'
import { readReport } from './read-report.ts'

const usd = 1_000_000

const network: Network = {
  ...standardSettings(networkSettings),
  id: 3,
  slug: 'n',
  name: 'N',
  preset: 'generic',
  proof: 'none',
  tokenDigest: null,
  installedTokenDigest: null,
  hmacSecretSealed: null,
  payoutMaxMicros: 100 * usd,
  payoutMinMicros: 1 * usd,
  status: 'active',
}

const given: PostbackReport = {
  id: '',
  networkId: 3,
  clickId: 'a click',
  word: 'approved',
  reportedMicros: 5 * usd,
  currency: 'USD',
  goal: 'level-1',
  txnId: 'T-1',
  isDryRun: false,
  receivedAtMs: 77,
  method: 'GET',
  address: '203.0.113.9',
  parameters: {},
}

/** One euro is 2 USD; the rate of another currency is not known. */
const terms = {
  findRate: (currency: string) =>
    currency === 'EUR'
      ? { currency, day: '2026-11-20', usdNanos: 2_000_000_000, source: 'a test', setAtMs: 0 }
      : undefined,
}

const read = (changes: Partial<PostbackReport> = {}, rules: Partial<Network> = {}) =>
  readReport({ ...given, ...changes }, { ...network, ...rules }, terms)

/** The fields that are wrong with it, and by which rule; none where it is read. */
function problemsOf(changes: Partial<PostbackReport>, rules: Partial<Network> = {}): readonly string[] {
  const reading = read(changes, rules)
  return 'status' in reading ? [] : reading.map(({ field, rule }) => `${field} ${rule}`)
}

test('a report is read whole: its word, amount, currency, goal and transaction, and no more', () => {
  assert.deepEqual(read({ word: ' Sale ', currency: 'usd' }), {
    status: 'approved',
    word: ' Sale ',
    reportedMicros: 5 * usd,
    currency: 'USD',
    goal: 'level-1',
    txnId: 'T-1',
  })
})

test('a report that was kept says since when, and no other does', () => {
  const kept = read({ isKept: true })
  assert.equal('status' in kept && kept.keptSinceMs, 77)
  for (const changes of [{}, { isKept: false }]) assert.ok(!('keptSinceMs' in read(changes)))
})

test('an amount in another currency comes with the day, the rate and its worth', () => {
  const reading = read({ currency: 'eur', reportedMicros: 3 * usd })
  assert.ok('status' in reading)
  assert.deepEqual(
    [reading.currency, reading.exchange],
    ['EUR', { day: '2026-11-20', usdNanos: 2_000_000_000, usdMicros: 6 * usd }],
  )
})

test('where the rate is missing there is neither a floor nor a ceiling for the amount', () => {
  for (const reportedMicros of [0, 5 * usd, 1_000 * usd]) {
    const reading = read({ currency: 'XAU', reportedMicros })
    assert.ok('status' in reading)
    assert.equal(reading.exchange, 'missing')
  }
})

for (const [what, changes, problems] of [
  ['the ceiling itself', { reportedMicros: 100 * usd }, []],
  ['a micro above the ceiling', { reportedMicros: 100 * usd + 1 }, ['payout range']],
  ['as far below zero', { reportedMicros: -100 * usd - 1, word: 'rejected' }, ['payout range']],
  ['the ceiling in euros', { reportedMicros: 50 * usd, currency: 'EUR' }, []],
  ['above the ceiling in euros', { reportedMicros: 51 * usd, currency: 'EUR' }, ['payout range']],
  ['a reversal of more than the ceiling', { reportedMicros: 200 * usd, word: 'reversed' }, []],
  ['a rejection of more than the ceiling', { reportedMicros: 200 * usd, word: 'rejected' }, ['payout range']],
  ['the floor itself', { reportedMicros: 1 * usd }, []],
  ['a micro below the floor', { reportedMicros: 1 * usd - 1 }, ['payout range']],
  ['a pending report below the floor', { reportedMicros: 0, word: 'pending' }, ['payout range']],
  ['the floor in euros', { reportedMicros: 0.5 * usd, currency: 'EUR' }, []],
  ['below the floor in euros', { reportedMicros: 0.4 * usd, currency: 'EUR' }, ['payout range']],
  ['a rejection of nothing', { reportedMicros: 0, word: 'rejected' }, []],
  ['a reversal of nothing', { reportedMicros: 0, word: 'reversed' }, []],
  ['no known word', { word: 'maybe' }, ['status enum']],
  ['no known word, and nothing', { word: 'maybe', reportedMicros: 0 }, ['status enum']],
  [
    'no known word, and above the ceiling',
    { word: 'maybe', reportedMicros: 101 * usd },
    ['status enum', 'payout range'],
  ],
  [
    'an amount that no exact number holds in USD',
    { reportedMicros: Number.MAX_SAFE_INTEGER, currency: 'EUR' },
    ['payout range'],
  ],
] as const) {
  test(`${what}: ${problems.length === 0 ? 'nothing is' : `${problems.join(' and ')} is`} wrong`, () => {
    assert.deepEqual(problemsOf(changes), problems)
  })
}

test('a word that takes back what was approved may be of any amount, and says what it means then', () => {
  const rules = { statusWordsAfter: { approved: { rejected: 'reversed' } } } as const
  const reading = read({ word: 'rejected', reportedMicros: 200 * usd }, rules)
  assert.ok('status' in reading)
  assert.deepEqual([reading.status, reading.meaningsAfter], ['rejected', { approved: 'reversed' }])
  const other = { statusWordsAfter: { approved: { rejected: 'rejected' } } } as const
  assert.deepEqual(problemsOf({ word: 'rejected', reportedMicros: 200 * usd }, other), ['payout range'])
})

test('a wrong field is told with what is accepted', () => {
  const messages = (changes: Partial<PostbackReport>) => {
    const reading = read(changes, { statusWords: { bought: 'approved' } })
    return 'status' in reading ? [] : reading.map(({ message }) => message)
  }
  assert.match(messages({ word: 'maybe' }).join(), /^must be one of bought, .*approved.* \(in any case\)$/)
  assert.deepEqual(messages({ reportedMicros: 101 * usd }), [
    'must be at most 100 USD, the ceiling of this network',
  ])
  assert.deepEqual(messages({ reportedMicros: 0 }), ['must be at least 1 USD, the floor of this network'])
})
