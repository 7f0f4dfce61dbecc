import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import type { Meta } from '@quoin/contract/envelope.ts'
import type { Clock } from '../ports/ports.ts'

export function metaOf(requestId: string, clock: Clock): Meta {
  return { timestamp: secondsOf(clock.nowMs()), request_id: requestId }
}
