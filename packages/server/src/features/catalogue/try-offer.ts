import { invalidRequest, notFound } from '@quoin/core/errors.ts'
import { formatMicros } from '@quoin/core/payout/money.ts'
import { offerIn } from '@quoin/core/prices/price-offer.ts'
import type { Click } from '@quoin/core/tracking/click.ts'
import type { Ports } from '../../ports/ports.ts'
import { noteChange } from '../audit/note-change.ts'
import { findMadeApp } from '../first-run/trial-app.ts'
import { fillTemplate } from '../tracking/fill-template.ts'
import { findTarget } from '../tracking/link-targets.ts'

/** A click that was made to try an offer. */
interface OfferTrial {
  readonly clickId: string
  /** The offer's own address, with this click in it. */
  readonly url: string
  /** The query of a report about it that would be paid. */
  readonly reportQuery: string
}

/** A phone, at an address of the block for documentation (RFC 5737). */
const address = '203.0.113.7'
const userAgent =
  'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36'

/**
 * Makes a click on an offer in test mode, by a user of the app for trials: its conversions are in no ledger, count for no cap,
 * and are told to nobody else. Caps and audiences are not asked. Throws RESOURCE_NOT_FOUND for an offer that is not there.
 */
export async function tryOffer(
  needs: Ports,
  { offerId, actor }: { readonly offerId: number; readonly actor: string },
): Promise<OfferTrial> {
  const { db, store, snapshots, settings, random, clock, newId, writers } = needs
  if ((await store.offers.findStoredOffer(db, offerId)) === undefined)
    throw notFound(`There is no offer ${offerId}.`)
  const target = findTarget(snapshots.catalogue(), offerId)
  if (target?.destination === undefined)
    throw invalidRequest('The offer is not in the catalogue: resume it first.')
  const appId = await store.firstRun.whileAlone(db, () => findMadeApp({ ...needs, actor }))
  const app = snapshots.apps().findApp(appId)
  if (app === undefined)
    throw invalidRequest('The app for trials is not known here yet: try again in a moment.')
  const [price] = target.offer.prices ?? []
  const click: Click = {
    ...{ id: newId(), appId, offerId, userId: `trial-${newId()}`, subId: null, address, userAgent },
    country: price?.countries[0] ?? target.offer.countries[0] ?? 'US',
    platform: price?.platforms[0] ?? target.offer.platforms[0] ?? 'android',
    ...{ verdict: 'valid', outcome: 'redirected', reason: null, risk: null, isUnsigned: false, isTest: true },
    clickedAtMs: clock.nowMs(),
  }
  await writers.recordClick(click)
  await db.transaction(async (tx) => {
    const object = `offer:${offerId}`
    await noteChange({ store, clock, actor }, tx, {
      action: 'offer.tried',
      object,
      details: { clickId: click.id },
    })
  })
  const offer = offerIn(target.offer, click)
  const facts = { click, app, offer, header: () => undefined, trackUrl: settings.trackUrl, random }
  const [goal] = offer.goals
  const report = new URLSearchParams({
    click_id: click.id,
    payout: formatMicros(goal?.revenueMicros ?? offer.revenueMicros),
    currency: 'USD',
    status: 'approved',
    txn_id: `trial-${click.id}`,
    ...(goal !== undefined && { goal: goal.goal }),
  })
  return { clickId: click.id, url: fillTemplate(target.destination, facts), reportQuery: String(report) }
}
