import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Click } from '@quoin/core/tracking/click.ts'
import { makeClick } from '../../../../../test/support/make-click.ts'
import { SpoolOverflow } from './spool-overflow.ts'

const click: Click = makeClick({ appId: 1, offerId: 1, clickedAtMs: 0 })

/** An overflow with a spool of numbers; its looks are those of the mocked timers. */
function openOverflow(t: TestContext, more: { ageMaxMs?: number; note?: () => Promise<void> } = {}) {
  t.mock.timers.enable({ apis: ['setInterval', 'setTimeout'] })
  const seen = { bytes: 0, bytesOfOthers: 0, notes: 0, replays: 0, isCalm: false, nowMs: 0, written: 0 }
  const replays: ((isOver: boolean) => void)[] = []
  const overflow = new SpoolOverflow({
    spool: {
      get bytes() {
        return seen.bytes
      },
      async add() {
        seen.bytes += 100
        seen.written += 1
      },
      async recount() {
        seen.bytes += seen.bytesOfOthers
        seen.bytesOfOthers = 0
      },
    },
    ageMaxMs: more.ageMaxMs ?? 5_000,
    bytesMax: 1_000,
    async note() {
      seen.notes += 1
      await more.note?.()
    },
    replay() {
      seen.replays += 1
      return new Promise<boolean>((resolve) => {
        replays.push((isOver) => {
          if (isOver) seen.bytes = 0
          resolve(isOver)
        })
      })
    },
    isCalm: () => seen.isCalm,
    monotonicMs: () => seen.nowMs,
    onClick: () => {},
    log: { info: () => {}, warn: () => {} },
  })
  const pass = async (ms: number): Promise<void> => {
    for (let left = ms; left > 0; left -= 1_000) {
      seen.nowMs += 1_000
      t.mock.timers.tick(1_000)
      await settle()
    }
  }
  const endReplay = async (isOver = true): Promise<void> => {
    replays.shift()?.(isOver)
    await settle()
  }
  return { overflow, seen, pass, endReplay }
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
}

test('a click goes over after its time is on record, which is renewed while more come', async (t) => {
  const noted = Promise.withResolvers<void>()
  const { overflow, seen, pass } = openOverflow(t, { note: () => noted.promise })
  const added = overflow.add(click)
  await settle()
  assert.deepEqual([seen.notes, seen.written], [1, 0])
  noted.resolve()
  await added
  assert.equal(seen.written, 1)
  await pass(3_000)
  assert.deepEqual([seen.notes, seen.replays, overflow.takes], [4, 0, true])
})

test('clicks are brought over when the queue is calm, and the next flood begins anew', async (t) => {
  const { overflow, seen, pass, endReplay } = openOverflow(t)
  await overflow.add(click)
  seen.isCalm = true
  await pass(1_000)
  assert.deepEqual([seen.replays, overflow.takes], [1, true])
  await endReplay()
  await overflow.add(click)
  assert.deepEqual([seen.notes, seen.replays], [2, 1])
})

test('a second peak goes over while the first is brought over, and by the age of the first no more', async (t) => {
  const { overflow, seen, pass, endReplay } = openOverflow(t)
  await overflow.add(click)
  seen.isCalm = true
  await pass(1_000)
  seen.isCalm = false
  await overflow.add(click)
  assert.deepEqual([seen.replays, seen.written, seen.notes], [1, 2, 2])
  await pass(3_000)
  assert.deepEqual([overflow.takes, seen.replays], [true, 1])
  await pass(1_000)
  assert.deepEqual([overflow.takes, seen.replays], [false, 2])
  await endReplay()
  assert.equal(overflow.takes, true)
  await endReplay()
  assert.equal(overflow.takes, true)
})

test('no click goes over when the oldest has waited for too long, and all are brought over beside what comes', async (t) => {
  const { overflow, seen, pass, endReplay } = openOverflow(t, { ageMaxMs: 3_000 })
  await overflow.add(click)
  await pass(2_000)
  assert.deepEqual([seen.replays, overflow.takes], [0, true])
  await pass(1_000)
  assert.deepEqual([seen.replays, overflow.takes], [1, false])
  await pass(10_000)
  assert.equal(seen.replays, 1)
  await endReplay()
  assert.equal(overflow.takes, true)
})

test('no click goes over when its part of the disk is full, and what is there is brought over', async (t) => {
  const { overflow, seen, pass } = openOverflow(t)
  for (let count = 0; count < 10; count += 1) await overflow.add(click)
  assert.equal(overflow.takes, false)
  await pass(1_000)
  assert.equal(seen.replays, 1)
})

test('no click goes over when others of the folder have filled its part of the disk', async (t) => {
  const { overflow, seen, pass } = openOverflow(t)
  await overflow.add(click)
  seen.bytesOfOthers = 900
  await pass(1_000)
  assert.deepEqual([overflow.takes, seen.replays], [false, 1])
})

test('a time that cannot be recorded refuses its clicks', async (t) => {
  const { overflow, seen, endReplay } = openOverflow(t, { note: () => Promise.reject(new Error('away')) })
  await assert.rejects(overflow.add(click), /away/)
  assert.equal(seen.written, 0)
  await endReplay()
  assert.equal(overflow.takes, true)
})

test('an end brings over what is there, and waits ten seconds for it at most', async (t) => {
  const { overflow, seen, pass } = openOverflow(t)
  await overflow.add(click)
  let isClosed = false
  const closed = overflow.close().then(() => {
    isClosed = true
  })
  await pass(9_000)
  assert.deepEqual([seen.replays, isClosed], [1, false])
  await pass(1_000)
  await closed
})

test('with an age of 0 nothing goes over', (t) => {
  assert.equal(openOverflow(t, { ageMaxMs: 0 }).overflow.takes, false)
})

test('clicks whose replay fails grow older, until one goes through', async (t) => {
  const { overflow, seen, pass, endReplay } = openOverflow(t)
  await overflow.add(click)
  seen.isCalm = true
  await pass(1_000)
  await endReplay(false)
  assert.equal(overflow.takes, true)
  await pass(4_000)
  assert.equal(overflow.takes, false, 'the first click has waited for as long as clicks may')
  await pass(26_000)
  assert.equal(seen.replays, 2)
  await endReplay()
  assert.equal(overflow.takes, true)
})

test('clicks that wait for the record of their time are bounded', async (t) => {
  const noted = Promise.withResolvers<void>()
  const { overflow, seen } = openOverflow(t, { note: () => noted.promise })
  const added = Array.from({ length: 5_000 }, () => overflow.add(click))
  await assert.rejects(overflow.add(click), { name: 'QueueFullError' })
  noted.resolve()
  await Promise.all(added)
  assert.equal(seen.written, 5_000)
})
