import type { EndpointEventType } from '@quoin/core/callbacks/facts.ts'
import { firstIdAt } from '@quoin/core/tracking/click-id.ts'
import type { CallbackFilter } from '../../store/callbacks/callback-filter.ts'

interface AskedFor {
  readonly event?: EndpointEventType | undefined
  readonly userId?: string | undefined
  readonly mode?: 'live' | 'test' | undefined
  /** Unix seconds. */
  readonly from?: number | undefined
  readonly to?: number | undefined
}

/** A log's query as what it leaves out. */
export function callbackFilterOf({ event, userId, mode, from, to }: AskedFor): CallbackFilter {
  const isTest = mode === undefined ? null : mode === 'test'
  return { eventType: event ?? null, userId: userId ?? null, isTest, fromId: idAt(from), beforeId: idAt(to) }
}

function idAt(second: number | undefined): string | null {
  return second === undefined ? null : firstIdAt(second * 1000)
}
