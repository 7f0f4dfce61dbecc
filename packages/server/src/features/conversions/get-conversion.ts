import type { Conversion, ConversionEvent } from '@quoin/core/conversions/conversion.ts'
import { notFound } from '@quoin/core/errors.ts'
import type { Ports } from '../../ports/ports.ts'
import type { AttemptMade, CallbackState } from '../../store/callbacks/callback-history.ts'
import type { LoggedRequest } from '../../store/postbacks/postback-requests.ts'

/** A network's report, and its outcome. */
export type Reported = Pick<LoggedRequest, 'id' | 'receivedAtMs' | 'outcome' | 'reason'>

/** A callback about it, and every attempt to deliver it, oldest first. */
export interface CallbackWithAttempts extends CallbackState {
  readonly made: readonly AttemptMade[]
}

interface ConversionHistory {
  readonly conversion: Conversion
  /** Oldest first. */
  readonly events: readonly ConversionEvent[]
  /** The network's reports of it, oldest first. */
  readonly postbacks: readonly Reported[]
  /** The callbacks about it, in the order of its changes. */
  readonly callbacks: readonly CallbackWithAttempts[]
}

const postbacksMax = 100
const callbacksMax = 100
const attemptsMax = 500

/** One conversion of an app with everything that led there. Throws RESOURCE_NOT_FOUND, also for another app's. */
export async function getConversion(
  { db, store }: Pick<Ports, 'db' | 'store'>,
  { id, appId, isTest }: { id: string; appId: number; isTest: boolean },
): Promise<ConversionHistory> {
  const conversion = await store.conversions.findConversion(db, id)
  if (!conversion || conversion.appId !== appId || conversion.isTest !== isTest) {
    throw notFound('There is no such conversion.')
  }
  const events = await store.conversions.listEvents(db, id)
  const { clickId } = conversion
  const reported =
    clickId === null ? [] : await store.postbackRequests.listRequestsOfClick(db, clickId, postbacksMax)
  // A click may have several conversions; a report that was refused belongs to none of them.
  const postbacks = reported.filter(({ conversionId }) => conversionId === null || conversionId === id)
  const callbacks = await store.callbackHistory.listCallbacksOfConversions(db, [id], callbacksMax)
  const callbackIds = callbacks.map((callback) => callback.id)
  const attempts = await store.callbackHistory.listAttemptsOfCallbacks(db, callbackIds, attemptsMax)
  const made = Map.groupBy(attempts, ({ callbackId }) => callbackId)
  const withAttempts = callbacks.map((callback) => ({ ...callback, made: made.get(callback.id) ?? [] }))
  return { conversion, events, postbacks, callbacks: withAttempts }
}
