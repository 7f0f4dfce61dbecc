import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { NetworkGivenSettings } from '@quoin/core/networks/network-settings.ts'
import { followOffer, tell } from '../../../../../test/support/conversions.ts'
import { createWorld, type World } from '../../../../../test/support/world.ts'
import { checkLedger } from '../ledger/check-ledger.ts'
import { showEntries } from '../ledger/show-entries.ts'
import { updateNetwork } from '../networks/update-network.ts'
import { buildTimeline } from '../timeline/build-timeline.ts'

let world: World
let networks = 0
before(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_PER_MINUTE: '1000000' } })
})
after(() => world.close())

type Rules = Pick<NetworkGivenSettings, 'onLoss' | 'onChangedPayout' | 'payoutMin'>

/** An offer of a network of its own; unless told otherwise the publisher earns 1 of the 1.5 that it pays. */
async function openOffer(rules: Rules = {}, row: object = {}) {
  networks += 1
  const slug = `losing-${networks}`
  await world.addNetwork({ slug, proof: 'none' })
  if (Object.keys(rules).length > 0) await updateNetwork({ ...world.ports, actor: 'ops' }, slug, rules)
  return await world.addOffer({ payout: '1', revenue: '1.5', ...row }, slug)
}

let users = 0

async function openClick(offerId: number): Promise<string> {
  users += 1
  return await followOffer(world, { offerId, userId: `user-${users}` })
}

async function send(clickId: string, payout: string, status = 'approved') {
  return await tell(world, { query: { click_id: clickId, payout, status } })
}

async function report(clickId: string, payout: string, status = 'approved') {
  const answer = await send(clickId, payout, status)
  assert.equal(answer.statusCode, 200, answer.body)
  const { conversion_id: id, status: becomes, reason } = answer.json().data
  return { id: String(id), says: reason === undefined ? becomes : `${becomes} ${reason}` }
}

async function countOf(action: string): Promise<number> {
  const line = new RegExp(`^quoin_losing_reports_total\\{action="${action}"\\} (\\d+)$`, 'm')
  return Number(line.exec((await world.open.meters.print()).text)?.[1] ?? 0)
}

const logged = (sentence: string, clickId: string): number =>
  world.log.lines.filter((line) => line.startsWith(`warn ${sentence}`) && line.includes(clickId)).length

/** The contribution of one report to the metric, and whether its click is in the log. */
async function noted(action: string, sentence: string, clickId: string, run: () => Promise<unknown>) {
  const before = await countOf(action)
  await run()
  assert.equal((await countOf(action)) - before, 1, action)
  assert.equal(logged(sentence, clickId), 1, sentence)
}

test('a report of less than the publisher earns waits for a person, unless its network says otherwise', async () => {
  const held = await openClick(await openOffer())
  await noted('held', 'a report that would lose money was held for review', held, async () => {
    assert.equal((await report(held, '0.99')).says, 'pending margin')
  })
  const paid = await openClick(await openOffer({ onLoss: 'pay' }))
  await noted('paid', 'a report that loses money was accepted', paid, async () => {
    assert.equal((await report(paid, '0.99')).says, 'approved')
  })
  const refused = await openClick(await openOffer({ onLoss: 'refuse' }))
  await noted('refused', 'a report that would lose money was refused', refused, async () => {
    const answer = await send(refused, '0.99')
    assert.equal(answer.statusCode, 400, answer.body)
    const [problem] = answer.json().error.details
    assert.deepEqual([problem.field, problem.rule], ['payout', 'margin'])
    assert.match(problem.message, /pays 0\.99 USD, the publisher earns 1 USD/)
    const line = world.log.lines.find((one) => one.startsWith('warn') && one.includes(refused)) ?? ''
    assert.match(line, /"revenueMicros":990000,"payoutMicros":1000000/)
  })
  assert.equal((await report(refused, '1')).says, 'approved', 'nothing was kept of what was refused')
})

test('a report of just what the publisher earns loses nothing, and neither do words that pay nothing', async () => {
  const before = await Promise.all(['held', 'paid', 'refused'].map(countOf))
  const offerId = await openOffer({ onLoss: 'refuse' })
  assert.equal((await report(await openClick(offerId), '1')).says, 'approved')
  const clickId = await openClick(offerId)
  assert.equal((await report(clickId, '0', 'rejected')).says, 'rejected')
  assert.equal((await report(clickId, '1.5')).says, 'approved')
  assert.equal((await report(clickId, '-1.5', 'reversed')).says, 'reversed')
  assert.deepEqual(await Promise.all(['held', 'paid', 'refused'].map(countOf)), before)
})

test('a dry run counts no loss', async () => {
  const clickId = await openClick(await openOffer())
  const before = await countOf('held')
  const query = { click_id: clickId, payout: '0.5', status: 'approved', test: '1' }
  assert.equal((await tell(world, { query })).json().data.reason, 'margin')
  assert.equal(await countOf('held'), before)
  assert.equal(logged('a report', clickId), 0)
})

test('a report that is refused for its loss is counted as such, and a dry run of it is not', async () => {
  const clickId = await openClick(await openOffer({ onLoss: 'refuse' }))
  const before = await countOf('refused')
  const query = { click_id: clickId, payout: '0.5', status: 'approved' }
  assert.equal((await tell(world, { query: { ...query, test: '1' } })).statusCode, 400)
  assert.equal(await countOf('refused'), before)
  assert.equal((await tell(world, { query })).statusCode, 400)
  assert.equal(await countOf('refused'), before + 1)
})

test('on a share a first report of 0, or of more than three times the listed revenue, waits for a person', async () => {
  const offerId = await openOffer({}, { payout_share: '50', revenue: '2' })
  const said = async (payout: string) => (await report(await openClick(offerId), payout)).says
  assert.deepEqual(
    [await said('0'), await said('0.01'), await said('6'), await said('6.000001')],
    ['pending margin', 'approved', 'approved', 'pending margin'],
  )
})

test('a first report of 0 for a fixed payout waits for a person, who sees the amount that follows it', async () => {
  const clickId = await openClick(await openOffer({ onChangedPayout: 'update' }))
  const { id, says } = await report(clickId, '0')
  assert.equal(says, 'pending margin')
  // A network's word lifts no hold.
  assert.equal((await report(clickId, '1.5')).says, 'pending margin')
  const row = await world.ports.store.conversions.findConversion(world.ports.db, id)
  assert.equal(row?.revenueMicros, 1_500_000)
})

test('below the floor of its network a report that earns is refused, and a rejection or reversal is not', async () => {
  const offerId = await openOffer({ payoutMin: 500_000, onLoss: 'pay' })
  const clickId = await openClick(offerId)
  for (const status of ['approved', 'pending']) {
    const answer = await send(clickId, '0.499999', status)
    assert.equal(answer.statusCode, 400, answer.body)
    assert.match(answer.body, /at least 0\.5 USD, the floor of this network/)
  }
  assert.equal((await report(clickId, '0.5')).says, 'approved')
  assert.equal((await report(clickId, '0', 'reversed')).says, 'reversed')
  assert.equal((await report(await openClick(offerId), '0', 'rejected')).says, 'rejected')
})

test('an update that lowers what is approved below what the publisher earns is booked, counted, logged and told as a loss', async () => {
  const clickId = await openClick(await openOffer({ onChangedPayout: 'update' }))
  const { id } = await report(clickId, '1.5')
  await noted('paid', 'a report that loses money was accepted', clickId, async () => {
    assert.equal((await report(clickId, '0.75')).says, 'approved payout_updated')
  })
  const { entries } = await buildTimeline(world.ports, clickId)
  const told = entries.map(({ text }) => text).join('\n')
  assert.match(told, /The network pays 0\.75 USD: margin −0\.25 USD, a loss\./)
  assert.match(told, /margin -0\.75 \(a loss\)/)
  const lines = showEntries(await world.ports.store.ledger.listEntries(world.ports.db, id))
  assert.deepEqual(
    lines.filter(({ account }) => account === 'margin').map(({ usd, isLoss }) => [usd, isLoss]),
    [
      ['+0.5', false],
      ['-0.75', true],
    ],
  )
  assert.deepEqual((await checkLedger(world.ports)).faults, [])
})

test('an update that would lose money is refused where its network refuses losses, and ignored where it may not update', async () => {
  const refusing = await openClick(await openOffer({ onChangedPayout: 'update', onLoss: 'refuse' }))
  const { id } = await report(refusing, '1.5')
  assert.equal((await send(refusing, '0.75')).statusCode, 400)
  const row = await world.ports.store.conversions.findConversion(world.ports.db, id)
  assert.deepEqual([row?.status, row?.revenueMicros], ['approved', 1_500_000])
  const ignoring = await openClick(await openOffer({}))
  await report(ignoring, '1.5')
  assert.equal((await report(ignoring, '0.75')).says, 'approved payout_ignored')
})
