import { assert, invalidFields, invalidRequest, notFound } from '@quoin/core/errors.ts'
import { asWritten } from '@quoin/core/offers/foreign-amounts.ts'
import { type OfferColumn, offerFields } from '@quoin/core/offers/offer-fields.ts'
import { changedRow } from '@quoin/core/offers/row-of-offer.ts'
import { asFile, ownColumns, pickCells } from '@quoin/core/sources/own-columns.ts'
import type { Ports, Snapshots } from '../../ports/ports.ts'
import type { OfferOfSource } from '../../store/sources/source-offers.ts'
import { changeOffer } from '../catalogue/one-offer/update-offer.ts'
import { openFedReader } from './read-fed.ts'

type FollowNeeds = Pick<Ports, 'db' | 'store' | 'clock'> & {
  readonly snapshots: Pick<Snapshots, 'refresh'>
}

/** A field that a person has changed. */
interface OwnField {
  readonly field: OfferColumn
  readonly yours: string
  /** As the source wrote it last; null where that cannot be read any more, for want of a rate for example. */
  readonly theirs: string | null
}

/** An offer beside its source. */
interface FollowedOffer extends Omit<OfferOfSource, 'stored' | 'given'> {
  readonly own: readonly OwnField[]
}

/** The source of an offer and what a person has changed of it; undefined where it came another way. */
export async function findFollowed(needs: FollowNeeds, offerId: number): Promise<FollowedOffer | undefined> {
  const { db, store } = needs
  const found = await store.sourceOffers.findOfferOfSource(db, offerId)
  if (found === undefined) return undefined
  const { stored, given, ...facts } = found
  const own = ownColumns({ stored, given })
  if (given === null || own.length === 0) return { ...facts, own: [] }
  const network = await store.networks.findNetwork(db, facts.networkId)
  assert(network, 'an offer has a network')
  const { read } = await openFedReader(needs, db, { source: facts, network })
  const file = asFile(stored)
  const fields = own.map((field): OwnField => {
    const { show } = offerFields[field]
    const reading = read(changedRow(file, pickCells(given, [field])))
    return { field, yours: show(asWritten(file)), theirs: reading.ok ? show(asWritten(reading.offer)) : null }
  })
  return { ...facts, own: fields }
}

interface Follow {
  readonly offerId: number
  /** Those that a person has changed. */
  readonly fields: readonly OfferColumn[]
  readonly actor: string
}

/**
 * Gives fields that a person has changed back to the network: they are as the source wrote them last, and follow it again. Throws
 * RESOURCE_NOT_FOUND, and INVALID_REQUEST for a field that nobody has changed, or that cannot stand beside the others.
 */
export async function followSource(needs: FollowNeeds, { offerId, fields, actor }: Follow): Promise<void> {
  const { db, store, snapshots } = needs
  const hasChanged = await db.transaction(async (tx) => {
    // Caps before rows, as whoever changes an offer takes them.
    if (fields.some((field) => field === 'daily_cap' || field === 'total_cap')) await store.caps.lockCaps(tx)
    if ((await store.knownOffers.lockKnownOffer(tx, offerId)) === undefined)
      throw notFound(`There is no offer ${offerId}.`)
    const found = await store.sourceOffers.findOfferOfSource(tx, offerId)
    if (found === undefined) throw invalidRequest('No source delivers this offer.')
    const own = ownColumns(found)
    if (fields.length === 0)
      throw invalidFields([{ field: 'fields', rule: 'required', message: 'must name a field' }])
    const wrong = fields.filter((field) => !own.includes(field))
    if (wrong.length > 0) {
      const message = `must be fields that somebody has changed: ${own.join(', ') || 'there are none'}`
      throw invalidFields([{ field: 'fields', rule: 'known', message }])
    }
    const cells = pickCells(found.given ?? {}, fields)
    return await changeOffer(needs, tx, { offerId, cells, addClickId: false, actor })
  })
  if (hasChanged) await snapshots.refresh('catalogue')
}
