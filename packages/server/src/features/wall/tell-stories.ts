import type { CatalogueOffer } from '@quoin/core/catalogue/offer-record.ts'
import type { Conversion } from '@quoin/core/conversions/conversion.ts'
import { listProgress } from '@quoin/core/offers/goal-progress.ts'
import { onlyGoal, resolveGoal } from '@quoin/core/offers/goal.ts'
import { type Whereabouts, placeOfClick } from '@quoin/core/prices/price.ts'
import { convertToLocal } from '@quoin/core/payout/convert.ts'
import { type Diagnosis, diagnoseReward, type UsualTimes } from '@quoin/core/tickets/diagnose-reward.ts'
import { isAbout, isRefusedClaim, mayAskAgain, stateOfTicket } from '@quoin/core/tickets/ticket.ts'
import type { Click } from '@quoin/core/tracking/click.ts'
import { idTimeMs } from '@quoin/core/tracking/click-id.ts'
import { newest } from '@quoin/core/users/activity-position.ts'
import type { Ports } from '../../ports/ports.ts'
import type { CallbackState } from '../../store/callbacks/callback-history.ts'
import type { KnownTicket } from '../../store/tickets/tickets.ts'
import { applyMargin } from '@quoin/core/terms/margin-rule.ts'
import type { MovedOffer } from '../../store/conversions/claims.ts'
import { findTermRules } from '../conversions/find-term-rules.ts'
import type { WallVisit } from './enter-wall.ts'

/** One start of an offer, or one conversion of it, with what is to be said about its reward. */
export interface RewardStory {
  readonly offerId: number
  readonly offer: CatalogueOffer | undefined
  readonly goal: string
  readonly clickId: string | null
  readonly clickedAtMs: number | undefined
  /** Where they were then; undefined where it is not known any more. */
  readonly place: Whereabouts | undefined
  readonly conversion: Conversion | undefined
  readonly amountMicros: number
  readonly endsAtMs: number | undefined
  readonly usual: UsualTimes | undefined
  readonly diagnosis: Diagnosis
  readonly ticket: KnownTicket | undefined
  /** Whether a ticket would help now. */
  readonly isAskable: boolean
  /** Whether it may be opened as well: a reward is not asked about again and again. */
  readonly mayAsk: boolean
}

type Needs = Pick<Ports, 'db' | 'store' | 'clock' | 'snapshots' | 'riskFigures'>

/** How much of a user's past is looked at: the newest of each. */
const rowsMax = 200
const callbacksMax = 2_000

interface Past {
  readonly visit: WallVisit
  readonly clicks: readonly Click[]
  readonly conversions: readonly Conversion[]
  readonly callbacks: readonly CallbackState[]
  readonly tickets: readonly KnownTicket[]
  /** The terms of the clicks' offers, today's and earlier ones. */
  readonly terms: ReadonlyMap<number, MovedOffer>
}

/** A user's rewards, the newest first: what came, what is on its way, and what may still come of their starts. */
export async function tellStories(ports: Needs, visit: WallVisit): Promise<readonly RewardStory[]> {
  const past = await readPast(ports, visit)
  const reported = past.conversions.map((conversion) => tellConversion(ports, past, conversion))
  const stories = [...reported, ...startsWithout(ports, past)]
  return stories.toSorted((one, other) => timeOf(other) - timeOf(one) || other.offerId - one.offerId)
}

export function timeOf({ conversion, clickedAtMs = 0 }: RewardStory): number {
  return conversion?.updatedAtMs ?? clickedAtMs
}

async function readPast({ db, store }: Needs, visit: WallVisit): Promise<Past> {
  const user = { appId: visit.app.id, userId: visit.userId, isTest: visit.isTest, limit: rowsMax }
  const anything = { offerId: null, networkId: null, toMs: null, fromMs: 0, beforeId: null }
  const [clicks, conversions, tickets] = await Promise.all([
    store.userActivity.listClicksOfUser(db, { ...user, before: newest }),
    store.operatorLists.listConversions(db, { ...user, ...anything, status: null, reason: null }),
    store.tickets.listTicketsOfUser(db, user),
  ])
  const callbacks = await store.callbackHistory.listCallbacksOfConversions(
    db,
    conversions.map(({ id }) => id),
    callbacksMax,
  )
  const offerIds = [...new Set(clicks.map(({ offerId }) => offerId))]
  const offers = offerIds.length === 0 ? [] : await store.claims.listMovedOffers(db, offerIds)
  const terms = new Map(offers.map((one) => [one.offerId, one]))
  return { visit, clicks, conversions, callbacks, tickets, terms }
}

function tellConversion(ports: Needs, past: Past, conversion: Conversion): RewardStory {
  const { offerId, goal, clickId } = conversion
  return tell(ports, past, {
    offerId,
    goal,
    clickId,
    conversion,
    clickedAtMs: clickId === null ? undefined : idTimeMs(clickId),
    place: placeOfClick(conversion),
    isFallback: false,
    endsAtMs: undefined,
    amountMicros: conversion.payoutLocalMicros,
  })
}

/** The latest start of each offer that has more to give; of one that was never to be had the last try. */
function startsWithout(ports: Needs, past: Past): RewardStory[] {
  const latest = new Map<number, Click>()
  for (const click of past.clicks) {
    const known = latest.get(click.offerId)
    const isBetter = known?.outcome === 'fallback' && click.outcome === 'redirected'
    if (known === undefined || isBetter) latest.set(click.offerId, click)
  }
  return [...latest.values()].flatMap((click) => {
    const offer = ports.snapshots.catalogue().findOffer(click.offerId)
    const own = past.conversions.filter(({ offerId }) => offerId === click.offerId)
    return openGoals(ports, { click, offer, own }).map((goal) =>
      tell(ports, past, {
        offerId: click.offerId,
        goal,
        clickId: click.id,
        conversion: undefined,
        clickedAtMs: click.clickedAtMs,
        place: placeOfClick(click),
        isFallback: click.outcome === 'fallback',
        endsAtMs: endOf(offer, goal, click),
        amountMicros: offerAmount(ports, past, { goal, click }),
      }),
    )
  })
}

interface Start {
  readonly click: Click
  readonly offer: CatalogueOffer | undefined
  /** The user's conversions of the offer. */
  readonly own: readonly Conversion[]
}

/** The goals that a start may still earn; '' where the offer is one event. A try that led elsewhere earns none. */
function openGoals({ clock }: Needs, { click, offer, own }: Start): readonly string[] {
  if (click.outcome === 'fallback') return own.length === 0 ? [onlyGoal] : []
  const isOfClick = own.some(({ clickId }) => clickId === click.id)
  const isEarned = own.some(({ status }) => status === 'approved' || status === 'pending')
  if (offer === undefined || offer.goals.length === 0) {
    return isOfClick || (isEarned && !offer?.isRepeatable) ? [] : [onlyGoal]
  }
  const history = {
    lastClickId: click.id,
    conversions: own.flatMap(({ clickId, goal, status }) =>
      clickId === null ? [] : [{ clickId, goal, status }],
    ),
  }
  const time = { attributionWindowSec: offer.attributionWindowSec, nowMs: clock.nowMs() }
  const progress = listProgress(offer.goals, history, time)
  return offer.goals
    .filter(({ goal }, index) => {
      const isTold = own.some((one) => one.goal === goal && one.clickId === click.id)
      return !isTold && (progress[index] === 'started' || progress[index] === 'expired')
    })
    .map(({ goal }) => goal)
}

function endOf(offer: CatalogueOffer | undefined, goal: string, click: Click): number | undefined {
  if (offer === undefined) return undefined
  const deadlineSec = offer.goals.find((one) => one.goal === goal)?.deadlineSec ?? null
  return click.clickedAtMs + (deadlineSec ?? offer.attributionWindowSec) * 1000
}

/** As the click earns: by the terms, the margin and the promotion of then. */
function offerAmount(
  { snapshots }: Needs,
  { visit, terms }: Past,
  { goal, click }: { readonly goal: string; readonly click: Click },
): number {
  const { offerId, country, clickedAtMs } = click
  const place = placeOfClick(click)
  const stored = terms.get(offerId)
  const resolved = stored && resolveGoal(stored, { named: goal, timeMs: clickedAtMs, place })
  if (resolved === undefined) return 0
  const { app } = visit
  const rules = findTermRules(snapshots, { offerId, appId: app.id, country }, clickedAtMs)
  const { payoutMicros } = applyMargin(resolved.offer, rules.margin)
  const promotionBasisPoints = rules.promotion?.basisPoints ?? null
  return convertToLocal({ payoutMicros, ...app.currency, promotionBasisPoints })
}

function tell(
  ports: Needs,
  past: Past,
  {
    isFallback,
    ...story
  }: Omit<RewardStory, 'offer' | 'usual' | 'diagnosis' | 'ticket' | 'isAskable' | 'mayAsk'> & {
    readonly isFallback: boolean
  },
): RewardStory {
  const { conversion, clickId, clickedAtMs, goal, offerId, endsAtMs } = story
  const offer = ports.snapshots.catalogue().findOffer(offerId)
  const isLaterStep = (offer?.goals.findIndex((one) => one.goal === goal) ?? 0) > 0
  // Measured for the offer as a whole, and its credits are mostly those of the first step.
  const usual = isLaterStep ? undefined : ports.riskFigures.findUsualTimes(offerId)
  const reward = { clickId, goal, conversionId: conversion?.id ?? null }
  const own = past.tickets.filter((one) => isAbout(one, reward))
  const asked = own.map((one) => ({ ...one, state: stateOfTicket(one, one.status ?? undefined) }))
  const diagnosis = diagnoseReward({
    clickId: clickId ?? undefined,
    clickedAtMs,
    isFallback,
    conversion,
    usual,
    isLaterStep,
    endsAtMs,
    callbacks: past.callbacks.filter(
      ({ conversionId, version }) => conversion?.id === conversionId && version === conversion.version,
    ),
    nowMs: ports.clock.nowMs(),
  })
  const { code } = diagnosis
  const isAskable = diagnosis.mayAsk || isRefusedClaim(asked, code)
  return {
    ...story,
    offer,
    usual,
    ticket: own[0],
    diagnosis,
    // A ticket is tied to a click.
    isAskable: clickId !== null && isAskable,
    mayAsk: clickId !== null && isAskable && mayAskAgain(asked, code),
  }
}
