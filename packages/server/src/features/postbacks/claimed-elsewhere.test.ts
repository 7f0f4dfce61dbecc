import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { type ConversionWorld, createConversionWorld } from '../../../../../test/support/conversion-world.ts'
import type { PostbackReport } from '../../ports/writes.ts'
import { recordClaims } from '../conversions/record-claims.ts'
import { applyPostbacks } from './apply-postbacks.ts'

let world: ConversionWorld
before(async () => {
  world = await createConversionWorld()
})
after(() => world.close())

const currency = { name: 'Coins', rateMicros: 1_000_000_000, decimals: 0, rounding: 'half_up' } as const

/** Two clicks of one user on one offer; the user's publisher has claimed the transaction C-1 by the first. */
async function claimByFirst(userId: string, goal = '') {
  const goals = [{ goal: 'install', default: true }, { goal: 'level' }]
  const offerId = await world.addOffer(goal === '' ? { isRepeatable: true } : { isRepeatable: true, goals })
  const clicks = [
    await world.addClick(offerId, { userId }),
    await world.addClick(offerId, { userId }),
  ] as const
  const claim = { appId: world.appId, userId, offerId, isTest: false, goal, amountMicros: null, currency }
  const [claimed] = await recordClaims(world.ports, [
    { ...claim, clickId: clicks[0], transactionId: 'C-1', idempotencyKey: null },
  ])
  assert.ok(claimed?.kind === 'recorded')
  return { clicks, claimId: claimed.conversion.id }
}

async function conversionIdOf(report: PostbackReport): Promise<string | null> {
  const [outcome] = await applyPostbacks(world.ports, [report])
  assert.ok(outcome && 'conversionId' in outcome, JSON.stringify(outcome))
  return outcome.conversionId
}

test('a report by the transaction of a claim is about the claim, whichever click of the user it names', async () => {
  const { clicks, claimId } = await claimByFirst('whichever')
  const report = world.report(clicks[1], { txnId: 'C-1' })
  assert.equal(await conversionIdOf(report), claimId)
  assert.equal(await conversionIdOf({ ...report, id: world.ports.newId() }), claimId, 'once it is named')
})

test('once the network has named the claim by a transaction of its own, that of the claim is another conversion', async () => {
  const { clicks, claimId } = await claimByFirst('renamed')
  await world.database.query(`update conversions set txn_id = 'N-1' where id = $1`, [claimId])
  assert.notEqual(await conversionIdOf(world.report(clicks[1], { txnId: 'C-1' })), claimId)
})

test('a report of another goal than the claim is another conversion', async () => {
  const { clicks, claimId } = await claimByFirst('goals', 'install')
  const say = (goal: string) => conversionIdOf(world.report(clicks[1], { txnId: 'C-1', goal }))
  assert.notEqual(await say('level'), claimId)
  assert.equal(await say('install'), claimId)
})

test('a reversal by the transaction of a claim without a click leaves its click to the conversion that has it', async () => {
  const offerId = await world.addOffer()
  const claim = {
    appId: world.appId,
    userId: 'away',
    offerId,
    isTest: false,
    goal: '',
    amountMicros: null,
    currency,
  }
  const [claimed] = await recordClaims(world.ports, [
    { ...claim, clickId: null, transactionId: 'C-1', idempotencyKey: null },
  ])
  assert.ok(claimed?.kind === 'recorded')
  const clickId = await world.addClick(offerId, { userId: 'away' })
  assert.notEqual(await conversionIdOf(world.report(clickId)), claimed.conversion.id)
  const reversal = () => world.report(clickId, { txnId: 'C-1', word: 'reversed' })
  assert.equal(await conversionIdOf(reversal()), claimed.conversion.id)
  assert.equal(await conversionIdOf(reversal()), claimed.conversion.id, 'once it is taken back')
})

test('a rejection by another click is refused while a conversion of its transaction stands, though another was reversed', async () => {
  const offerId = await world.addOffer()
  const say = async (userId: string, word: string) => {
    const report = world.report(await world.addClick(offerId, { userId }), { txnId: 'T-1', word })
    return [report, (await applyPostbacks(world.ports, [report]))[0]] as const
  }
  const [paid] = await say('one', 'approved')
  await conversionIdOf({ ...paid, id: world.ports.newId(), word: 'reversed' })
  const [, held] = await say('two', 'approved')
  assert.ok(held && 'reason' in held && held.reason === 'transaction', JSON.stringify(held))
  const [, rejected] = await say('three', 'rejected')
  assert.equal(rejected?.kind, 'refused', JSON.stringify(rejected))
})

test('a goal that the offer does not have is refused with those that it has', async () => {
  const plain = await world.addClick(await world.addOffer())
  const offerId = await world.addOffer({ goals: [{ goal: 'install', default: true }] })
  const [none, one] = await applyPostbacks(world.ports, [
    world.report(plain, { goal: 'gone' }),
    world.report(await world.addClick(offerId), { goal: 'gone' }),
  ])
  const problem = (known: string) => [
    { field: 'goal', rule: 'unknown', message: `must be a goal of the offer: ${known}` },
  ]
  assert.deepEqual(
    none?.kind === 'refused' && none.problems,
    problem('it has none but the default, so leave it out'),
  )
  assert.deepEqual(one?.kind === 'refused' && one.problems, problem('install'))
})
