import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { ChangePosition } from '@quoin/core/conversions/change-position.ts'
import { type ConversionWorld, createConversionWorld } from '../../../../../test/support/conversion-world.ts'
import { untilSettled } from '../../../../../test/support/until-settled.ts'
import { applyPostbacks } from '../postbacks/apply-postbacks.ts'
import { type ListedChange, listChanges } from './list-changes.ts'

let world: ConversionWorld
before(async () => {
  world = await createConversionWorld()
})
after(() => world.close())

const rounds = 40
const writersMax = 6

/** Reads on from where it was, like a publisher that reconciles; pages of changing size. */
class Reader {
  readonly seen: ListedChange[] = []
  #after: ChangePosition | undefined

  async read(limit: number): Promise<void> {
    for (;;) {
      const { changes, next, hasMore } = await listChanges(world.ports, {
        appId: world.appId,
        isTest: false,
        after: this.#after,
        filters: {},
        limit,
      })
      this.seen.push(...changes)
      this.#after = next
      if (!hasMore) return
    }
  }
}

/** A transaction of another kind that was begun and stays open: it has a number, and holds back all later ones. */
async function openTransaction(): Promise<() => Promise<void>> {
  let end = (): void => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  let begun = (): void => {}
  const isBegun = new Promise<void>((resolve) => {
    begun = resolve
  })
  const done = world.database.transaction(async (tx) => {
    await tx.query('select pg_current_xact_id()', [])
    begun()
    await ended
  })
  await isBegun
  return async () => {
    end()
    await done
  }
}

test('a change is not shown while an earlier transaction may still write, and is shown then', async () => {
  const offerId = await world.addOffer()
  const close = await openTransaction()
  await applyPostbacks(world.ports, [world.report(await world.addClick(offerId))])
  const reader = new Reader()
  await reader.read(10)
  assert.equal(reader.seen.length, 0)
  await close()
  await untilSettled(world.database)
  await reader.read(10)
  assert.equal(reader.seen.length, 1)
})

test('with writers that commit late and out of order, a reader sees every change once, each conversion in its order', async () => {
  const offerId = await world.addOffer({ isRepeatable: true })
  const processes = await Promise.all([world.process(), world.process(), world.process()])
  const reader = new Reader()
  let isWriting = true
  const statuses = ['pending', 'approved', 'reversed']
  const clicks: string[] = []
  const writing = (async () => {
    for (let round = 0; round < rounds; round += 1) {
      const closes = await Promise.all(Array.from({ length: 1 + (round % 3) }, openTransaction))
      for (let more = 0; more < 2; more += 1)
        clicks.push(await world.addClick(offerId, { userId: `u${round}` }))
      const told = clicks.slice(-writersMax).map((clickId, index) => {
        const word = statuses[(round + index) % statuses.length] ?? 'pending'
        const ports = processes[index % processes.length] ?? world.ports
        return applyPostbacks(ports, [world.report(clickId, { word, userId: `u${round}` } as object)])
      })
      await closes[round % closes.length]?.()
      await Promise.allSettled(told)
      for (const close of closes) await close()
    }
    isWriting = false
  })()
  for (let size = 1; isWriting; size = (size % 7) + 1) await reader.read(size)
  await writing
  const [count] = await world.database.query<{ n: number }>('select count(*) as n from conversion_events', [])
  await untilSettled(world.database)
  await reader.read(3)
  assert.equal(reader.seen.length, count?.n)
  const keys = reader.seen.map(({ conversionId, version }) => `${conversionId} ${version}`)
  assert.equal(new Set(keys).size, keys.length)
  const versions = new Map<string, number>()
  for (const { conversionId, version } of reader.seen) {
    assert.equal(version, (versions.get(conversionId) ?? 0) + 1)
    versions.set(conversionId, version)
  }
  assert.ok(versions.size >= rounds)
})
