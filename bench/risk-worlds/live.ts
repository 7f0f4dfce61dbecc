import type { Chance } from './chance.ts'
import type { Machine } from './machines.ts'
import { likingOf, type Offer } from './offers.ts'
import type { Place } from './places.ts'

export const startSec = 1_790_812_800
export const daySec = 86_400
export const endSec = startSec + 35 * daySec

export interface Visit {
  readonly atSec: number
  readonly place: Place
  readonly machine: Machine
  readonly hash: string
  readonly clicks: number
}

/** Somebody's account, with all they will do. */
export interface Account {
  readonly kind: string
  readonly person: string
  readonly isFraud: boolean
  readonly visits: readonly Visit[]
  readonly taste: readonly number[]
  /** Offers that are done in this order before any is chosen; each may be passed over. */
  readonly plan: readonly Offer[]
  /** On what a click comes to. */
  readonly skill: number
  /** On how long an offer takes. */
  readonly pace: number
  /** On what is taken back. */
  readonly taken: number
  /** Seconds between two clicks of a visit, and how even they are: the shape of a gamma. */
  readonly gap: readonly [meanSec: number, shape: number]
  /** How often a visit submits a fingerprint. */
  readonly seen: number
  readonly trick?: 'flood' | 'inject'
}

export interface WorldEvent {
  readonly ts: number
  readonly type: string
}

interface Lived {
  readonly account: Account
  readonly index: number
  readonly offers: readonly Offer[]
}

export function live(chance: Chance, { account, index, offers }: Lived): WorldEvent[] {
  const events: (WorldEvent & object)[] = []
  const plan = [...account.plan]
  const done = new Set<number>()
  const user_id = `w${index}`
  let clicks = 0
  for (const [turn, visit] of account.visits.entries()) {
    if (visit.atSec > endSec) break
    const { address: ip } = visit.place
    const ua = visit.machine.userAgent
    if (turn === 0 ? account.seen > 0 : chance.happens(account.seen)) {
      const place = { timezone: visit.place.timezone, languages: [visit.place.language] }
      const fingerprint_data = { user_agent: ua, ...visit.machine.data, ...place }
      const body = { fingerprint_hash: visit.hash, user_id, fingerprint_data }
      events.push({ ts: Math.round(visit.atSec), type: 'fingerprint', ip, ua, body } as WorldEvent)
    }
    let atSec = visit.atSec + chance.gamma(2, 25)
    for (let click = 0; click < visit.clicks; click += 1) {
      const offer = chooseOffer(chance, { account, plan, done, offers })
      const click_id = `${user_id}-${clicks}`
      clicks += 1
      const ts = Math.round(atSec)
      events.push({ ts, type: 'click', ip, ua, user_id, offer_id: offer.id, click_id } as WorldEvent)
      events.push(...outcomeOf(chance, { account, offer, click_id, user_id, atSec, done }))
      atSec += 1 + chance.gamma(account.gap[1], account.gap[0])
    }
  }
  return events.filter(({ ts }) => ts <= endSec)
}

interface Choice {
  readonly account: Account
  readonly plan: Offer[]
  readonly done: ReadonlySet<number>
  readonly offers: readonly Offer[]
}

/** From a page of eight, the one they like best that is not done; or the next of the plan. */
function chooseOffer(chance: Chance, { account, plan, done, offers }: Choice): Offer {
  while (plan.length > 0 && chance.happens(0.8)) {
    const next = plan.shift()
    if (next !== undefined && chance.happens(0.75)) return next
  }
  const page = Array.from({ length: 8 }, () => chance.pick(offers)).filter(({ id }) => !done.has(id))
  const liked = page.sort((a, b) => b.pay + likingOf(b, account.taste) - a.pay - likingOf(a, account.taste))
  return liked[Math.floor(chance.next() ** 2 * liked.length)] ?? chance.pick(offers)
}

interface Clicked {
  readonly account: Account
  readonly offer: Offer
  readonly click_id: string
  readonly user_id: string
  readonly atSec: number
  readonly done: Set<number>
}

function outcomeOf(chance: Chance, clicked: Clicked): WorldEvent[] {
  const { account, offer, click_id, user_id, atSec, done } = clicked
  const { trick } = account
  const rate = offer.rate * account.skill * Math.min(2, 0.4 + likingOf(offer, account.taste))
  if (done.has(offer.id) || !chance.happens(Math.min(0.9, rate))) return []
  done.add(offer.id)
  const usual = 60 * chance.gamma(offer.shape, offer.minutes * account.pace)
  const waited =
    trick === 'flood' ? chance.between(0.5, 60) * 3600 : trick === 'inject' ? chance.gamma(2, 12) : usual
  const ts = Math.round(atSec + Math.max(2, waited))
  const row = { type: 'conversion', click_id, user_id, payout: Number(offer.pay.toFixed(2)) }
  const approved = { ts, ...row, status: 'approved' }
  const isTaken = chance.happens(Math.min(0.8, offer.taken * account.taken))
  const lostAt = Math.round(ts + daySec * (1 + chance.gamma(2, 6)))
  return isTaken ? [approved, { ts: lostAt, ...row, status: 'reversed' } as WorldEvent] : [approved]
}
