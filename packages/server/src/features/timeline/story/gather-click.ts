import { unturnedText } from '@quoin/core/unturned-text.ts'
import type { App } from '@quoin/core/apps/app.ts'
import type { Conversion, ConversionEvent } from '@quoin/core/conversions/conversion.ts'
import { DomainError, invalidFields, notFound } from '@quoin/core/errors.ts'
import type { LedgerEntry } from '@quoin/core/ledger/ledger-entry.ts'
import type { GoalOffer } from '@quoin/core/offers/goal.ts'
import type { Network } from '@quoin/core/networks/network.ts'
import type { Click } from '@quoin/core/tracking/click.ts'
import { readId } from '@quoin/core/tracking/click-id.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import type { Ports } from '../../../ports/ports.ts'
import type { AttemptMade, CallbackState } from '../../../store/callbacks/callback-history.ts'
import type { LoggedRequest } from '../../../store/postbacks/postback-requests.ts'
import { type Eligibility, explainEligibility } from '../../catalogue/explain-eligibility.ts'
import type { BlockNeeds } from '../../catalogue/find-withheld.ts'

export type StoryNeeds = BlockNeeds & Pick<Ports, 'db' | 'store' | 'exclusions'>

/** Everything that is known of a click, in the rows that it was written in. */
export interface ClickFacts {
  readonly click: Click
  readonly offer:
    | { readonly id: number; readonly name: string; readonly status: string; readonly holdDays: number }
    | undefined
  /** Its payments, now and before; undefined for whoever is not to know. */
  readonly terms: GoalOffer | undefined
  readonly app: App | undefined
  readonly network: Network | undefined
  readonly eligibility: Eligibility | undefined
  readonly requests: readonly LoggedRequest[]
  readonly conversions: readonly Conversion[]
  readonly events: readonly ConversionEvent[]
  /** Why people decided so, in their words; by conversion, its latest decision first. */
  readonly notes: readonly { readonly conversionId: string; readonly note: string }[]
  readonly ledger: readonly LedgerEntry[]
  readonly callbacks: readonly CallbackState[]
  readonly attempts: readonly AttemptMade[]
  /** Whether the app has anybody to tell. */
  readonly hasEndpoint: boolean
  readonly nowMs: number
}

const rowsMax = 200

/** Throws INVALID_REQUEST for what is no id of ours, RESOURCE_NOT_FOUND where no such click is kept. */
export async function gatherClick(ports: StoryNeeds, given: string): Promise<ClickFacts> {
  const { db, store, clock, snapshots } = ports
  const id = readId(given)
  if (id === undefined) {
    throw invalidFields([{ field: 'clickId', rule: 'format', message: 'must be a click id of this service' }])
  }
  const click = await store.clicks.findClick(db, id)
  if (!click) throw notFound('There is no such click, or it is no longer kept.')
  const [requests, conversions, offer, [terms]] = await Promise.all([
    store.postbackRequests.listRequestsOfClick(db, id, rowsMax),
    store.conversions.listConversionsOfClick(db, id, rowsMax),
    store.offerNames.findOfferName(db, click.offerId),
    store.claims.listMovedOffers(db, [click.offerId]),
  ])
  const ids = conversions.map((one) => one.id)
  const callbacks =
    ids.length === 0 ? [] : await store.callbackHistory.listCallbacksOfConversions(db, ids, rowsMax)
  const callbackIds = callbacks.map((one) => one.id)
  const [events, notes, ledger, attempts, eligibility] = await Promise.all([
    Promise.all(ids.map((one) => store.conversions.listEvents(db, one))),
    ids.length === 0 ? [] : store.audit.listDecisionNotes(db, ids, rowsMax),
    Promise.all(ids.map((one) => store.ledger.listEntries(db, one))),
    store.callbackHistory.listAttemptsOfCallbacks(db, callbackIds, rowsMax),
    explainNow(ports, click),
  ])
  const apps = snapshots.apps()
  return {
    click,
    offer,
    terms,
    app: toldByName(apps.findApp(click.appId)),
    network: offer && toldByName(snapshots.networks().findNetwork(offer.networkId)),
    eligibility,
    requests,
    conversions,
    events: events.flat(),
    notes,
    ledger: ledger.flat(),
    callbacks,
    attempts,
    hasEndpoint: apps.listCallbackEndpoints(click.appId).length > 0,
    nowMs: clock.nowMs(),
  }
}

/** The story's sentences name it. */
function toldByName<Named extends { readonly name: string }>(named: Named | undefined): Named | undefined {
  return named && { ...named, name: unturnedText(named.name) }
}

/** The present state of the list for whoever followed the link: undefined where it has no such offer. */
async function explainNow(ports: StoryNeeds, click: Click): Promise<Eligibility | undefined> {
  const app = ports.snapshots.apps().findApp(click.appId)
  if (!app) return undefined
  const { country, platform, isTest, userId, offerId } = click
  const audience = { country, platform, isTest, nowSec: secondsOf(ports.clock.nowMs()) }
  const viewer = { app, userId, audience, address: click.address ?? undefined }
  try {
    return await explainEligibility(ports, { offerId, viewer })
  } catch (error) {
    if (error instanceof DomainError && error.code === 'RESOURCE_NOT_FOUND') return undefined
    throw error
  }
}
