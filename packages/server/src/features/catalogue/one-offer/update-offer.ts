import { assert, invalidRequest, notFound } from '@quoin/core/errors.ts'
import { type ColumnDifference, compareOffer } from '@quoin/core/offers/compare-offer.ts'
import { changedRow } from '@quoin/core/offers/row-of-offer.ts'
import { presetOf } from '../../../networks/index.ts'
import type { Db } from '../../../store/pg/database.ts'
import { noteChange } from '../../audit/note-change.ts'
import { writeOffers } from '../import-offers.ts'
import { isBuiltIn, testNetworkSlug } from '../keep-test-offers.ts'
import { ratesOfNow } from '../../terms/rates-of-now.ts'
import { readOfferInput } from '../offer-intake.ts'
import type { OfferNeeds } from './create-offer.ts'
import { type OfferCells, refuseOffer } from './given-offer.ts'

interface OfferChange {
  readonly offerId: number
  /** Omitted fields stay as they are; null is none. */
  readonly cells: OfferCells
  readonly addClickId: boolean
  readonly actor: string
}

/**
 * Changes one offer by the rules of an import. Clicks made before go on earning the payout of then. Throws
 * RESOURCE_NOT_FOUND for an unknown offer and INVALID_REQUEST that names every bad field.
 */
export async function updateOffer(needs: OfferNeeds, given: OfferChange): Promise<void> {
  const hasChanged = await needs.db.transaction((tx) => changeOffer(needs, tx, given))
  if (hasChanged) await needs.snapshots.refresh('catalogue')
}

/** The same within a transaction; whether anything was changed. */
export async function changeOffer(
  needs: Pick<OfferNeeds, 'db' | 'store' | 'clock'>,
  tx: Db,
  given: OfferChange,
): Promise<boolean> {
  const { store, clock } = needs
  const { offerId, cells, addClickId, actor } = given
  // Caps before rows, as an import takes them.
  if (cells.daily_cap || cells.total_cap) await store.caps.lockCaps(tx)
  const before = await store.knownOffers.lockKnownOffer(tx, offerId)
  if (!before) throw notFound(`There is no offer ${offerId}.`)
  const network = await store.networks.findNetwork(tx, before.networkId)
  assert(network, 'an offer has a network')
  if (network.slug === testNetworkSlug && isBuiltIn(before.externalId)) throw keptByServer()
  const row = changedRow({ ...before, status: before.fileStatus }, cells)
  const { clickParameter } = presetOf(network)
  const reading = readOfferInput(row, {
    clickParameter,
    isAdded: addClickId,
    rateOf: await ratesOfNow(needs, tx),
    currency: network.currency,
  })
  if (!reading.ok) return refuseOffer(reading.problems)
  const changes = compareOffer(before, reading.offer)
  if (changes.length === 0) return false
  await writeOffers(needs, tx, { network, offers: [reading.offer] })
  await noteChange({ store, clock, actor }, tx, {
    action: 'offer.updated',
    object: `offer:${offerId}`,
    before: sideOf(changes, 'before'),
    after: sideOf(changes, 'after'),
  })
  await store.snapshotVersions.bumpSnapshot(tx, 'catalogue')
  return true
}

function sideOf(changes: readonly ColumnDifference[], side: 'before' | 'after'): Record<string, string> {
  return Object.fromEntries(changes.map((change) => [change.field, change[side]]))
}

function keptByServer() {
  return invalidRequest(
    'The built-in test offers are kept by the server. Create another offer of the test network to try one of yours.',
  )
}
