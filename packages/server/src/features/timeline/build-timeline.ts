import type { Click } from '@quoin/core/tracking/click.ts'
import { idTimeMs, readId } from '@quoin/core/tracking/click-id.ts'
import type { Conversion } from '@quoin/core/conversions/conversion.ts'
import { DomainError, invalidFields, notFound } from '@quoin/core/errors.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import type { Ports } from '../../ports/ports.ts'
import { type Eligibility, explainEligibility } from '../catalogue/explain-eligibility.ts'
import type { BlockNeeds } from '../catalogue/find-withheld.ts'
import { showEntries } from '../ledger/show-entries.ts'
import { tellClick, tellListing, tellRedirect } from './tell-click.ts'
import { tellAttempt, tellCallback, tellEvent, tellLedger, tellPostback } from './tell-conversion.ts'
import { inOrder, type TimelineEntry, type EntriesByKind } from './timeline-entry.ts'

export interface Timeline {
  readonly clickId: string
  /** The missing parts and why, a sentence each. */
  readonly notes: readonly string[]
  readonly entries: readonly TimelineEntry[]
}

type Needs = BlockNeeds & Pick<Ports, 'db' | 'store' | 'exclusions'>

/** The bound per kind: a click that was reported for ever is still answered in bounded time. */
const rowsMax = 500

/**
 * Everything that happened to a click, in order, with reasons. Throws INVALID_REQUEST for what is no id of ours, and
 * RESOURCE_NOT_FOUND when nothing is known of it.
 */
export async function buildTimeline(ports: Needs, given: string): Promise<Timeline> {
  const { db, store, clock } = ports
  const clickId = readId(given)
  if (clickId === undefined) {
    throw invalidFields([{ field: 'clickId', rule: 'format', message: 'must be a click id of this service' }])
  }
  const [click, requests, conversions] = await Promise.all([
    store.clicks.findClick(db, clickId),
    store.postbackRequests.listRequestsOfClick(db, clickId, rowsMax),
    store.conversions.listConversionsOfClick(db, clickId, rowsMax),
  ])
  const notes = click ? [] : [await explainMissing(ports, clickId, conversions.length > 0)]
  if (!click && requests.length === 0 && conversions.length === 0 && !notes.includes(mayBeSpooled)) {
    throw notFound('Nothing is known of this click.')
  }
  if (requests.length === rowsMax) notes.push(`Only the first ${rowsMax} postbacks are shown.`)
  const listing = click ? [tellListing(click, await explainNow(ports, click), clock.nowMs())] : []
  const clicks = click ? [click] : []
  const { listing: first, ...happened }: EntriesByKind = {
    listing,
    click: clicks.map(tellClick),
    redirect: clicks.map(tellRedirect),
    postback: requests.map(tellPostback),
    ...(await tellConversions(ports, conversions)),
  }
  return { clickId, notes, entries: [...first, ...inOrder(Object.values(happened).flat())] }
}

const mayBeSpooled =
  'The click is not in the database, but an outage of its time is on record: it may wait in a spool, and will be ' +
  'here with its postbacks once that is replayed.'

async function explainMissing(
  { db, store, clock }: Needs,
  clickId: string,
  hasConversions: boolean,
): Promise<string> {
  if (hasConversions) return 'The click is no longer kept (CLICK_RETENTION_DAYS); its conversions are.'
  const clickedAtMs = idTimeMs(clickId)
  const isSpooled = await store.clickOutages.isInOpenOutage(db, { clickedAtMs, nowMs: clock.nowMs() })
  return isSpooled ? mayBeSpooled : 'There is no such click.'
}

/** The present state of the list for whoever followed the link: undefined where it has no such offer. */
async function explainNow(ports: Needs, click: Click): Promise<Eligibility | undefined> {
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

/** Each step of the conversions with what it booked, whom it was told, and how that went. */
async function tellConversions(
  { db, store }: Needs,
  conversions: readonly Conversion[],
): Promise<Pick<EntriesByKind, 'conversion' | 'ledger' | 'callback' | 'attempt'>> {
  const ids = conversions.map(({ id }) => id)
  if (ids.length === 0) return { conversion: [], ledger: [], callback: [], attempt: [] }
  const callbacks = await store.callbackHistory.listCallbacksOfConversions(db, ids, rowsMax)
  const callbackIds = callbacks.map(({ id }) => id)
  const attempts = await store.callbackHistory.listAttemptsOfCallbacks(db, callbackIds, rowsMax)
  const steps: TimelineEntry<'conversion'>[] = []
  const ledger: TimelineEntry<'ledger'>[] = []
  const owed: TimelineEntry<'callback'>[] = []
  for (const conversion of conversions) {
    const events = await store.conversions.listEvents(db, conversion.id)
    const booked = showEntries(await store.ledger.listEntries(db, conversion.id))
    for (const event of events) {
      steps.push(tellEvent(conversion, event))
      const lines = booked.filter(({ version }) => version === event.version)
      if (lines.length > 0) ledger.push(tellLedger(event, lines))
      const ofEvent = callbacks.filter(
        ({ conversionId, version }) => conversionId === conversion.id && version === event.version,
      )
      owed.push(...ofEvent.map((callback) => tellCallback(event, callback)))
    }
  }
  const made = callbacks.flatMap((callback) =>
    attempts
      .filter(({ callbackId }) => callbackId === callback.id)
      .map((attempt) => tellAttempt(callback, attempt)),
  )
  return { conversion: steps, ledger, callback: owed, attempt: made }
}
