import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { addEndpoint } from '../../../../../test/support/callback-endpoints.ts'
import { type ConversionWorld, createConversionWorld } from '../../../../../test/support/conversion-world.ts'
import { pruneCallbacks } from '../../features/callbacks/prune-callbacks.ts'
import { applyPostbacks } from '../../features/postbacks/apply-postbacks.ts'
import { keepToldIds } from '../../features/backups/keep-told-ids.ts'
import { dayMs } from '@quoin/core/time/durations.ts'
import { restartStats } from '../stats/stats.ts'
import type { Backups } from '../../ports/backups.ts'
import { addToldIds, listUnkept, noteKept, type ToldId } from './told-ids.ts'

let world: ConversionWorld
let offerId: number

before(async () => {
  world = await createConversionWorld()
  offerId = await world.addOffer({ isRepeatable: true })
  for (const name of ['one', 'other'])
    world.endpoints = [...world.endpoints, await addEndpoint(world.database, { appId: world.appId, name })]
})
after(() => world.close())

beforeEach(async () => {
  await takeBack()
  await world.database.query('truncate told_ids')
  await keepAll()
})

/** The state of before all reports: what a restore to that moment leaves. */
async function takeBack(): Promise<void> {
  await world.database.query('truncate conversions, conversion_events, callbacks, ledger_entries cascade')
}

/** Notes everything as kept, in pages of the smallest size, and returns it. */
async function keepAll(): Promise<ToldId[]> {
  const all: ToldId[] = []
  for (;;) {
    const { ids, from, until, isFull } = await listUnkept(world.database, 1)
    await noteKept(world.database, { from, until })
    all.push(...ids)
    if (!isFull) return all
  }
}

interface Told {
  readonly what: string
  readonly id: string
}

/** Everything that receivers are told, by what it is in any database. */
async function told(): Promise<Told[]> {
  return await world.database.query(
    `select v.click_id || ' ' || v.txn_key as what, v.id from conversions v
     union all
     select v.click_id || ' ' || v.txn_key || ' ' || c.endpoint_id || ' ' || c.event_type || ' '
       || row_number() over (partition by v.id, c.endpoint_id, c.event_type order by c.version), c.id
     from callbacks c join conversions v on v.id = c.conversion_id order by 1`,
  )
}

type Step = readonly [clickId: string, txnId: string, word: string]

async function apply(...steps: Step[]): Promise<void> {
  const reports = steps.map(([clickId, txnId, word]) => world.report(clickId, { txnId, word }))
  const outcomes = await applyPostbacks(world.ports, reports)
  assert.deepEqual(new Set(outcomes.map(({ kind }) => kind)), new Set(['applied']))
}

test('conversions and callbacks that happen again after a restore have the ids of before, whatever the order and the batches', async () => {
  const [one, two] = [await world.addClick(offerId), await world.addClick(offerId)]
  await apply([one, 'a', 'pending'], [one, 'b', 'approved'], [two, 'c', 'approved'])
  await apply([one, 'a', 'approved'], [two, 'c', 'reversed'])
  const before = await told()
  const kept = await keepAll()
  assert.deepEqual(kept.map(({ id }) => id).sort(), before.map(({ id }) => id).sort())
  await takeBack()
  await addToldIds(world.database, kept, world.nowMs)
  await addToldIds(world.database, kept, world.nowMs)
  await apply([two, 'c', 'approved'])
  await apply([one, 'b', 'approved'], [two, 'c', 'reversed'], [one, 'a', 'pending'], [one, 'a', 'approved'])
  assert.deepEqual(await told(), before)
  assert.equal(before.length, 3 + 2 * 5)
})

test('a report that skips a step gets the ids of the steps that it takes', async () => {
  const click = await world.addClick(offerId)
  await apply([click, 'a', 'pending'])
  await apply([click, 'a', 'approved'])
  const before = await told()
  const kept = await keepAll()
  await takeBack()
  await addToldIds(world.database, kept, world.nowMs)
  await apply([click, 'a', 'approved'])
  const since = await told()
  assert.deepEqual(
    since,
    before.filter(({ what }) => !what.includes('pending')),
  )
})

test('an id that is in use is not given out again, and what was never told gets a new one', async () => {
  const [one, two] = [await world.addClick(offerId), await world.addClick(offerId)]
  await apply([one, 'a', 'approved'])
  const before = await told()
  const kept = await keepAll()
  // The restore went back to a moment behind these.
  await addToldIds(world.database, kept, world.nowMs)
  await apply([one, 'a', 'reversed'])
  await apply([one, 'b', 'approved'], [two, 'c', 'approved'])
  const all = (await told()).map(({ id }) => id)
  assert.equal(new Set(all).size, all.length)
  for (const { id } of before) assert.equal(all.filter((other) => other === id).length, 1)
})

test('changes that two processes keep at once are noted once, and none is left out', async () => {
  const click = await world.addClick(offerId)
  await apply([click, 'a', 'approved'])
  const [first, second] = [await listUnkept(world.database, 100), await listUnkept(world.database, 100)]
  assert.deepEqual(first.ids, second.ids)
  await noteKept(world.database, first)
  await apply([click, 'b', 'approved'])
  const later = await listUnkept(world.database, 100)
  await noteKept(world.database, later)
  await noteKept(world.database, second)
  assert.equal(later.ids.length, 3)
  assert.equal((await listUnkept(world.database, 100)).ids.length, 0)
})

test('changes that could not be kept are kept in the next round, and those of before the first backup are passed over', async () => {
  const written: number[] = []
  const keeping = async (state: 'there' | 'fails' | 'empty') => {
    const backups: Pick<Backups, 'keepToldIds'> = {
      async keepToldIds({ ids }) {
        if (state === 'fails') throw new Error('the folder fails')
        if (state === 'there') written.push(ids.length)
        return state === 'there'
      },
    }
    await keepToldIds({ ...world.ports, backups })
  }
  await apply([await world.addClick(offerId), 'a', 'approved'])
  await keeping('empty')
  await keeping('there')
  assert.deepEqual(written, [])
  await apply([await world.addClick(offerId), 'b', 'approved'])
  await world.database.query(
    `insert into jobs (id, kind, actor, about, state, created_at, finished_at, result)
     values (gen_random_uuid(), 'backups.take', 'server', '{}', 'done', now(), now(), '{}')`,
  )
  await assert.rejects(keeping('fails'), /the folder fails/)
  await assert.rejects(keeping('empty'), /is its disk away/)
  await keeping('there')
  await keeping('there')
  assert.deepEqual(written, [3])
})

test('an update to another amount than before has a new id', async () => {
  const networkId = await world.addNetwork({ onChangedPayout: 'update' })
  const offer = await world.addOffer({ networkId, share: 5_000, isRepeatable: true })
  const click = await world.addClick(offer)
  const pay = async (reportedMicros: number) => {
    const report = world.report(click, { networkId, txnId: 'a', word: 'approved', reportedMicros })
    const [outcome] = await applyPostbacks(world.ports, [report])
    assert.equal(outcome?.kind, 'applied', JSON.stringify(outcome))
  }
  const updates = async () => (await told()).filter(({ what }) => what.includes('updated'))
  await pay(1_000_000)
  await pay(2_000_000)
  const before = await updates()
  const kept = await keepAll()
  await takeBack()
  await addToldIds(world.database, kept, world.nowMs)
  await pay(1_000_000)
  await pay(3_000_000)
  await pay(2_000_000)
  const since = (await updates()).map(({ id }) => id)
  assert.equal(before.length, 2)
  assert.equal(since.length, 4)
  // Those to the same amount have theirs.
  assert.equal(since.filter((id) => before.some((one) => one.id === id)).length, 2)
})

test('an id of a callback that was given is forgotten, and statistics begin again at the first id that was told', async () => {
  const click = await world.addClick(offerId)
  await apply([click, 'a', 'approved'])
  const kept = await keepAll()
  await takeBack()
  await addToldIds(world.database, kept, world.nowMs)
  await apply([click, 'a', 'approved'])
  const [conversion] = await world.database.query<{ id: string }>('select id from conversions')
  assert.deepEqual(await world.database.query('select id from told_ids'), [{ id: conversion?.id }])
  await world.database.transaction((tx) => restartStats(tx, world.nowMs + 30 * dayMs))
  const [progress] = await world.database.query<{ first: string }>(
    'select redo_conversion as first from stats_progress',
  )
  assert.ok((progress?.first ?? '') <= (conversion?.id ?? ''))
})

test('they are forgotten with the callbacks of their time', async () => {
  const settings = { callbackRetentionDays: 30 }
  const ids = [{ subject: 'ab'.repeat(16), id: '00000000-0000-7000-8000-000000000001' }]
  await addToldIds(world.database, ids, world.nowMs - 29 * dayMs)
  const left = async () => {
    await pruneCallbacks({ ...world.ports, settings })
    return (await world.database.query('select from told_ids')).length
  }
  assert.equal(await left(), 1)
  await world.database.query('update told_ids set loaded_at = loaded_at - interval $$2 days$$')
  assert.equal(await left(), 0)
})
