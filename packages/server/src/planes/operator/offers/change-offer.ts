import {
  holdOffer as holdOperation,
  pauseOffer as pauseOperation,
  resumeOffer as resumeOperation,
  tryOffer as tryOperation,
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

export const tryOffer = staffRoute(tryOperation, async ({ ports, path: { offerId }, staff: { actor } }) => {
  const { tryOffer: makeClick } = await import('../../../features/catalogue/try-offer.ts')
  const { clickId, url, reportQuery } = await makeClick(ports, { offerId, actor })
  const { postbackUrl } = ports.settings
  const data = { click_id: clickId, url, postback_url: `${postbackUrl}/…`, report_query: reportQuery }
  return { status: 201, data, message: 'The test click is made.' }
})
