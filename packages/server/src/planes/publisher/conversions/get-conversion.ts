import * as operations from '@quoin/contract/lookup-operations.ts'
import { heldInLiveMode } from '@quoin/core/conversions/standing.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import { getConversion as getConversionFeature } from '../../../features/conversions/get-conversion.ts'
import { route } from '../../../http/route.ts'
import {
  presentChange,
  presentIdentity,
  presentPostback,
  presentState,
  presentTold,
} from './present-conversion.ts'

/** GET /api/v1/conversions/{conversionId}: as it stands, and how it came to that. */
export const getConversion = route(operations.getConversion, async ({ ports, caller, path }) => {
  const { conversion, events, postbacks, callbacks } = await getConversionFeature(ports, {
    id: path.conversionId,
    appId: caller.app.id,
    isTest: caller.isTest,
  })
  return {
    data: {
      ...presentIdentity(conversion),
      ...presentState(conversion),
      live_reason: heldInLiveMode(conversion),
      updated_at: secondsOf(conversion.updatedAtMs),
      history: events.map((event) => ({ ...presentChange(event), postback_id: event.postbackRequestId })),
      postbacks: postbacks.map(presentPostback),
      callbacks: callbacks.map(presentTold),
    },
    message: `The conversion is ${conversion.status}.`,
  }
})
