import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { followOffer, tell } from '../../../../../test/support/conversions.ts'
import { until } from '../../../../../test/support/eventually.ts'
import { createWorld, type World } from '../../../../../test/support/world.ts'
import type { Database, Db, QueryOptions } from '../../store/pg/database.ts'
import { LiveExclusions } from './live-exclusions.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

const position = 1_000_000

/** The database of the world, but for what the looks for changed users are told. */
class ToldDatabase {
  looks = 0
  next: (() => { position: number }[]) | undefined
  readonly #told = { position }

  over(database: Database): Database {
    const query: Db['query'] = async <Row>(
      text: string,
      values?: readonly unknown[],
      options?: QueryOptions,
    ): Promise<Row[]> => {
      const isLook = text.includes('conversion_events')
      return isLook ? (this.#tell() as Row[]) : await database.query<Row>(text, values, options) // the rows of a look
    }
    return Object.create(database, { query: { value: query } })
  }

  #tell(): { position: number }[] {
    this.looks += 1
    const { next } = this
    this.next = undefined
    return next?.() ?? [this.#told]
  }
}

const unsure = {
  'a look failed': () => {
    throw new Error('the connection broke')
  },
  'the numbers of the server went back': () => [{ position: position - 5 }],
}

for (const [what, answer] of Object.entries(unsure)) {
  test(`after ${what}, nobody's exclusions are trusted for longer than a second`, async (t) => {
    const { db, snapshots } = world.ports
    const offerId = await world.addOffer()
    const told = new ToldDatabase()
    const exclusions = new LiveExclusions({
      snapshots,
      clock: world.clock,
      log: world.log,
      isUnavailable: () => false,
      db: told.over(db),
    })
    t.after(exclusions.follow())
    const looked = async (times: number) => {
      const since = told.looks
      // One that had begun may end without what was told meanwhile.
      await until(() => told.looks > since + times, 'changes were looked for')
    }
    await exclusions.takenBy({ appId: world.app.appId, userId: 'somebody', isTest: false })
    await looked(1)
    world.clock.advance({ ms: 10 })
    const user = { appId: world.app.appId, userId: what, isTest: false }
    const isTaken = async () => (await exclusions.takenBy(user)).offerIds.has(offerId)
    assert.equal(await isTaken(), false)
    // In this process nobody tells these exclusions of it.
    await convert(offerId, what)
    told.next = answer
    await looked(2)
    world.clock.advance({ ms: 1_000 })
    await looked(1)
    assert.equal(await isTaken(), true)
  })
}

test('where nobody asks about users, changes are not looked for', async (t) => {
  const { db, snapshots } = world.ports
  const open = () => {
    const told = new ToldDatabase()
    const exclusions = new LiveExclusions({
      snapshots,
      clock: world.clock,
      log: world.log,
      isUnavailable: () => false,
      db: told.over(db),
    })
    t.after(exclusions.follow())
    return { told, ask: () => exclusions.takenBy({ appId: world.app.appId, userId: 'ann', isTest: false }) }
  }
  const unused = open()
  const used = open()
  await used.ask()
  await until(() => used.told.looks > 2, 'changes are looked for where somebody asks')
  assert.equal(unused.told.looks, 0)
  await unused.ask()
  await until(() => unused.told.looks > 0, 'changes are looked for from then on')
})

async function convert(offerId: number, userId: string): Promise<void> {
  const clickId = await followOffer(world, { offerId, userId })
  await tell(world, { query: { click_id: clickId, payout: '1', status: 'approved' } })
}
