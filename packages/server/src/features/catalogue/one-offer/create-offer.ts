import { assert, invalidFields } from '@quoin/core/errors.ts'
import { presetOf } from '../../../networks/index.ts'
import type { Ports, Snapshots } from '../../../ports/ports.ts'
import { noteChange } from '../../audit/note-change.ts'
import { writeOffers } from '../import-offers.ts'
import { ratesOfNow } from '../../terms/rates-of-now.ts'
import { readOfferInput } from '../offer-intake.ts'
import { type OfferCells, problemsOf } from './given-offer.ts'

export type OfferNeeds = Pick<Ports, 'db' | 'store' | 'clock'> & {
  readonly snapshots: Pick<Snapshots, 'networks' | 'refresh'>
}

interface NewOffer {
  readonly networkId: number
  readonly cells: OfferCells
  /** Adds the network's parameter for our click id to an address that has none, which is refused otherwise. */
  readonly addClickId: boolean
  /** Paused by the operator from the beginning: it is listed once it is resumed. */
  readonly isPaused: boolean
  readonly actor: string
}

/** Creates one offer by the rules of an import. Throws INVALID_REQUEST that names every bad field. */
export async function createOffer(needs: OfferNeeds, given: NewOffer): Promise<number> {
  const { db, store, clock, snapshots } = needs
  const { networkId, cells, addClickId, isPaused, actor } = given
  const network = snapshots.networks().findNetwork(networkId)
  const clickParameter = network === undefined ? 'click_id' : presetOf(network).clickParameter
  const reading = readOfferInput(cells, {
    clickParameter,
    isAdded: addClickId,
    rateOf: await ratesOfNow(needs, db),
    currency: network?.currency ?? 'USD',
  })
  const unknown = { field: 'networkId', rule: 'unknown', message: 'must be one of your networks' }
  const problems = [...(network ? [] : [unknown]), ...(reading.ok ? [] : problemsOf(reading.problems))]
  if (network === undefined || !reading.ok) throw invalidFields(problems)
  const { offer } = reading
  const offerId = await db.transaction(async (tx) => {
    const { created } = await writeOffers(needs, tx, { network, offers: [offer] })
    const [stored] = await store.knownOffers.listKnownOffers(tx, network.id, [offer.externalId])
    assert(stored, 'an offer that was written is there')
    // Nothing of another offer is changed: all that was written is taken back.
    if (created === 0) throw invalidFields([taken(stored.id)])
    if (isPaused) await store.offers.pauseOffer(tx, stored.id, clock.nowMs())
    const { name, externalId } = offer
    const after = { network: network.slug, externalId, name, status: isPaused ? 'paused' : offer.status }
    const object = `offer:${stored.id}`
    await noteChange({ store, clock, actor }, tx, { action: 'offer.created', object, after })
    await store.snapshotVersions.bumpSnapshot(tx, 'catalogue')
    return stored.id
  })
  await snapshots.refresh('catalogue')
  return offerId
}

function taken(offerId: number) {
  return { field: 'externalId', rule: 'unique', message: `is the id of offer ${offerId} of this network` }
}
