import assert from 'node:assert/strict'
import { removeCap } from '../../packages/server/src/features/caps/remove-cap.ts'
import { setCap } from '../../packages/server/src/features/caps/set-cap.ts'
import { decideConversion } from '../../packages/server/src/features/conversions/decide-conversion.ts'
import { expireClaims } from '../../packages/server/src/features/conversions/expire-claims.ts'
import { releaseHolds } from '../../packages/server/src/features/conversions/release-holds.ts'
import { updateNetwork } from '../../packages/server/src/features/networks/update-network.ts'
import { replayPostbacks } from '../../packages/server/src/features/postbacks/replay-postbacks.ts'
import { importRates } from '../../packages/server/src/features/terms/import-rates.ts'
import { finishErasures } from '../../packages/server/src/features/users/finish-erasures.ts'
import { DomainError } from '@quoin/core/errors.ts'
import { followOffer, tell } from './conversions.ts'
import type { World } from './world.ts'

/** Draws below a limit; the same draws for the same seed (mulberry32). */
export function openDice(seed: number) {
  let state = seed
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * limit)
  }
  const pick = <T>(list: readonly T[]): T => {
    const one = list[below(list.length)]
    assert.ok(one !== undefined)
    return one
  }
  return { below, pick }
}
type OnLoss = 'hold' | 'pay' | 'refuse'
type OnChanged = 'ignore' | 'update'
export type Dice = ReturnType<typeof openDice>

/** A conversion as the database has it, with what was written along. */
export interface Row {
  readonly id: string
  readonly app: number
  readonly offer: number
  readonly userId: string
  readonly click: string | null
  readonly goal: string
  readonly txns: readonly string[]
  readonly claimTxn: string | null
  readonly status: string
  readonly reason: string | null
  readonly heard: string | null
  readonly version: number
  readonly payout: number
  readonly counted: string | null
  readonly releaseMs: number | null
  readonly isTest: boolean
  readonly events: number
  readonly told: number
  readonly owed: number
}

export async function readRows({ ports }: World, offers: readonly number[]): Promise<Row[]> {
  return await ports.db.query(
    `select v.id, v.app_id as app, v.offer_id as offer, v.user_id as "userId", v.click_id as click, v.goal,
       array_remove(array[v.txn_id, v.former_txn_id], null) as txns, v.claim_txn_id as "claimTxn", v.status, v.reason,
       v.network_state as heard, v.version, v.payout_micros as payout, v.counted_on::text as counted,
       (extract(epoch from v.release_at) * 1000)::bigint as "releaseMs", v.is_test as "isTest",
       (select count(*)::integer from conversion_events e where e.conversion_id = v.id) as events,
       (select count(*)::integer from callbacks c where c.conversion_id = v.id) as told,
       (select coalesce(-sum(amount_micros), 0)::bigint from ledger_entries l
         where l.source_id = v.id and l.account = 'payable') as owed
     from conversions v where v.offer_id = any($1) order by v.id`,
    [offers],
  )
}

const spellings: readonly ((id: string) => string)[] = [
  (id) => id,
  (id) => id,
  (id) => ` ${id}`,
  (id) => `${id}\u200b`,
  (id) => `\ufeff${id}\t`,
  (id) => `\u2060${id}\u00a0\u3164`,
  (id) => id.normalize('NFD'),
  (id) => `${id.normalize('NFD')}\n`,
]

const words = {
  approved: ['approved', 'SALE', '1', 'Completed'],
  pending: ['pending', 'Lead'],
  rejected: ['rejected', 'DECLINED'],
  reversed: ['reversed', 'Chargeback'],
} as const
export type Status = keyof typeof words

/** A step as it is told to the judge. */
export interface Told {
  readonly kind: string
  readonly conversionId?: string | undefined
  readonly status?: Status
  readonly click?: string
  /** As it was sent; empty or absent where the report names none. */
  readonly goal?: string
  readonly txn?: string | null
  readonly http?: number
  readonly isDuplicate?: boolean
  readonly note?: string | undefined
  readonly rejectedMeans?: Status
  /** Told at the same time, of `many`. */
  readonly parts?: readonly Told[]
}

interface Click {
  readonly id: string
  readonly offer: number
  readonly app: number
}

let scenes = 0

const decisions = ['confirm', 'confirm', 'refuse', 'take_back', 'take_back', 'give_after_all'] as const
const likelyOf: Readonly<Record<(typeof decisions)[number], readonly Row['status'][]>> = {
  confirm: ['pending'],
  refuse: ['pending'],
  take_back: ['approved'],
  give_after_all: ['reversed', 'rejected'],
}

/** One set of offers, users and clicks, and random steps on it through two processes and two apps. */
export class MoneyScene {
  readonly offers: number[] = []
  readonly clicks: Click[] = []
  readonly users: string[]
  readonly caps: { id: number; limit: number; offer: number }[] = []
  readonly #worlds: readonly [World, World]
  readonly #dice: Dice
  readonly #name: string
  #isReversedByRejection = false

  constructor(worlds: readonly [World, World], dice: Dice) {
    scenes += 1
    this.#worlds = worlds
    this.#dice = dice
    this.#name = `scene-${process.pid}-${scenes}`
    this.users = [`ann-${scenes}`, `ben-${scenes}`]
  }

  get world(): World {
    return this.#worlds[0]
  }

  async open(): Promise<void> {
    const { below, pick } = this.#dice
    const [onLoss, onChangedPayout] = [
      pick<OnLoss>(['hold', 'hold', 'pay', 'refuse']),
      pick<OnChanged>(['ignore', 'update']),
    ]
    await this.#set({ onLoss, onChangedPayout, statusWordsAfter: {} })
    for (let at = 0; at < 2; at += 1) await this.#editOffer(at)
    if (below(2) === 0) await this.#setCap()
    for (let at = 0; at < 2; at += 1) await this.#click()
  }

  async #set(changes: Parameters<typeof updateNetwork>[2]): Promise<void> {
    await updateNetwork(this.world.ports, 'demo', changes)
    await this.#worlds[1].ports.snapshots.refresh('networks')
  }

  async #editOffer(at: number): Promise<void> {
    const { below, pick } = this.#dice
    const share = below(3) === 0 ? { payout_share: '50%' } : {}
    const install = { goal: 'install', name: 'I', payout: '1', revenue: '1.5', default: true }
    const level = { goal: 'level', name: 'L', payout: '1', revenue: '1.5', repeatable: below(2) === 0 }
    const goals = below(3) === 0 ? { goals: [{ ...install, ...pick([{}, { deadline: '1d' }]) }, level] } : {}
    const row = {
      external_id: `${this.#name}-${at}`,
      repeatable: String(below(2) === 0),
      fallback_url: 'https://offers.example/else?click_id={click_id}',
      ...pick([{}, {}, { hold_days: '1' }, { hold_days: '3' }]),
      ...pick([{}, {}, { total_cap: '2' }, { daily_cap: '1' }]),
      ...share,
      ...goals,
    }
    this.offers[at] = await this.world.addOffer(row)
    await this.#worlds[1].ports.snapshots.refresh('catalogue')
  }

  async #click(): Promise<Told> {
    const { below, pick } = this.#dice
    const at = pick(this.#worlds)
    const mode = below(8) === 0 ? 'test' : 'live'
    const offer = pick(this.offers)
    const given = { offerId: offer, userId: pick(this.users), apiKey: at.app[mode].apiKey }
    this.clicks.push({ id: await followOffer(at, given), offer, app: at.app.appId })
    return { kind: 'click' }
  }

  #txn(): { sent: string; read: string | null } {
    const { below, pick } = this.#dice
    if (below(3) === 0) return { sent: pick(['', ' ', '\u200b']), read: null }
    const id = `${pick(['A', 'a', '\u00e9', 'B'])}${this.#name}`
    return { sent: pick(spellings)(id), read: id }
  }

  async #report(): Promise<Told> {
    const { below, pick } = this.#dice
    const click = this.clicks[Math.max(0, this.clicks.length - 1 - below(4))]
    assert.ok(click)
    const status = pick<Status>([
      'pending',
      'approved',
      'approved',
      'approved',
      'rejected',
      'reversed',
      'reversed',
    ])
    const { sent, read } = this.#txn()
    const goal = pick(['', '', '', 'install', 'LEVEL'])
    const isDryRun = below(15) === 0
    const query = {
      click_id: below(6) === 0 ? click.id.toUpperCase() : click.id,
      status: pick(words[status]),
      payout: pick(['1.5', '1.5', '1.5', '1', '0.5', '9', '0']),
      ...(sent === '' ? {} : { txn_id: sent }),
      ...(goal === '' ? {} : { goal }),
      ...(below(10) === 0 ? { currency: pick(['EUR', 'JPY']) } : {}),
      ...(isDryRun ? { test: '1' } : {}),
    }
    const answer = await tell(pick(this.#worlds), { query })
    assert.ok([200, 400].includes(answer.statusCode), answer.body)
    const { data } = answer.json()
    return {
      kind: isDryRun ? 'dry run' : 'report',
      conversionId: data?.conversion_id,
      status,
      click: click.id,
      goal,
      txn: read,
      http: answer.statusCode,
      isDuplicate: data?.duplicate ?? false,
      note: data?.reason,
      rejectedMeans: this.#isReversedByRejection ? 'reversed' : 'rejected',
    }
  }

  async #claim(): Promise<Told> {
    const { below, pick } = this.#dice
    const at = pick(this.#worlds)
    const { sent } = this.#txn()
    const body = {
      userId: pick(this.users),
      offerId: pick(this.offers),
      ...(sent === '' ? {} : { transactionId: sent }),
      ...(below(6) === 0 ? { goal: 'level' } : {}),
    }
    const key = below(3) === 0 ? { 'idempotency-key': `${this.#name} ${below(3)}` } : {}
    const credentials = below(8) === 0 ? at.testCredentials : at.credentials
    const answer = await at.post('/v1/conversions', { body, headers: { ...credentials, ...key } })
    assert.ok([200, 201, 400].includes(answer.statusCode), answer.body)
    const isDuplicate = answer.statusCode === 200
    return {
      kind: 'claim',
      http: answer.statusCode,
      isDuplicate,
      conversionId: answer.json().data?.conversion_id,
    }
  }

  async #review(rows: readonly Row[]): Promise<Told> {
    const { below, pick } = this.#dice
    if (rows.length === 0) return { kind: 'nothing' }
    const kind = pick(decisions)
    // At times of all: the rule must refuse what is not open to it.
    const likely = rows.filter(({ status }) => below(4) > 0 && likelyOf[kind].includes(status))
    const conversionId = pick(likely.length > 0 ? likely : rows).id
    const despite = below(4) === 0 ? (['repeat', 'cap'] as const) : []
    const decision = { conversionId, actor: 'ops', despite, note: 'Asked by the network.', decision: kind }
    try {
      await decideConversion(pick(this.#worlds).ports, decision)
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      return { kind: 'nothing' }
    }
    return { kind: despite.length > 0 ? `${kind} despite` : kind, conversionId }
  }

  async #setCap(): Promise<void> {
    const { below, pick } = this.#dice
    const offer = pick(this.offers)
    const limit = below(2) === 0 ? { count: 1 + below(2) } : { payoutMicros: 1_500_000 }
    const scope = { networkId: null, offerId: offer, appId: null, userId: null, isPerUser: below(3) === 0 }
    const period = pick(['daily', 'total'] as const)
    const cap = await setCap(this.world.ports, { ...scope, ...limit, period, actor: 'ops' })
    if (!this.caps.some(({ id }) => id === cap.id)) this.caps.push({ id: cap.id, limit: cap.limit, offer })
  }

  async #setting(): Promise<Told> {
    const { below, pick } = this.#dice
    const { world } = this
    switch (below(6)) {
      case 0:
        await this.#set({ onLoss: pick(['hold', 'hold', 'pay', 'refuse']) })
        break
      case 1:
        await this.#set({ onChangedPayout: pick(['ignore', 'update']) })
        break
      case 2:
        this.#isReversedByRejection = below(2) === 0
        await this.#set({
          statusWordsAfter: this.#isReversedByRejection
            ? { approved: { rejected: 'reversed', declined: 'reversed' } }
            : {},
        })
        break
      case 3:
        await this.#editOffer(below(this.offers.length))
        break
      case 4:
        await this.#setCap()
        break
      default: {
        const day = new Date(world.clock.nowMs()).toISOString().slice(0, 10)
        const entries = (async function* () {
          yield { line: 2, row: { day, currency: pick(['EUR', 'JPY']), usd: pick(['1.1', '0.9']) } }
        })()
        await importRates(world.ports, { entries, actor: 'ops' })
      }
    }
    if (below(4) === 0) {
      const cap = this.caps.pop()
      if (cap) await removeCap(world.ports, { id: cap.id, actor: 'ops' })
    }
    return { kind: 'setting' }
  }

  async #replay(): Promise<Told> {
    const sinceMs = this.world.clock.nowMs() - 86_400_000
    const question = { actor: 'ops', ids: [], networkSlug: 'demo', sinceMs, after: null, limit: 1_000 }
    await replayPostbacks(this.world.ports, question)
    return { kind: 'replay' }
  }

  async #erase(): Promise<Told> {
    const { pick } = this.#dice
    const headers = pick(this.#worlds).credentials
    const path = `/api/v1/users/${pick(this.users)}`
    const answer = await this.world.call({ method: 'DELETE', path, headers })
    assert.ok([200, 202].includes(answer.statusCode), answer.body)
    await finishErasures(this.world.ports)
    return { kind: 'erase' }
  }

  async #many(): Promise<Told> {
    const { below } = this.#dice
    const parts = await Promise.all(
      Array.from({ length: 2 + below(5) }, () => (below(4) === 0 ? this.#claim() : this.#report())),
    )
    return { kind: 'many', parts }
  }

  async step(rows: readonly Row[]): Promise<Told> {
    const { below, pick } = this.#dice
    const draw = below(100)
    if (draw < 45) return await this.#report()
    if (draw < 54) return await this.#click()
    if (draw < 62) return await this.#claim()
    if (draw < 74) return await this.#review(rows)
    if (draw < 80) return await this.#setting()
    if (draw < 85) return await this.#many()
    if (draw < 86) return await this.#erase()
    if (draw < 89) return await this.#replay()
    if (draw < 94) {
      this.world.clock.advance({ seconds: pick([600, 30_000, 90_000, 270_000]) })
      return { kind: 'wait' }
    }
    if (draw < 99) {
      await releaseHolds(pick(this.#worlds).ports)
      return { kind: 'release' }
    }
    await expireClaims(this.world.ports)
    return { kind: 'expire' }
  }
}
