import assert from 'node:assert/strict'
import { DomainError } from '@quoin/core/errors.ts'
import { rotateKey, rotateSecret } from '../../packages/server/src/features/apps/rotate-credential.ts'
import { updateApp } from '../../packages/server/src/features/apps/update-app.ts'
import { pauseOffer } from '../../packages/server/src/features/catalogue/pause-offer.ts'
import { confirmClaim } from '../../packages/server/src/features/conversions/confirm-claim.ts'
import { refuseClaim } from '../../packages/server/src/features/conversions/refuse-claim.ts'
import { releaseHolds } from '../../packages/server/src/features/conversions/release-holds.ts'
import { openSession } from '../../packages/server/src/features/credentials/open-session.ts'
import { showOwnBalance } from '../../packages/server/src/features/ledger/own-money.ts'
import { settle } from '../../packages/server/src/features/ledger/settle.ts'
import { addListEntry } from '../../packages/server/src/features/lists/add-list-entry.ts'
import { removeListEntry } from '../../packages/server/src/features/lists/remove-list-entry.ts'
import { decideOnPublisher } from '../../packages/server/src/features/publishers/change-publisher.ts'
import { rollUpStats } from '../../packages/server/src/features/stats/roll-up-stats.ts'
import { addPromotion, endPromotion } from '../../packages/server/src/features/terms/add-promotion.ts'
import { removeMargin, setMargin } from '../../packages/server/src/features/terms/set-margin.ts'
import { finishErasures } from '../../packages/server/src/features/users/finish-erasures.ts'
import { tell } from './conversions.ts'
import { type Dice, readRows } from './money-scene.ts'
import type { World } from './world.ts'

const actor = 'ops'
const phone = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36'
const snapshots = ['apps', 'terms', 'lists', 'catalogue', 'caps', 'networks'] as const

/** The acts of operators, networks, users and a publisher on each other, at random, through two processes. */
export class LifeScene {
  readonly users = ['ann', 'ben', 'cem']
  readonly offers: number[] = []
  readonly paused = new Set<number>()
  /** The blocked users, each with their entry of the list. */
  readonly blocked = new Map<string, number>()
  readonly publisherId: number
  readonly appId: number
  readonly #worlds: readonly [World, World]
  readonly #dice: Dice
  readonly #clicks: { readonly id: string }[] = []
  #key: string
  #secret: string
  #isSuspended = false
  #isAppOff = false
  #marginId: number | undefined
  #promotionId: number | undefined
  #references = 0

  constructor(worlds: readonly [World, World], dice: Dice) {
    this.#worlds = worlds
    this.#dice = dice
    const { app, ports } = worlds[0]
    this.appId = app.appId
    this.publisherId = ports.snapshots.apps().findApp(app.appId)?.publisherId ?? 0
    this.#key = app.live.apiKey
    this.#secret = app.live.apiSecret
  }

  get #world(): World {
    return this.#worlds[0]
  }

  get isOpen(): boolean {
    return !this.#isSuspended && !this.#isAppOff
  }

  get headers(): Readonly<Record<string, string>> {
    return { 'x-api-key': this.#key, 'x-api-secret': this.#secret }
  }

  get repeatable(): number | undefined {
    return this.offers[1]
  }

  async open(): Promise<void> {
    for (let at = 0; at < 3; at += 1) await this.#edit(at)
    await this.#agree()
  }

  /** One process hears of the other's writes within a second. */
  async #agree(): Promise<void> {
    for (const { ports } of this.#worlds) {
      for (const name of snapshots) await ports.snapshots.refresh(name)
    }
  }

  async #edit(at: number): Promise<string> {
    const { pick } = this.#dice
    const row = { payout: pick(['1', '1.1', '0.9']), ...pick([{}, { hold_days: '2' }]) }
    this.offers[at] = await this.#world.addOffer({
      external_id: `life-${at}`,
      repeatable: String(at === 1),
      revenue: '1.5',
      ...row,
    })
    return JSON.stringify(row)
  }

  readonly #acts: Readonly<Record<string, readonly [weight: number, act: () => Promise<string>]>> = {
    click: [14, () => this.#click()],
    report: [30, () => this.#report()],
    claim: [6, () => this.#claim()],
    ticket: [5, () => this.#ticket()],
    review: [8, () => this.#review()],
    suspend: [1, () => this.#suspend()],
    resume: [3, () => this.resume()],
    pause: [2, () => this.#pause()],
    block: [3, () => this.#block()],
    margin: [2, () => this.#margin()],
    promotion: [2, () => this.#promotion()],
    currency: [2, () => this.#currency()],
    edit: [3, () => this.#edit(this.#dice.below(3))],
    settle: [5, () => this.#settle()],
    rotate: [2, () => this.#rotate()],
    erase: [1, () => this.#erase()],
    wait: [6, () => this.#wait()],
    release: [4, async () => String(await releaseHolds(this.#dice.pick(this.#worlds).ports))],
    stats: [3, async () => JSON.stringify(await rollUpStats(this.#world.ports))],
  }
  readonly #deck = Object.entries(this.#acts).flatMap(([name, [weight]]) => Array<string>(weight).fill(name))

  async step(): Promise<{ readonly name: string; readonly outcome: string }> {
    const name = this.#dice.pick(this.#deck)
    const outcome = (await this.#acts[name]?.[1]()) ?? ''
    await this.#agree()
    return { name, outcome }
  }

  async #click(): Promise<string> {
    const { pick } = this.#dice
    const [userId, offer] = [pick(this.users), pick(this.offers)]
    const query = { offerId: String(offer), apiKey: this.#key, userId }
    const answer = await pick(this.#worlds).get('/track', { query, headers: { 'user-agent': phone } })
    const expected = !this.isOpen ? 401 : this.blocked.has(userId) || this.paused.has(offer) ? 404 : 302
    assert.equal(answer.statusCode, expected, answer.body)
    if (expected === 302) {
      const id = new URL(String(answer.headers.location)).searchParams.get('click_id') ?? ''
      this.#clicks.push({ id })
    }
    return String(expected)
  }

  #lateClick(): { readonly id: string } | undefined {
    return this.#clicks[Math.max(0, this.#clicks.length - 1 - this.#dice.below(5))]
  }

  /** A network does not know who is suspended, paused or blocked: what it says of a click is heard. */
  async #report(): Promise<string> {
    const { below, pick } = this.#dice
    const click = this.#lateClick()
    if (click === undefined) return ''
    const query = {
      click_id: click.id,
      status: pick(['approved', 'approved', 'approved', 'pending', 'rejected', 'reversed']),
      payout: pick(['1.5', '1.5', '1.5', '0.5']),
      ...(below(3) > 0 ? { txn_id: `T${below(40)}` } : {}),
    }
    const answer = await tell(pick(this.#worlds), { query })
    assert.ok([200, 400].includes(answer.statusCode), answer.body)
    const { data } = answer.json()
    return `${answer.statusCode} ${JSON.stringify(query)} ${data?.status} ${data?.reason}`
  }

  async #claim(): Promise<string> {
    const { below, pick } = this.#dice
    const body = { userId: pick(this.users), offerId: pick(this.offers), transactionId: `T${below(40)}` }
    const answer = await pick(this.#worlds).post('/v1/conversions', { body, headers: this.headers })
    assert.ok((this.isOpen ? [200, 201, 400] : [401]).includes(answer.statusCode), answer.body)
    return String(answer.statusCode)
  }

  async #ticket(): Promise<string> {
    const { pick } = this.#dice
    const at = pick(this.#worlds)
    const { token: session } = openSession(at.ports, { apiKey: this.#key, userId: pick(this.users) })
    const json = { accept: 'application/json' }
    const listed = await at.get('/wall/missing', { query: { session }, headers: json })
    assert.equal(listed.statusCode, this.isOpen ? 200 : 401, listed.body)
    if (!this.isOpen) return '401'
    const { stories } = listed.json().data.page as { stories: { key: string; mayAsk: boolean }[] }
    const story = stories.find(({ mayAsk }) => mayAsk) ?? stories[0]
    if (story === undefined) return ''
    const asked = await at.call({
      method: 'POST',
      path: '/wall/missing',
      query: { session, story: story.key },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'note=I+did+it',
    })
    assert.equal(asked.statusCode, 303, asked.body)
    const outcome = new URL(String(asked.headers.location), 'http://x').searchParams.get('outcome') ?? ''
    assert.equal(outcome === 'sent', story.mayAsk, `it said ${story.mayAsk} and answered ${outcome}`)
    return outcome
  }

  async #review(): Promise<string> {
    const { below, pick } = this.#dice
    const waiting = (await readRows(this.#world, this.offers)).filter(({ status }) => status === 'pending')
    if (waiting.length === 0) return ''
    const { id: conversionId } = pick(waiting)
    const despite = below(3) === 0 ? (['repeat', 'cap'] as const) : []
    const decide = below(3) > 0 ? confirmClaim : refuseClaim
    return await orRefused(async () => {
      await decide(pick(this.#worlds).ports, { conversionId, actor, despite })
      return `${decide.name} ${conversionId}`
    })
  }

  async #suspend(): Promise<string> {
    const isPublisher = this.#dice.below(2) === 0
    if (isPublisher) {
      await decideOnPublisher(
        { ...this.#dice.pick(this.#worlds).ports, actor },
        { publisherId: this.publisherId, decision: 'suspend' },
      )
      this.#isSuspended = true
      return 'publisher'
    }
    await updateApp({ ...this.#world.ports, actor }, this.appId, { status: 'suspended' })
    this.#isAppOff = true
    return 'app'
  }

  async resume(): Promise<string> {
    const { publisherId } = this
    if (this.#isSuspended) {
      await decideOnPublisher({ ...this.#world.ports, actor }, { publisherId, decision: 'resume' })
    }
    if (this.#isAppOff) await updateApp({ ...this.#world.ports, actor }, this.appId, { status: 'active' })
    this.#isSuspended = false
    this.#isAppOff = false
    await this.#agree()
    return ''
  }

  async #pause(): Promise<string> {
    const offerId = this.#dice.pick(this.offers)
    const isPaused = this.paused.delete(offerId)
    if (!isPaused) this.paused.add(offerId)
    await pauseOffer(this.#world.ports, { offerId, status: isPaused ? 'active' : 'paused', actor })
    return `${offerId} ${!isPaused}`
  }

  async #block(): Promise<string> {
    const value = this.#dice.pick(this.users)
    const known = this.blocked.get(value)
    if (known !== undefined) {
      await removeListEntry(this.#world.ports, { id: known, actor })
      this.blocked.delete(value)
      return `not ${value}`
    }
    const entry = { kind: 'user', value, action: 'block', appId: this.appId, reason: '' } as const
    const { id } = await addListEntry(this.#world.ports, { ...entry, actor })
    this.blocked.set(value, id)
    return value
  }

  async #margin(): Promise<string> {
    const { below, pick } = this.#dice
    if (this.#marginId !== undefined && below(2) === 0) {
      await removeMargin(this.#world.ports, { id: this.#marginId, actor })
      this.#marginId = undefined
      return 'none'
    }
    const of = { offerId: pick([null, ...this.offers]), appId: pick([null, this.appId]), country: null }
    const rule = await setMargin(this.#world.ports, { ...of, basisPoints: below(10_001), actor })
    this.#marginId = rule.id
    return JSON.stringify(rule)
  }

  async #promotion(): Promise<string> {
    const { ports, clock } = this.#world
    const id = this.#promotionId
    this.#promotionId = undefined
    return await orRefused(async () => {
      if (id !== undefined) {
        await endPromotion(ports, { id, actor })
        return 'ended'
      }
      const fromMs = clock.nowMs()
      const toMs = fromMs + 3_600_000 * (1 + this.#dice.below(60))
      const given = { appId: this.appId, name: 'Double', basisPoints: 20_000, fromMs, toMs, actor }
      this.#promotionId = (await addPromotion(ports, given)).id
      return 'begun'
    })
  }

  async #currency(): Promise<string> {
    const { below, pick } = this.#dice
    const currency = {
      currencyRate: pick([1_000_000, 333_333, 1_000_000_000]),
      currencyDecimals: below(4),
      rounding: pick(['half_up', 'floor', 'ceil'] as const),
      currencyName: pick(['Coin', 'Gem']),
    }
    await updateApp({ ...this.#world.ports, actor }, this.appId, currency)
    return JSON.stringify(currency)
  }

  /** All that is owed, a little less, or a little more, from both processes at once and beside a reversal. */
  async #settle(): Promise<string> {
    const [one, other] = this.#worlds
    this.#references += 1
    const { owed } = await showOwnBalance(one.ports, this.publisherId)
    const amountMicros = Number(owed) - this.#dice.pick([0, 0, 500_000, -1])
    if (amountMicros <= 0) return ''
    const request = {
      ...({ kind: 'paid', appId: this.appId, networkId: null, amountMicros, actor } as const),
      reference: `life-${this.#references}`,
      reason: '',
      mayGoNegative: false,
    }
    const click_id = this.#lateClick()?.id
    const query = { click_id: click_id ?? '', status: 'reversed', payout: '1' }
    const settled = await Promise.allSettled([
      settle(one.ports, request),
      click_id === undefined ? undefined : tell(other, { query }),
      settle(other.ports, request),
    ])
    return `${amountMicros} ${settled.map(({ status }) => status)}`
  }

  async #rotate(): Promise<string> {
    const { below, pick } = this.#dice
    const rotation = { appId: this.appId, mode: 'live', overlapSec: pick([0, 3_600]) } as const
    const former = this.headers
    const needs = { ...this.#world.ports, actor }
    if (below(2) === 0) this.#key = (await rotateKey(needs, rotation)).apiKey
    else this.#secret = (await rotateSecret(needs, rotation)).apiSecret
    await this.#agree()
    if (rotation.overlapSec > 0) return 'with an overlap'
    for (const at of this.#worlds) {
      const answer = await at.get('/api/v1/offers', { query: { userId: 'ann' }, headers: former })
      assert.equal(answer.statusCode, 401, 'what was rotated without an overlap works on')
    }
    return 'at once'
  }

  /** A block outlasts its user. */
  async #erase(): Promise<string> {
    const user = this.#dice.pick(this.users)
    const path = `/api/v1/users/${user}`
    const answer = await this.#world.call({ method: 'DELETE', path, headers: this.headers })
    assert.equal(answer.statusCode, this.isOpen ? 200 : 401, answer.body)
    await finishErasures(this.#world.ports)
    return user
  }

  async #wait(): Promise<string> {
    const seconds = this.#dice.pick([600, 30_000, 90_000, 180_000])
    this.#world.clock.advance({ seconds })
    return String(seconds)
  }
}

/** A refusal by the rules comes with a sentence; any other error is a fault. */
async function orRefused(act: () => Promise<string>): Promise<string> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return error.message
  }
}
