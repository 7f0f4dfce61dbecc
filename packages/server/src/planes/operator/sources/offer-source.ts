import {
  followOfferSource as followOperation,
  getOfferSource as getOperation,
} from '@quoin/contract/operator/sources/offer-source-operations.ts'
import { notFound } from '@quoin/core/errors.ts'
import type { Ports } from '../../../ports/ports.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'

/** A start does without it: it is loaded with the first question. */
const feature = () => import('../../../features/sources/follow-source.ts')

const getOfferSource = staffRoute(getOperation, async ({ ports, path: { offerId } }) => ({
  data: await showFollowed(ports, offerId),
  message: 'The source of the offer.',
}))

const followOfferSource = staffRoute(
  followOperation,
  async ({ ports, path: { offerId }, body, staff: { actor } }) => {
    const { followSource } = await feature()
    await followSource(ports, { offerId, fields: body.fields, actor })
    return { data: await showFollowed(ports, offerId), message: 'The fields follow the source again.' }
  },
)

async function showFollowed(ports: Ports, offerId: number) {
  const { findFollowed } = await feature()
  const found = await findFollowed(ports, offerId)
  if (found !== undefined) {
    const { sourceId, sourceName, isPaused, missingRuns, allowedBy, allowedReason, own } = found
    const source = {
      id: String(sourceId),
      name: sourceName,
      is_paused: isPaused,
      missing_runs: missingRuns,
      allowed_by: allowedBy,
      allowed_reason: allowedReason,
    }
    return { source, own }
  }
  if ((await ports.store.offers.findStoredOffer(ports.db, offerId)) === undefined)
    throw notFound(`There is no offer ${offerId}.`)
  return { source: null, own: [] }
}

export const offerSourceRoutes = [getOfferSource, followOfferSource]
