import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Conversion } from '@quoin/core/conversions/conversion.ts'
import { type ConversionWorld, createConversionWorld } from '../../../../../test/support/conversion-world.ts'
import { readOfferRow } from '@quoin/core/offers/offer-row.ts'
import { recordClaims } from '../conversions/record-claims.ts'
import { applyPostbacks } from './apply-postbacks.ts'
import type { PostbackOutcome, PostbackReport } from '../../ports/writes.ts'

let world: ConversionWorld
before(async () => {
  world = await createConversionWorld()
  const network = world.networks.get(world.networkId)
  // Reports are of one amount here, whatever a goal pays.
  if (network) world.networks.set(network.id, { ...network, onLoss: 'pay' })
})
after(() => world.close())

const usd = 1_000_000
const day = 86_400_000

const steps = [
  { goal: 'install', payout: '0.5', revenue: '1', external_id: 'E1' },
  { goal: 'level-10', payout: '4', revenue: '6', deadline: '7d' },
  { goal: 'purchase', payout: '2', payout_share: '50%', revenue: '4', repeatable: 'yes' },
] as const

/** An offer in three steps, and a click on it. */
async function game(userId = 'user-42'): Promise<{ offerId: number; clickId: string }> {
  const offerId = await world.addOffer({ goals: steps })
  return { offerId, clickId: await world.addClick(offerId, { userId }) }
}

async function tell(clickId: string, changes: Partial<PostbackReport> = {}): Promise<PostbackOutcome> {
  const [outcome] = await applyPostbacks(world.ports, [world.report(clickId, changes)])
  assert.ok(outcome)
  return outcome
}

async function applied(clickId: string, changes: Partial<PostbackReport> = {}): Promise<Conversion> {
  const outcome = await tell(clickId, changes)
  assert.ok('conversionId' in outcome && outcome.conversionId !== null, JSON.stringify(outcome))
  const stored = await world.ports.store.conversions.findConversion(world.database, outcome.conversionId)
  assert.ok(stored)
  return stored
}

test('a chargeback without a goal finds its conversion after another goal became the default', async () => {
  const offerId = await world.addOffer({ goals: [{ goal: 'install' }, { goal: 'level-10' }] })
  const clickId = await world.addClick(offerId, { userId: 'default-moves' })
  const tell = async (word: string) =>
    (await applyPostbacks(world.ports, [world.report(clickId, { word })]))[0]
  const first = await tell('approved')
  await world.database.query("update offer_goals set is_default = (goal = 'level-10') where offer_id = $1", [
    offerId,
  ])
  const back = await tell('chargeback')
  assert.ok(first?.kind === 'applied' && back?.kind === 'applied', JSON.stringify(back))
  assert.deepEqual([back.conversionId, back.status], [first.conversionId, 'reversed'])
})

test('a chargeback without a goal takes back the transaction that it names, and no other goal’s conversion', async () => {
  const { clickId } = await game('names-its-transaction')
  const first = await applied(clickId, { goal: 'install', txnId: 'K1' })
  const second = await applied(clickId, { goal: 'level-10', txnId: 'K2' })
  const unnamed = await tell(clickId, { word: 'chargeback' })
  assert.ok(unnamed.kind === 'refused' && unnamed.problems[0]?.rule === 'ambiguous', JSON.stringify(unnamed))
  const back = await applied(clickId, { word: 'chargeback', txnId: 'K2' })
  assert.deepEqual([back.id, back.status, back.txnId], [second.id, 'reversed', 'K2'])
  const again = await tell(clickId, { word: 'chargeback', txnId: 'K2' })
  assert.ok(again.kind === 'duplicate' && again.conversionId === second.id, JSON.stringify(again))
  const stored = await world.ports.store.conversions.findConversion(world.database, first.id)
  assert.deepEqual([stored?.status, stored?.txnId], ['approved', 'K1'])
  // One alone stands now: a chargeback that names nothing is of it.
  const last = await applied(clickId, { word: 'chargeback' })
  assert.deepEqual([last.id, last.status], [first.id, 'reversed'])
})

test('an import that makes another goal the default leaves the clicks of before as they were', async () => {
  const importWith = async (byDefault: string) => {
    const reading = readOfferRow({
      external_id: 'moves',
      name: 'Moves',
      description: '',
      categories: 'games',
      payout: '1',
      revenue: '1.5',
      destination_url: 'https://o.example/',
      goals: ['install', 'level-10'].map((goal) => ({
        goal,
        name: goal,
        payout: '1',
        revenue: '1.5',
        default: goal === byDefault ? 'yes' : 'no',
      })),
    })
    assert.ok(reading.ok)
    await world.ports.store.offers.upsertOffers(world.database, world.networkId, {
      offers: [reading.offer],
      nowMs: world.ports.clock.nowMs(),
    })
  }
  await importWith('install')
  const [offer] = await world.database.query<{ id: number }>(
    "select id from offers where external_id = 'moves'",
  )
  const offerId = offer?.id ?? 0
  const before = await world.addClick(offerId, { userId: 'before' })
  const claimant = await world.addClick(offerId, { userId: 'claimant' })
  assert.equal((await applied(before, { word: 'pending' })).goal, 'install')
  await importWith('level-10')
  const nowMs = world.nowMs
  world.nowMs = Date.now() + day // The import's time is the database's.
  const later = await world.addClick(offerId, { userId: 'later' })
  const approved = await applied(before)
  assert.deepEqual([approved.goal, approved.status], ['install', 'approved'])
  assert.equal((await tell(before)).kind, 'duplicate')
  assert.equal((await applied(before, { word: 'chargeback' })).id, approved.id)
  assert.equal((await applied(before, { goal: 'level-10' })).goal, 'level-10')
  assert.equal((await applied(later)).goal, 'level-10')
  const claim = {
    appId: world.appId,
    userId: 'claimant',
    offerId,
    isTest: false,
    goal: '',
    amountMicros: null,
  }
  const currency = { name: 'Coins', rateMicros: 1_000_000_000, decimals: 0, rounding: 'half_up' } as const
  const [claimed] = await recordClaims(world.ports, [
    { ...claim, currency, clickId: claimant, transactionId: null, idempotencyKey: null },
  ])
  assert.ok(claimed?.kind === 'recorded')
  assert.deepEqual([claimed.conversion.goal, claimed.conversion.clickId], ['install', claimant])
  world.nowMs = nowMs
})

test('each goal of a click is a conversion of its own, under its own terms', async () => {
  const { clickId } = await game()
  const install = await applied(clickId, { reportedMicros: 1 * usd })
  const level = await applied(clickId, { goal: 'LEVEL-10', reportedMicros: 6 * usd })
  const bought = await applied(clickId, { goal: 'purchase', txnId: 'T-1', reportedMicros: 9 * usd })
  assert.deepEqual(
    [install, level, bought].map(({ goal, payoutMicros, txnKey, status }) => [
      goal,
      payoutMicros,
      txnKey,
      status,
    ]),
    [
      ['install', 0.5 * usd, '', 'approved'],
      ['level-10', 4 * usd, '', 'approved'],
      ['purchase', 4.5 * usd, 'T-1', 'approved'],
    ],
  )
  // The default goal by no name, its key and the network's id is one conversion.
  for (const goal of ['', 'Install', 'e1']) {
    const again = await tell(clickId, { goal })
    assert.ok(again.kind === 'duplicate' && again.conversionId === install.id)
  }
  const other = await applied(clickId, { goal: 'purchase', txnId: 'T-2' })
  assert.notEqual(other.id, bought.id)
})

test('a goal that the offer has not is refused, with those that it has', async () => {
  const { clickId } = await game()
  const outcome = await tell(clickId, { goal: 'level-11' })
  assert.ok(outcome.kind === 'refused')
  assert.deepEqual(outcome.problems, [
    { field: 'goal', rule: 'unknown', message: 'must be a goal of the offer: install, level-10, purchase' },
  ])
  const rows = await world.database.query('select from conversions where click_id = $1', [clickId])
  assert.equal(rows.length, 0)
})

test('later than its deadline a goal is held, however long the attribution window is', async () => {
  const { clickId } = await game()
  world.nowMs += 7 * day + 1
  const late = await applied(clickId, { goal: 'level-10' })
  assert.deepEqual([late.status, late.reason], ['pending', 'deadline'])
  assert.equal((await applied(clickId)).status, 'approved')
})

test('the second click of a user is a repeat per goal', async () => {
  const { offerId, clickId } = await game('again')
  assert.equal((await applied(clickId)).status, 'approved')
  const second = await world.addClick(offerId, { userId: 'again' })
  // Both in one batch, so that each sees what the other did.
  const reports = [
    world.report(second, { goal: 'install' }),
    world.report(second, { goal: 'level-10' }),
    world.report(clickId, { goal: 'level-10' }),
    world.report(second, { goal: 'purchase', txnId: 'T-1' }),
    world.report(clickId, { goal: 'purchase', txnId: 'T-2' }),
  ]
  const outcomes = await applyPostbacks(world.ports, reports)
  assert.deepEqual(
    outcomes.map((outcome) => ('status' in outcome ? [outcome.status, outcome.reason] : outcome)),
    [
      ['pending', 'repeat'],
      ['approved', null],
      ['pending', 'repeat'],
      ['approved', null],
      ['approved', null],
    ],
  )
})

test('64 reports of three goals at once make three conversions', async () => {
  const { clickId } = await game()
  const goals = ['', 'level-10', 'E1', 'Level 10', 'purchase']
  const other = await world.process()
  await Promise.all(
    Array.from({ length: 64 }, (_, index) =>
      applyPostbacks(index % 2 ? other : world.ports, [
        world.report(clickId, { goal: goals[index % 5] ?? '' }),
      ]),
    ),
  )
  const rows = await world.database.query('select goal from conversions where click_id = $1 order by goal', [
    clickId,
  ])
  assert.deepEqual(rows, [{ goal: 'install' }, { goal: 'level-10' }, { goal: 'purchase' }])
})

test('a conversion from before an offer had goals is of its default goal, and can still be taken back', async () => {
  const offerId = await world.addOffer()
  const clickId = await world.addClick(offerId, { userId: 'early' })
  const whole = await applied(clickId)
  await world.database.query('update offers set has_goals = true where id = $1', [offerId])
  await world.database.query(
    `insert into offer_goals (offer_id, goal, name, payout_micros, revenue_micros, position, is_repeatable, is_default)
     values ($1, 'install', 'Install', 500000, 1000000, 1, false, true)`,
    [offerId],
  )
  assert.ok((await tell(clickId)).kind === 'duplicate')
  const second = await world.addClick(offerId, { userId: 'early' })
  assert.equal((await applied(second)).reason, 'repeat')
  const reversed = await applied(clickId, { word: 'reversed' })
  assert.deepEqual([reversed.id, reversed.status], [whole.id, 'reversed'])
})

test('a claim is about a goal, and the network takes over the claim of that goal', async () => {
  const { offerId, clickId } = await game('claimer')
  const claim = (goal: string, transactionId: string | null = null) => ({
    appId: world.appId,
    userId: 'claimer',
    offerId,
    isTest: false,
    goal,
    transactionId,
    idempotencyKey: null,
    amountMicros: null,
    clickId: null,
    currency: { name: 'Coins', rateMicros: 1_000_000_000, decimals: 0, rounding: 'half_up' } as const,
  })
  const outcomes = await recordClaims(world.ports, [
    claim(''),
    claim('Level-10'),
    claim('install'),
    claim('nope'),
  ])
  const [first, level, again, unknown] = outcomes
  assert.ok(first?.kind === 'recorded' && level?.kind === 'recorded' && again?.kind === 'recorded')
  assert.deepEqual([first.conversion.goal, first.conversion.payoutMicros], ['install', 0.5 * usd])
  assert.deepEqual([level.conversion.goal, level.conversion.payoutMicros], ['level-10', 4 * usd])
  assert.deepEqual([again.isNew, again.conversion.id], [false, first.conversion.id])
  assert.deepEqual(unknown, { kind: 'unknown_goal', goals: ['install', 'level-10', 'purchase'] })
  const confirmed = await applied(clickId, { goal: 'level-10' })
  assert.deepEqual([confirmed.id, confirmed.status], [level.conversion.id, 'approved'])
})
