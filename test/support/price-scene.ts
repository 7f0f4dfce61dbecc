import assert from 'node:assert/strict'
import { updateOffer } from '../../packages/server/src/features/catalogue/one-offer/update-offer.ts'
import { importRates } from '../../packages/server/src/features/terms/import-rates.ts'
import { openSession } from '../../packages/server/src/features/credentials/open-session.ts'
import type { Dice } from './dice.ts'
import { type PaidOffer, type Person, paidTo, type Row } from './price-model.ts'
import type { World } from './world.ts'

const agents = {
  android: 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36',
  ios: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1',
  desktop: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36',
} as const

const countries = ['US', 'DE', 'BR', 'ZZ'] as const
const platforms = ['android', 'ios', 'desktop'] as const

/** A click that led to its offer, and what it was to earn when it was made. */
interface Started {
  readonly clickId: string
  readonly offerId: number
  readonly person: Person
  /** By the key of the goal; '' without goals. */
  readonly pays: ReadonlyMap<string, Row>
  readonly reported: Set<string>
}

export const priceSteps = ['prices', 'rate', 'list', 'detail', 'link', 'report', 'claim', 'wall'] as const
export type PriceStep = (typeof priceSteps)[number] | 'refused link' | 'nothing on the wall'

/** Some offers whose prices change under people who list them, follow their links, and are reported. */
export class PriceScene {
  readonly #world: World
  readonly #dice: Dice
  readonly #offers = new Map<number, PaidOffer>()
  readonly #started: Started[] = []
  #people = 0

  constructor(world: World, dice: Dice) {
    this.#world = world
    this.#dice = dice
  }

  async open(): Promise<void> {
    await this.#setRate()
    for (let made = 0; made < 4; made += 1) {
      const goals = made % 2 === 0 ? [''] : ['install', 'level-10']
      const offer = this.#drawOffer(goals, made > 1)
      this.#offers.set(await this.#world.addOffer(rowOf(offer)), offer)
    }
  }

  async step(): Promise<PriceStep> {
    this.#world.clock.advance({ seconds: 1 })
    const step = this.#pick(priceSteps)
    return (await this.#steps[step]()) ?? step
  }

  /** The worth of a euro, in billionths of a USD. */
  #euroNanos = 1_000_000_000

  async #setRate(): Promise<void> {
    this.#euroNanos = (80 + this.#dice(60)) * 10_000_000
    const rate = { currency: 'EUR', day: '2026-11-21', usd: (this.#euroNanos / 1e9).toFixed(2) }
    const entries = (async function* () {
      yield { line: 1, row: rate }
    })()
    const { refused } = await importRates(this.#world.ports, { entries, actor: 'ops' })
    assert.equal(refused, 0)
    for (const [id, offer] of this.#offers) this.#offers.set(id, { ...offer, euroNanos: this.#euroNanos })
    this.#world.clock.advance({ seconds: 1 })
  }

  readonly #steps: Readonly<Record<(typeof priceSteps)[number], () => Promise<PriceStep | undefined>>> = {
    prices: async () => {
      const [id, before] = this.#pick([...this.#offers])
      const { externalId, isInEuro } = before
      const offer = { ...this.#drawOffer([...before.paid.keys()], isInEuro), externalId }
      if (this.#dice(2) === 0) await this.#world.addOffer(rowOf(offer))
      else
        await updateOffer(this.#world.ports, {
          offerId: id,
          cells: cellsOf(offer),
          addClickId: false,
          actor: 'ops',
        })
      this.#offers.set(id, offer)
      this.#world.clock.advance({ seconds: 1 })
      return undefined
    },
    rate: async () => {
      await this.#setRate()
      return undefined
    },
    list: async () => {
      const person = this.#newPerson()
      const answer = await this.#world.get('/api/v1/offers', {
        query: {
          ...queryOf(person),
          limit: '100',
          sort: this.#pick(['payout_desc', 'payout_asc', 'newest']),
        },
        headers: this.#world.credentials,
      })
      const { data, meta } = answer.json()
      const wanted = [...this.#offers].flatMap(([id, offer]) => {
        const paid = paidTo(offer, person)
        return paid === undefined ? [] : [[id, paid.payout, paid.goals] as const]
      })
      const listed = data.map((one: Listed) => [one.offer_id, one.payout, goalsOf(one)])
      assert.deepEqual(listed.sort(byId), wanted.sort(byId))
      assert.equal(meta.total, wanted.length)
      return undefined
    },
    detail: async () => {
      const person = this.#newPerson()
      const [id, offer] = this.#pick([...this.#offers])
      const options = { query: queryOf(person), headers: this.#world.credentials }
      const { data } = (await this.#world.get(`/api/v1/offers/${id}`, options)).json()
      const paid = paidTo(offer, person)
      assert.equal(data.eligible, paid !== undefined)
      if (paid) assert.deepEqual([data.payout, goalsOf(data)], [paid.payout, paid.goals])
      const eligibility = (await this.#world.get(`/api/v1/offers/${id}/eligibility`, options)).json()
      assert.equal(eligibility.data.eligible, paid !== undefined)
      return undefined
    },
    link: async () => {
      const person = this.#newPerson()
      const [offerId, offer] = this.#pick([...this.#offers])
      const { apiKey } = this.#world.app.live
      const answer = await this.#world.server.inject({
        method: 'GET',
        url: `/track?${new URLSearchParams({ offerId: String(offerId), apiKey, userId: person.userId })}`,
        headers: {
          'user-agent': agents[person.platform],
          ...(person.country !== 'ZZ' && { 'x-country': person.country }),
        },
      })
      const paid = paidTo(offer, person)
      const location = answer.headers.location
      assert.equal(
        location !== undefined,
        paid !== undefined,
        `${answer.statusCode} ${JSON.stringify(person)}`,
      )
      if (location === undefined || paid === undefined) return 'refused link'
      const clickId = new URL(String(location)).searchParams.get('click_id') ?? ''
      this.#started.push({ clickId, offerId, person, pays: paid.rows, reported: new Set() })
      return undefined
    },
    report: async () => {
      const started = this.#pick(this.#started)
      if (started === undefined) return undefined
      const goal = this.#pick([...started.pays.keys()])
      const payout = 10 + this.#dice(20)
      const query = { click_id: started.clickId, payout: String(payout), status: 'approved', goal }
      const answer = await this.#world.call({ path: '/postback', query })
      assert.equal(answer.statusCode, 200, answer.body)
      started.reported.add(goal)
      return undefined
    },
    claim: async () => {
      const started = this.#pick(this.#started)
      const goal = started && this.#pick([...started.pays.keys()])
      if (started === undefined || goal === undefined || started.reported.has(goal)) return undefined
      const body = { userId: started.person.userId, offerId: started.offerId, clickId: started.clickId, goal }
      const answer = await this.#world.post('/v1/conversions', {
        body: JSON.stringify(goal === '' ? { ...body, goal: undefined } : body),
        headers: { ...this.#world.credentials, 'content-type': 'application/json' },
      })
      assert.ok(answer.statusCode === 200 || answer.statusCode === 201, answer.body)
      started.reported.add(goal)
      return undefined
    },
    wall: async () => {
      const started = this.#pick(this.#started)
      if (started === undefined) return undefined
      const { clickId, person, pays, reported } = started
      const { apiKey } = this.#world.app.live
      const { token: session } = openSession(this.#world.ports, { apiKey, userId: person.userId })
      const headers = { accept: 'application/json' }
      const { data } = (await this.#world.get('/wall/activity', { query: { session }, headers })).json()
      const open = data.page.stories.filter(
        ({ start, step }: Story) => start === clickId && !reported.has(step),
      )
      // The wall goes by the catalogue of now: a goal that is gone from it is told by its conversion alone.
      for (const { step, amount } of open) {
        // In cents, half up.
        assert.equal(Number(amount), Math.floor(((pays.get(step)?.payout ?? 0) + 5_000) / 10_000) / 100)
      }
      return open.length > 0 ? undefined : 'nothing on the wall'
    },
  }

  /** Every conversion has the amount that its click was shown, or its part of what was reported. */
  async check(): Promise<number> {
    const { db } = this.#world.ports
    const rows = await db.query<{
      click: string
      goal: string
      payout: number
      revenue: number
      status: string
    }>(
      `select click_id as click, goal, payout_micros as payout, revenue_micros as revenue, status from conversions
       where offer_id = any($1)`,
      [[...this.#offers.keys()]],
    )
    const byClick = new Map(this.#started.map((one) => [one.clickId, one]))
    let seen = 0
    for (const { click, goal, payout, revenue } of rows) {
      const row = byClick.get(click)?.pays.get(goal)
      assert.ok(row, 'a conversion is of a click that led to its offer')
      const expected = row.share === null ? row.payout : Math.floor((revenue * row.share) / 100)
      assert.equal(payout, expected, JSON.stringify({ click, goal, row, revenue }))
      seen += 1
    }
    return seen
  }

  #newPerson(): Person {
    this.#people += 1
    return {
      userId: `p-${this.#people}-${this.#dice(1_000_000)}`,
      country: this.#pick(countries),
      platform: this.#pick(platforms),
    }
  }

  #drawOffer(goals: readonly string[], isInEuro: boolean): PaidOffer {
    const paid = new Map(goals.map((goal) => [goal, this.#drawRows()]))
    const externalId = `priced-${this.#people}-${this.#dice(1_000_000_000)}`
    return { externalId, isInEuro, euroNanos: this.#euroNanos, paid }
  }

  /** Rows that do not overlap, in any order; the last one is for the rest of the world, where there is one. */
  #drawRows(): readonly Row[] {
    const rows: Row[] = []
    for (const country of ['US', 'DE'] as const) {
      const kind = this.#dice(3)
      if (kind === 1) rows.push(this.#drawRow([country], []))
      else if (kind === 2) {
        rows.push(this.#drawRow([country], ['ios']))
        if (this.#dice(2) === 0) rows.push(this.#drawRow([country], ['android', 'desktop']))
      }
    }
    if (rows.length === 0 || this.#dice(2) === 0) rows.push(this.#drawRow([], []))
    return rows
  }

  #drawRow(where: readonly string[], on: readonly string[]): Row {
    const share = this.#dice(5) === 0 ? 10 * (1 + this.#dice(9)) : null
    const revenue = (1 + this.#dice(90)) * 100_000 // so that payouts are whole cents
    return {
      countries: where,
      platforms: on,
      share,
      revenue,
      payout: Math.floor((revenue * (share ?? 50)) / 100),
    }
  }

  #pick<T>(all: readonly T[]): T {
    return all[this.#dice(all.length)] as T // undefined only of an empty list
  }
}

interface Story {
  readonly start: string
  readonly step: string
  readonly amount: string
}

interface Listed {
  readonly offer_id: number
  readonly payout: number
  readonly goals?: readonly { readonly payout: number }[]
}

function goalsOf({ goals }: Listed): readonly number[] {
  return (goals ?? []).map(({ payout }) => payout)
}

function byId([one = 0]: readonly unknown[], [other = 0]: readonly unknown[]): number {
  return Number(one) - Number(other)
}

function queryOf({ userId, country, platform }: Person): Record<string, string> {
  return { userId, platform, ...(country !== 'ZZ' && { country }) }
}

const usd = (micros: number): string => (micros / 1_000_000).toFixed(6)

function cellsOfRow({ countries: where, platforms: on, share, payout, revenue }: Row) {
  const amount = share === null ? { payout: usd(payout) } : { payout_share: `${share}%` }
  return { countries: where, platforms: on, ...amount, revenue: usd(revenue) }
}

/** The cells of an offer that say what it pays. */
function cellsOf({ paid, isInEuro }: PaidOffer) {
  const currency = isInEuro ? 'EUR' : null
  const own = paid.get('')
  if (own !== undefined) {
    return { currency, payout: null, payout_share: null, revenue: null, prices: own.map(cellsOfRow) }
  }
  const goals = [...paid].map(([goal, rows]) => ({ goal, name: goal, prices: rows.map(cellsOfRow) }))
  return { currency, payout: null, revenue: null, goals }
}

function rowOf(offer: PaidOffer) {
  return { external_id: offer.externalId, ...cellsOf(offer) }
}
