import type { Meta } from '@quoin/contract/envelope.ts'
import type { Clock } from '../ports/ports.ts'

export function metaOf(requestId: string, clock: Clock): Meta {
  return { timestamp: Math.floor(clock.nowMs() / 1000), request_id: requestId }
}
