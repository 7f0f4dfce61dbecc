import {
  createOffer as createOperation,
  updateOffer as updateOperation,
} from '@quoin/contract/operator/catalogue/offer-operations.ts'
import { createOffer as create } from '../../../features/catalogue/one-offer/create-offer.ts'
import { cellsOf } from '../../../features/catalogue/one-offer/given-offer.ts'
import { updateOffer as update } from '../../../features/catalogue/one-offer/update-offer.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'
import { showOffer } from './show-offer.ts'

export const createOffer = staffRoute(createOperation, async ({ ports, body, staff: { actor } }) => {
  const { networkId, addClickId = false, status, ...given } = body
  const isPaused = status === 'paused'
  const offerId = await create(ports, { networkId, cells: cellsOf(given), addClickId, isPaused, actor })
  const message = isPaused ? 'The offer is there, and paused.' : 'The offer is there.'
  return { status: 201, data: await showOffer(ports, offerId), message }
})

export const updateOffer = staffRoute(
  updateOperation,
  async ({ ports, path: { offerId }, body, staff: { actor } }) => {
    const { addClickId = false, ...given } = body
    await update(ports, { offerId, cells: cellsOf(given), addClickId, actor })
    return { data: await showOffer(ports, offerId), message: 'The offer is changed.' }
  },
)
