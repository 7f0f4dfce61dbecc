import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { short } from '../../../../../test/support/applied-reports.ts'
import { type ConversionWorld, createConversionWorld } from '../../../../../test/support/conversion-world.ts'
import type { ClickTransaction, Found } from '../../store/conversions/reported-conversions.ts'
import { applyPostbacks } from './apply-postbacks.ts'

let world: ConversionWorld
before(async () => {
  world = await createConversionWorld()
})
after(() => world.close())

/** The world's ports, with the transactions that each attempt locks; what it finds may be changed. */
function watch(change: (found: Found) => Found = (found) => found) {
  const locked: (string | undefined)[][] = []
  const { reportedConversions } = world.ports.store
  const watched: typeof reportedConversions = {
    ...reportedConversions,
    lockReportedClicks(tx, ids, named: readonly ClickTransaction[]) {
      locked.push(named.map(({ txnId }) => txnId))
      return reportedConversions.lockReportedClicks(tx, ids, named)
    },
    listReported: async (...given) => (await reportedConversions.listReported(...given)).map(change),
  }
  return { locked, ports: { ...world.ports, store: { ...world.ports.store, reportedConversions: watched } } }
}

test('a report that names its transaction, or has none, is applied by one attempt', async () => {
  const clickId = await world.addClick(await world.addOffer())
  const { locked, ports } = watch()
  for (const txnId of ['T-1', null]) await applyPostbacks(ports, [world.report(clickId, { txnId })])
  assert.deepEqual(locked, [['T-1'], []])
})

test('a report of a conversion whose transaction it does not name locks that in a second attempt', async () => {
  const clickId = await world.addClick(await world.addOffer())
  await applyPostbacks(world.ports, [world.report(clickId, { txnId: 'T-1', word: 'pending' })])
  const { locked, ports } = watch()
  const outcomes = await applyPostbacks(ports, [world.report(clickId)])
  assert.deepEqual(locked, [[], ['T-1']])
  assert.deepEqual(outcomes.map(short), ['approved'])
})

test('where others rename the transaction again and again, the fourth attempt is the last', async () => {
  const clickId = await world.addClick(await world.addOffer())
  await applyPostbacks(world.ports, [world.report(clickId, { txnId: 'T-0', word: 'pending' })])
  let names = 0
  const { locked, ports } = watch((found) => {
    names += 1
    return { ...found, conversion: found.conversion && { ...found.conversion, txnId: `T-${names}` } }
  })
  const outcomes = await applyPostbacks(ports, [world.report(clickId)])
  assert.deepEqual(locked, [[], ['T-1'], ['T-1', 'T-2'], ['T-1', 'T-2', 'T-3']])
  assert.deepEqual(outcomes.map(short), ['approved'])
})
