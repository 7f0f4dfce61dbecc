import {
  holdOffer as holdOperation,
  pauseOffer as pauseOperation,
  resumeOffer as resumeOperation,
} from '@quoin/contract/operator/catalogue/offer-operations.ts'
import { pauseOffer as pause } from '../../../features/catalogue/pause-offer.ts'
import { setHold } from '../../../features/catalogue/set-hold.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'
import { showOffer } from './show-offer.ts'

export const pauseOffer = staffRoute(
  pauseOperation,
  async ({ ports, path: { offerId }, staff: { actor } }) => {
    await pause(ports, { offerId, status: 'paused', actor })
    return { data: await showOffer(ports, offerId), message: 'The offer is paused.' }
  },
)

export const resumeOffer = staffRoute(
  resumeOperation,
  async ({ ports, path: { offerId }, staff: { actor } }) => {
    await pause(ports, { offerId, status: 'active', actor })
    return { data: await showOffer(ports, offerId), message: 'The offer is active.' }
  },
)

export const holdOffer = staffRoute(
  holdOperation,
  async ({ ports, path: { offerId }, body, staff: { actor } }) => {
    await setHold(ports, { offerId, holdDays: body.days, actor })
    const message = body.days === 0 ? 'Nothing is held.' : `What is approved is held for ${body.days} days.`
    return { data: await showOffer(ports, offerId), message }
  },
)
