import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { listAll, OfferFollower } from '../../../../../../test/support/offer-follower.ts'
import { createWorld, type World } from '../../../../../../test/support/world.ts'
import type { Ports } from '../../../ports/ports.ts'
import { removeMargin, setMargin } from '../../terms/set-margin.ts'
import { pauseOffer } from '../pause-offer.ts'
import { OfferChangeFinder } from './find-offer-changes.ts'

let worlds: readonly [World, World]
before(async () => {
  const environment = { RATE_LIMIT_PER_MINUTE: '1000000' }
  const one = await createWorld({ environment })
  worlds = [one, await createWorld({ environment, beside: one, app: { name: 'Other app' } })]
})
after(async () => {
  await worlds[1].close()
  await worlds[0].close()
})

type Place = 0 | 1
const place = fc.constantFrom<Place>(0, 1)
const offer = fc.integer({ min: 0, max: 14 })

const step = fc.oneof(
  {
    arbitrary: fc.record({
      kind: fc.constant('import' as const),
      at: place,
      offers: fc.uniqueArray(offer, { minLength: 1, maxLength: 6 }),
      value: fc.integer({ min: 1, max: 4 }),
    }),
    weight: 4,
  },
  {
    arbitrary: fc.record({ kind: fc.constantFrom('pause' as const, 'resume' as const), at: place, offer }),
    weight: 4,
  },
  {
    arbitrary: fc.record({
      kind: fc.constant('margin' as const),
      at: place,
      offer,
      value: fc.integer({ min: 1, max: 9 }),
    }),
    weight: 1,
  },
  {
    arbitrary: fc.record({
      kind: fc.constantFrom('load' as const, 'look' as const, 'kill' as const, 'break' as const),
      at: place,
    }),
    weight: 6,
  },
  { arbitrary: fc.record({ kind: fc.constant('race' as const) }), weight: 2 },
  {
    arbitrary: fc.record({ kind: fc.constant('wait' as const), seconds: fc.constantFrom(1, 4, 35) }),
    weight: 4,
  },
  {
    arbitrary: fc.record({
      kind: fc.constant('ask' as const),
      at: place,
      limit: fc.integer({ min: 1, max: 7 }),
    }),
    weight: 6,
  },
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** Ports whose next transaction is cut off before its commit. */
function breakable(ports: Ports): { readonly ports: Ports; breakNext(isNext?: boolean): void } {
  let isBreaking = false
  const transaction: Ports['db']['transaction'] = (work, ...rest) =>
    ports.db.transaction(
      async (tx) => {
        const result = await work(tx)
        if (!isBreaking) return result
        isBreaking = false
        throw new Error('killed in the middle')
      },
      ...rest,
    )
  return {
    ports: { ...ports, db: { ...ports.db, transaction } },
    breakNext: (isNext = true) => {
      isBreaking = isNext
    },
  }
}

/** Two processes, and followers that began before anything happened and in the middle. */
class Play {
  readonly followers: OfferFollower[] = []
  readonly ids = new Map<number, number>()
  margins: number[] = []
  readonly #breakables = worlds.map(({ ports }) => breakable(ports))
  readonly #finders = this.#breakables.map(({ ports }) => this.#begin(ports))

  #begin(ports: Ports): OfferChangeFinder {
    return new OfferChangeFinder(ports, ports.newId())
  }

  async run(given: Step): Promise<void> {
    switch (given.kind) {
      case 'import': {
        const rows = given.offers.map((number) => ({
          external_id: `followed-${number}`,
          name: `Offer ${given.value}`,
          payout: `${given.value}`,
          revenue: '9',
          countries: given.value === 3 ? 'DE' : '',
        }))
        const ids = await worlds[given.at].addOffers(rows)
        for (const [index, number] of given.offers.entries()) this.ids.set(number, ids[index] ?? 0)
        return
      }
      case 'pause':
      case 'resume': {
        const offerId = this.ids.get(given.offer)
        const status = given.kind === 'pause' ? 'paused' : 'active'
        if (offerId) await pauseOffer(worlds[given.at].ports, { offerId, status, actor: 'test' })
        return
      }
      case 'margin':
        return await this.#turnMargin(given)
      case 'load':
        return await load(worlds[given.at])
      case 'look':
        return void (await this.look(given.at))
      case 'kill':
        this.#finders[given.at] = this.#begin(this.#breakables[given.at]?.ports ?? worlds[0].ports)
        return
      case 'break':
        this.#breakables[given.at]?.breakNext()
        await this.look(given.at).catch(() => {})
        return this.#breakables[given.at]?.breakNext(false)
      case 'race':
        return void (await Promise.allSettled([this.look(0), this.look(1)]))
      case 'wait':
        return worlds[0].clock.advance({ seconds: given.seconds })
      case 'ask':
        for (const follower of this.followers) await follower.ask(worlds[given.at], given.limit)
        return
      default:
        return given satisfies never
    }
  }

  async #turnMargin({
    at,
    offer: number,
    value,
  }: {
    at: Place
    offer: number
    value: number
  }): Promise<void> {
    const { ports } = worlds[at]
    const known = this.margins.pop()
    if (known !== undefined) return void (await removeMargin(ports, { id: known, actor: 'test' }))
    const rule = { appId: null, country: null, basisPoints: value * 1_000, actor: 'test' }
    const { id } = await setMargin(ports, { ...rule, offerId: this.ids.get(number) ?? null })
    this.margins.push(id)
  }

  look(at: Place): Promise<number | undefined> {
    return this.#finders[at]?.look() ?? Promise.resolve(undefined)
  }

  /** Both see all, and one of them has looked. */
  async settle(): Promise<void> {
    for (const world of worlds) await load(world)
    worlds[0].clock.advance({ seconds: 40 })
    for (let round = 0; round < 10; round += 1) {
      const found = [await this.look(0), await this.look(1)]
      if (found.includes(0) && found.every((count) => !count)) return
      worlds[0].clock.advance({ seconds: 5 })
    }
    throw new Error('the processes never come to an end')
  }
}

async function load({ ports }: World): Promise<void> {
  for (const name of ['catalogue', 'terms', 'apps'] as const) await ports.snapshots.refresh(name)
}

/** Followers ask with one app in both processes. */
async function assertEqualToList(follower: OfferFollower): Promise<void> {
  const byId = (offers: Map<number, unknown>) => [...offers].toSorted(([one], [other]) => one - other)
  for (const world of worlds)
    assert.deepEqual(byId(follower.copy), byId(await listAll(world, worlds[0].credentials)))
}

test('whoever follows has the list in the end, whatever two processes and their ends have done', async () => {
  for (const world of worlds) await load(world)
  const counts = { sequences: 0, steps: 0, told: 0, listed: 0 }
  await fc.assert(
    // Not made shorter: a sequence goes on from the state that the one before has left.
    fc.asyncProperty(fc.noShrink(fc.array(step, { minLength: 10, maxLength: 60 })), async (steps) => {
      const play = new Play()
      play.followers.push(new OfferFollower(worlds[0].credentials))
      for (const [index, one] of steps.entries()) {
        if (index === Math.floor(steps.length / 2))
          play.followers.push(new OfferFollower(worlds[0].credentials))
        await play.run(one)
      }
      for (const id of play.margins) await removeMargin(worlds[0].ports, { id, actor: 'test' })
      await play.settle()
      for (const follower of play.followers) {
        await follower.follow(worlds, 5)
        await assertEqualToList(follower)
        counts.told += follower.told
        counts.listed += follower.copy.size
      }
      counts.sequences += 1
      counts.steps += steps.length
    }),
    { numRuns: Number(process.env['FOLLOW_RUNS'] ?? 40) },
  )
  // Each sequence says something: followers are told of more than what is there in the end.
  assert.ok(counts.told > counts.listed, JSON.stringify(counts))
  if (process.env['FOLLOW_RUNS']) console.log(JSON.stringify(counts))
})
