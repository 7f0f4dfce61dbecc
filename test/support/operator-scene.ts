import assert from 'node:assert/strict'
import { DomainError } from '@quoin/core/errors.ts'
import { expireClaims } from '../../packages/server/src/features/conversions/expire-claims.ts'
import { releaseHolds } from '../../packages/server/src/features/conversions/release-holds.ts'
import { decideReviews } from '../../packages/server/src/features/conversions/review/decide-reviews.ts'
import { settle } from '../../packages/server/src/features/ledger/settle.ts'
import { replayPostbacks } from '../../packages/server/src/features/postbacks/replay-postbacks.ts'
import { rollUpStats } from '../../packages/server/src/features/stats/roll-up-stats.ts'
import { finishErasures } from '../../packages/server/src/features/users/finish-erasures.ts'
import { makeClickPartitions } from '../../packages/server/src/jobs/keep-click-partitions.ts'
import { tell } from './conversions.ts'
import type { Dice, Row, Status, Told } from './money-scene.ts'
import { OperatorSettings } from './operator-settings.ts'
import type { CreatedApp } from '../../packages/server/src/features/apps/create-app.ts'
import type { CallOptions, World } from './world.ts'

const actor = 'ops'
const phone = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36'
const snapshots = ['apps', 'terms', 'lists', 'catalogue', 'caps', 'networks'] as const

/** The terms that a user was shown when they clicked. */
export interface Shown {
  readonly payout: number
  readonly local: number
  readonly currency: string
  readonly isShare: boolean
  readonly edits: number
}

interface Click {
  readonly id: string
  readonly offer: number
  readonly app: number
}

export interface OwnApp {
  readonly app: CreatedApp
  /** The token of a program of its publisher. */
  readonly token: string
  key: string
  secret: string
  isPaused: boolean
}

/**
 * An operator, two publishers, their users and a network, at random and through two processes, of which one is
 * sometimes stopped and started anew.
 */
export class OperatorScene {
  readonly users = ['ann', 'ben']
  readonly offers: number[] = []
  readonly clicks: Click[] = []
  readonly shown = new Map<string, Shown>()
  /** How often an offer was changed. */
  readonly edits = new Map<number, number>()
  readonly apps: readonly OwnApp[]
  readonly #worlds: [World, World]
  readonly #restart: (world: World) => Promise<World>
  readonly #dice: Dice
  readonly #name: string
  readonly #settings: OperatorSettings
  readonly #promotions: { readonly id: string; readonly own: OwnApp }[] = []
  readonly #shares = new Set<number>()
  #references = 0

  constructor(
    worlds: readonly [World, World],
    apps: readonly Pick<OwnApp, 'app' | 'token'>[],
    { dice, name, restart }: { dice: Dice; name: string; restart: (world: World) => Promise<World> },
  ) {
    this.#worlds = [...worlds]
    this.#dice = dice
    this.#name = name
    this.#restart = restart
    this.apps = apps.map(({ app, token }) => {
      return { app, token, key: app.live.apiKey, secret: app.live.apiSecret, isPaused: false }
    })
    const appIds = apps.map(({ app }) => app.appId)
    this.#settings = new OperatorSettings(worlds[0].ports, dice, { offers: this.offers, appIds })
  }

  get worlds(): readonly [World, World] {
    return this.#worlds
  }

  get #world(): World {
    return this.#worlds[0]
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

  async #edit(at: number): Promise<Told> {
    const { pick } = this.#dice
    const isShare = at === 2
    const row = {
      external_id: `${this.#name}-${at}`,
      repeatable: String(at === 1),
      ...(isShare ? { payout_share: pick(['60%', '70%']) } : {}),
      payout: pick(['1', '1.1', '0.9']),
      revenue: pick(['1.5', '1.6']),
      ...pick([{}, {}, { hold_days: '1' }, { hold_days: '3' }]),
      ...pick([{}, {}, {}, { total_cap: '4' }, { daily_cap: '2' }]),
    }
    const offer = await this.#world.addOffer(row)
    this.offers[at] = offer
    this.edits.set(offer, (this.edits.get(offer) ?? 0) + 1)
    if (isShare) this.#shares.add(offer)
    return { kind: 'setting', note: JSON.stringify(row) }
  }

  readonly #acts: Readonly<
    Record<string, readonly [weight: number, act: (rows: readonly Row[]) => Promise<Told>]>
  > = {
    click: [14, () => this.#click()],
    report: [34, () => this.#report()],
    many: [4, () => this.#many()],
    claim: [6, () => this.#claim()],
    review: [12, (rows) => this.#review(rows)],
    edit: [3, () => this.#edit(this.#dice.below(3))],
    hold: [2, () => this.#settings.hold()],
    pauseOffer: [2, () => this.#settings.pauseOffer()],
    pauseApp: [3, () => this.#pauseApp()],
    margin: [3, () => this.#settings.margin()],
    promotion: [4, () => this.#promotion()],
    currency: [2, () => this.#currency()],
    cap: [3, () => this.#settings.cap()],
    network: [2, () => this.#settings.network()],
    rate: [1, () => this.#settings.rate()],
    rotate: [2, () => this.#rotate()],
    settle: [3, () => this.#settle()],
    erase: [1, () => this.#erase()],
    replay: [2, () => this.#replay()],
    wait: [8, () => this.#wait()],
    release: [5, () => this.#release()],
    expire: [1, () => this.#expire()],
    stats: [2, () => this.#stats()],
    restart: [1, () => this.#stopAndStart()],
  }
  readonly #deck = Object.entries(this.#acts).flatMap(([name, [weight]]) => Array<string>(weight).fill(name))

  async step(rows: readonly Row[]): Promise<Told & { readonly act: string }> {
    const act = this.#dice.pick(this.#deck)
    const told = await this.#acts[act]?.[1](rows)
    assert.ok(told)
    await this.#agree()
    this.#world.clock.advance({ seconds: 2 })
    return { ...told, act }
  }

  #as({ key, secret }: OwnApp): Readonly<Record<string, string>> {
    return { 'x-api-key': key, 'x-api-secret': secret }
  }

  async #manage(own: OwnApp, call: Omit<CallOptions, 'headers'>) {
    const headers = { authorization: `Bearer ${own.token}` }
    const path = `/manage/v1/apps/${own.app.appId}${call.path}`
    return await this.#dice.pick(this.#worlds).call({ ...call, path, headers })
  }

  async #click(): Promise<Told> {
    const { pick } = this.#dice
    const [own, userId, offer] = [pick(this.apps), pick(this.users), pick(this.offers)]
    const at = pick(this.#worlds)
    const query = { userId, country: 'DE', platform: 'android' }
    const listed = await at.get(`/api/v1/offers/${offer}`, { query, headers: this.#as(own) })
    assert.equal(listed.statusCode, 200, listed.body)
    const { payout, payout_local: local, currency } = listed.json().data
    const link = { offerId: String(offer), apiKey: own.key, userId }
    const answer = await at.get('/track', {
      query: link,
      headers: { 'user-agent': phone },
      address: '141.20.1.31',
    })
    if (answer.statusCode !== 302) {
      assert.equal(answer.statusCode, 404, answer.body)
      return { kind: 'wait', note: 'fallback' }
    }
    assert.ok(!own.isPaused, 'the link of a paused app led to its offer')
    const id = new URL(String(answer.headers.location)).searchParams.get('click_id') ?? ''
    this.clicks.push({ id, offer, app: own.app.appId })
    const [isShare, edits] = [this.#shares.has(offer), this.edits.get(offer) ?? 0]
    this.shown.set(id, { payout, local, currency, isShare, edits })
    return { kind: 'click', click: id, note: `${userId} ${offer} ${payout}` }
  }

  #txn(): string | null {
    const { below, pick } = this.#dice
    return below(3) === 0 ? null : `${pick(['A', 'a', 'B', 'C'])}${this.#name}`
  }

  async #report(): Promise<Told> {
    const { below, pick } = this.#dice
    const click = this.clicks[Math.max(0, this.clicks.length - 1 - below(6))]
    if (click === undefined) return { kind: 'nothing' }
    const status = pick<Status>([
      'pending',
      'approved',
      'approved',
      'approved',
      'rejected',
      'reversed',
      'reversed',
    ])
    const txn = this.#txn()
    const query = {
      click_id: click.id,
      status,
      payout: pick(['1.5', '1.5', '1.6', '1', '0.5', '9', '0']),
      ...(txn === null ? {} : { txn_id: txn }),
      ...(below(10) === 0 ? { currency: pick(['EUR', 'JPY']) } : {}),
    }
    const answer = await tell(pick(this.#worlds), { query })
    assert.ok([200, 400].includes(answer.statusCode), answer.body)
    const { data } = answer.json()
    return {
      kind: 'report',
      conversionId: data?.conversion_id,
      status,
      click: click.id,
      txn,
      http: answer.statusCode,
      isDuplicate: data?.duplicate ?? false,
      note: data?.reason,
      rejectedMeans: this.#settings.isReversedByRejection ? 'reversed' : 'rejected',
    }
  }

  async #many(): Promise<Told> {
    const parts = await Promise.all(Array.from({ length: 2 + this.#dice.below(4) }, () => this.#report()))
    return { kind: 'many', parts }
  }

  /** By the app's server, or by a developer in the live console. */
  async #claim(): Promise<Told> {
    const { below, pick } = this.#dice
    const own = pick(this.apps)
    const txn = this.#txn()
    const body = {
      userId: pick(this.users),
      offerId: pick(this.offers),
      ...(txn === null ? {} : { transactionId: txn }),
    }
    if (below(2) === 0) {
      const request = { mode: 'live', method: 'POST', path: '/v1/conversions', body: JSON.stringify(body) }
      const sent = await this.#manage(own, { method: 'POST', path: '/console', body: request })
      assert.equal(sent.statusCode, 200, sent.body)
      const { status, body: answered } = sent.json().data
      return claimed(status, JSON.parse(answered))
    }
    const answer = await pick(this.#worlds).post('/v1/conversions', { body, headers: this.#as(own) })
    return claimed(answer.statusCode, answer.json())
  }

  async #review(rows: readonly Row[]): Promise<Told> {
    const { below, pick } = this.#dice
    const waiting = rows.filter(({ status }) => status === 'pending')
    const row = waiting.length > 0 && below(8) > 0 ? pick(waiting) : rows[below(rows.length)]
    if (row === undefined) return { kind: 'nothing' }
    const decision = pick(['confirm', 'confirm', 'confirm', 'refuse', 'keep'] as const)
    const isOutdated = below(8) === 0 && row.version > 1
    const [decided] = await decideReviews(pick(this.#worlds).ports, {
      decision,
      note: 'looked at',
      actor,
      conversions: [{ id: row.id, version: row.version - (isOutdated ? 1 : 0) }],
      despite: below(4) === 0 ? ['repeat', 'cap'] : [],
    })
    if (isOutdated) assert.notEqual(decided?.outcome, 'done', 'what was not looked at was decided')
    const isMoved = decided?.outcome === 'done' && decision !== 'keep'
    return { kind: isMoved ? decision : 'nothing', conversionId: row.id, note: decided?.problem ?? undefined }
  }

  async #pauseApp(): Promise<Told> {
    const own = this.#dice.pick(this.apps)
    own.isPaused = !own.isPaused
    const changed = await this.#manage(own, { method: 'PATCH', path: '', body: { isPaused: own.isPaused } })
    assert.equal(changed.statusCode, 200, changed.body)
    return { kind: 'setting', note: `app ${own.app.appId} ${own.isPaused}` }
  }

  async #promotion(): Promise<Told> {
    const { below, pick } = this.#dice
    const { clock } = this.#world
    const known = below(2) === 0 ? this.#promotions.pop() : undefined
    if (known !== undefined) {
      const path = `/promotions/${known.id}/end`
      const ended = await this.#manage(known.own, { method: 'POST', path, body: {} })
      assert.ok([200, 404].includes(ended.statusCode), ended.body)
      return { kind: 'setting', note: `promotion ${known.id} ended` }
    }
    const own = pick(this.apps)
    const nowSec = Math.floor(clock.nowMs() / 1000)
    const from = below(2) === 0 ? {} : { from: nowSec + pick([0, 5_000, 100_000]) }
    const body = {
      basisPoints: pick([15_000, 20_000, 31_000]),
      to: nowSec + pick([100, 50_000, 200_000]),
      ...from,
    }
    const added = await this.#manage(own, { method: 'POST', path: '/promotions', body })
    assert.ok([201, 400].includes(added.statusCode), added.body)
    if (added.statusCode === 201) this.#promotions.push({ id: String(added.json().data.id), own })
    return { kind: 'setting', note: `${JSON.stringify(body)} ${added.statusCode}` }
  }

  async #currency(): Promise<Told> {
    const { below, pick } = this.#dice
    const body = {
      currencyRate: pick(['1', '0.333333', '1000']),
      currencyDecimals: below(4),
      rounding: pick(['half_up', 'floor', 'ceil']),
      currencyName: pick(['Coin', 'Gem']),
    }
    const changed = await this.#manage(pick(this.apps), { method: 'PATCH', path: '', body })
    assert.equal(changed.statusCode, 200, changed.body)
    return { kind: 'setting', note: JSON.stringify(body) }
  }

  async #rotate(): Promise<Told> {
    const { pick } = this.#dice
    const own = pick(this.apps)
    const kind = pick(['key', 'secret'] as const)
    const former = this.#as(own)
    const body = { kind, mode: 'live', overlapSec: 0 }
    const made = await this.#manage(own, { method: 'POST', path: '/credentials', body })
    assert.equal(made.statusCode, 201, made.body)
    own[kind] = made.json().data.credential
    await this.#agree()
    for (const at of this.#worlds) {
      const answer = await at.get('/api/v1/offers', { query: { userId: 'ann' }, headers: former })
      assert.equal(answer.statusCode, 401, 'what was rotated without an overlap works on')
    }
    return { kind: 'setting' }
  }

  async #settle(): Promise<Told> {
    const { pick } = this.#dice
    const [one, other] = this.#worlds
    const { app } = pick(this.apps)
    this.#references += 1
    const reference = `${this.#name}-${this.#references}`
    const kind = pick(['paid', 'paid', 'adjusted'] as const)
    const amountMicros = kind === 'paid' ? pick([900_000, 2_000_000]) : pick([-250_000, 250_000])
    const party = { appId: app.appId, networkId: null }
    const request = { kind, ...party, amountMicros, reference, reason: 'r', actor, mayGoNegative: false }
    const settled = await Promise.allSettled([settle(one.ports, request), settle(other.ports, request)])
    for (const each of settled) if (each.status === 'rejected') assert.ok(each.reason instanceof DomainError)
    return { kind: 'setting', note: `${kind} ${amountMicros} ${settled.map(({ status }) => status)}` }
  }

  async #erase(): Promise<Told> {
    const { below, pick } = this.#dice
    const own = pick(this.apps)
    const path = `/api/v1/users/${pick(this.users)}`
    const headers = this.#as(own)
    const request = { mode: 'live', method: 'DELETE', path }
    const answer =
      below(2) === 0
        ? await this.#manage(own, { method: 'POST', path: '/console', body: request })
        : await this.#world.call({ method: 'DELETE', path, headers })
    assert.equal(answer.statusCode, 200, answer.body)
    await finishErasures(this.#world.ports)
    return { kind: 'erase' }
  }

  async #replay(): Promise<Told> {
    const sinceMs = this.#world.clock.nowMs() - 86_400_000
    const question = { actor, ids: [], networkSlug: 'demo', sinceMs, after: null, limit: 1_000 }
    await replayPostbacks(this.#world.ports, question)
    return { kind: 'replay' }
  }

  async #wait(): Promise<Told> {
    const seconds = this.#dice.pick([600, 30_000, 90_000, 90_000, 270_000])
    this.#world.clock.advance({ seconds })
    await makeClickPartitions(this.#world.ports)
    return { kind: 'wait', note: String(seconds) }
  }

  async #release(): Promise<Told> {
    await releaseHolds(this.#dice.pick(this.#worlds).ports)
    return { kind: 'release' }
  }

  async #expire(): Promise<Told> {
    await expireClaims(this.#world.ports)
    return { kind: 'expire' }
  }

  async #stats(): Promise<Told> {
    await rollUpStats(this.#dice.pick(this.#worlds).ports)
    return { kind: 'setting' }
  }

  async #stopAndStart(): Promise<Told> {
    this.#worlds[1] = await this.#restart(this.#worlds[1])
    return { kind: 'setting', note: 'restart' }
  }
}

function claimed(http: number, answer: { data?: { conversion_id: string } }): Told {
  assert.ok([200, 201, 400].includes(http), JSON.stringify(answer))
  return { kind: 'claim', http, isDuplicate: http === 200, conversionId: answer.data?.conversion_id }
}
