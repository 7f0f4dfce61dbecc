import { assert, invalidFields, invalidRequest, notFound } from '@quoin/core/errors.ts'
import { asWritten } from '@quoin/core/offers/foreign-amounts.ts'
import { type OfferColumn, offerFields } from '@quoin/core/offers/offer-fields.ts'
import { changedRow } from '@quoin/core/offers/row-of-offer.ts'
import { asFile, ownColumns, pickCells } from '@quoin/core/sources/own-columns.ts'
import type { Ports, Snapshots } from '../../ports/ports.ts'
import type { Db } from '../../store/pg/database.ts'
import type { OfferOfSource } from '../../store/sources/source-offers.ts'
import { noteChange } from '../audit/note-change.ts'
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
  const followed = await db.transaction(async (tx) => {
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
    const isShown = fields.includes('status') && found.stored.fileStatus === 'paused'
    const written = isShown ? fields.filter((field) => field !== 'status') : fields
    const cells = pickCells(found.given ?? {}, written)
    if (isShown) await giveStatusBack(needs, tx, { ...found, offerId, actor })
    const hasChanged = await changeOffer(needs, tx, { offerId, cells, addClickId: false, actor })
    return { hasChanged, sourceId: found.sourceId }
  })
  await askAnew(needs, followed.sourceId)
  if (followed.hasChanged) await snapshots.refresh('catalogue')
}

/**
 * An offer that a person has paused may be over or forbidden by now, which a source does not write where nothing is shown: the
 * next run shows it, if the network has it open.
 */
async function giveStatusBack(
  needs: FollowNeeds,
  tx: Db,
  { sourceId, stored, given, offerId, actor }: OfferOfSource & Pick<Follow, 'offerId' | 'actor'>,
): Promise<void> {
  const row = { externalId: stored.externalId, given: { ...given, status: 'paused' } }
  await needs.store.sourceOffers.upsertGiven(tx, sourceId, [row])
  await noteChange({ ...needs, actor }, tx, {
    action: 'offer.updated',
    object: `offer:${offerId}`,
    before: { status: 'paused' },
    after: { status: 'as its source says' },
  })
}

/** Apart from the change itself: a run locks its offers before its source. */
async function askAnew({ db, store, clock }: FollowNeeds, sourceId: number): Promise<void> {
  await db.transaction(async (tx) => {
    const source = await store.sources.lockSource(tx, sourceId)
    if (source === undefined) return
    await store.sources.forgetValidators(tx, sourceId)
    await store.sources.updateSource(tx, sourceId, { ...source, nextRunAtMs: clock.nowMs() })
  })
}
