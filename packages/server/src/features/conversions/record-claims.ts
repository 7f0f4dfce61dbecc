import { noCaps } from '@quoin/core/caps/cap-index.ts'
import { idTimeMs, readId } from '@quoin/core/tracking/click-id.ts'
import { type ClaimedClick, makeClaim } from '@quoin/core/conversions/make-claim.ts'
import { goalKeys, type ResolvedGoal, resolveGoal } from '@quoin/core/offers/goal.ts'
import { placeOfClick } from '@quoin/core/prices/price.ts'
import type { Ports } from '../../ports/ports.ts'
import type { ClaimedOffer } from '../../store/conversions/claims.ts'
import { type ClaimKeys, openClaimKeys } from './claim-keys.ts'
import { findTermRules } from './find-term-rules.ts'
import {
  type TransactionContext,
  conversionsOfUser,
  enter,
  openTransactionContext,
  writeTransactionContext,
} from './transaction-context.ts'
import type { Db } from '../../store/pg/database.ts'
import type { Claim, ClaimOutcome } from '../../ports/writes.ts'

type Needs = Pick<Ports, 'db' | 'store' | 'clock' | 'newId' | 'snapshots'>

/** A claim whose offer is known, and its click if there is one. */
interface ReadyClaim {
  readonly kind: 'ready'
  readonly claim: Claim
  /** With the terms of the offer by it. */
  readonly goal: ResolvedGoal<ClaimedOffer>
  readonly click: ClaimedClick | undefined
}

/**
 * Records a batch of claims in one transaction; outcome n belongs to claim n. The locks are those of
 * postbacks, so that a claim and a report of one click never miss each other.
 */
export async function recordClaims(ports: Needs, claims: readonly Claim[]): Promise<readonly ClaimOutcome[]> {
  const { db, store, clock } = ports
  return await db.transaction(async (tx) => {
    const offers = await store.claims.lockClaimed(tx, claims)
    const nowMs = clock.nowMs()
    const keys = await openClaimKeys(ports, tx, claims)
    const prepared = await attribute(ports, tx, { claims, offers, nowMs })
    const ready = prepared.filter((one) => one.kind === 'ready')
    const prior =
      ready.length === 0
        ? []
        : await store.claims.listPriorConversions(
            tx,
            ready.map(({ claim, click }) => ({
              ...claim,
              clickId: click?.clickId ?? null,
              knownId: keys.find(claim)?.conversionId ?? null,
            })),
          )
    // A claim counts on no cap.
    const context = openTransactionContext(prior, { caps: noCaps, capUse: new Map() })
    const outcomes = prepared.map((one, index) => {
      const claim = claims[index]
      // A key is judged before what its body names now.
      if (claim && keys.find(claim)?.isSameBody === false) return { kind: 'other_body' } as const
      return one.kind === 'ready' ? record(ports, { context, keys }, one, nowMs) : one
    })
    const apps = ports.snapshots.apps()
    writeTransactionContext(ports, tx, context, { listenersOf: (appId) => apps.listCallbackEndpoints(appId) })
    if (keys.added.length > 0) tx.send(store.claimKeys.insertUsedKeys(keys.added))
    return outcomes
  })
}

/** Finds each claim's offer and click. Built-in test offers exist for test credentials only. */
async function attribute(
  { store }: Needs,
  tx: Db,
  { claims, offers, nowMs }: { claims: readonly Claim[]; offers: readonly ClaimedOffer[]; nowMs: number },
): Promise<(ReadyClaim | ClaimOutcome)[]> {
  const offerById = new Map(offers.map((offer) => [offer.offerId, offer]))
  const known = claims.map((claim) => {
    const found = offerById.get(claim.offerId)
    const offer = found?.isTest && !claim.isTest ? undefined : found
    const goal = offer && resolveGoal(offer, { named: claim.goal, timeMs: nowMs, place: undefined })
    return { claim, offer, goal, windowSec: windowOf(goal) }
  })
  const clicks = await store.claims.findClaimedClicks(
    tx,
    known.map(({ claim, windowSec }) => ({
      appId: claim.appId,
      userId: claim.userId,
      offerId: claim.offerId,
      isTest: claim.isTest,
      sinceMs: nowMs - windowSec * 1000,
      clickId: claim.clickId === null ? null : (readId(claim.clickId) ?? noClickId),
    })),
  )
  return known.map(({ claim, offer, goal, windowSec }, index) => {
    if (offer === undefined) return { kind: 'unknown_offer' }
    if (goal === undefined) return { kind: 'unknown_goal', goals: goalKeys(offer) }
    const click = clicks[index] ?? undefined
    if (claim.clickId !== null && click === undefined) return { kind: 'unknown_click' }
    const isInWindow = click && nowMs - idTimeMs(click.clickId) <= windowSec * 1000
    if (!isInWindow) return { kind: 'ready', claim, goal, click: undefined }
    // A claim without a goal's name is about the goal that was the default when they clicked.
    const timeMs = idTimeMs(click.clickId)
    const clicked = resolveGoal(offer, { named: claim.goal, timeMs, place: placeOfClick(click) })
    return { kind: 'ready', claim, goal: clicked ?? goal, click }
  })
}

/** A goal that may take longer than the window is claimed as long as it may take. */
function windowOf(goal: ResolvedGoal<ClaimedOffer> | undefined): number {
  return goal === undefined ? 0 : Math.max(goal.offer.attributionWindowSec, goal.offer.deadlineSec ?? 0)
}

/** A well-formed id that no click has: what was named in its place cannot be one. */
const noClickId = '00000000-0000-7000-8000-000000000000'

function record(
  ports: Needs,
  { context, keys }: { readonly context: TransactionContext; readonly keys: ClaimKeys },
  ready: ReadyClaim,
  nowMs: number,
): ClaimOutcome {
  const { claim, goal, click } = ready
  const known = context.byId.get(keys.find(claim)?.conversionId ?? '')
  if (known) return { kind: 'recorded', isNew: false, conversion: known }
  const { isNew, conversion } = makeClaim(
    { ...claim, goal: goal.goal },
    {
      click,
      offer: goal.offer,
      formerGoal: goal.formerGoal,
      currency: claim.currency,
      ...findTermRules(
        ports.snapshots,
        { ...claim, country: click?.country ?? null },
        // Without a click the user is credited as if they had clicked now.
        click === undefined ? nowMs : idTimeMs(click.clickId),
      ),
      conversions: conversionsOfUser(context, claim),
      nowMs,
      newId: ports.newId(),
    },
  )
  keys.note(claim, conversion.id)
  if (isNew) enter(context, { before: undefined, after: conversion, cause: { source: 'claim' } })
  return { kind: 'recorded', isNew, conversion }
}
