import type { Conversion } from '../conversions/conversion.ts'
import { type CallbackEventType, eventTypeOf } from './facts.ts'
import type { StoredEndpoint } from './stored-endpoint.ts'

/** One step of a conversion: what it was before (undefined for the first) and what it is. */
export interface ConversionStep {
  readonly before: Conversion | undefined
  readonly after: Conversion
}

/** The facts that decide whether an endpoint hears of a step. */
export type Listener = Pick<StoredEndpoint, 'id' | 'mode' | 'events'>

/** A callback that is owed: an endpoint is to be told of a step. Its content is kept with the step. */
export interface OwedCallback {
  readonly endpointId: number
  readonly conversionId: string
  readonly version: number
  readonly eventType: CallbackEventType
  /** When it is to be sent first: at once. */
  readonly dueAtMs: number
}

/**
 * Which endpoints of its app are to be told of a step. A disabled one too: what it is owed waits until it is
 * enabled again.
 */
export function callbacksOf(
  { before, after }: ConversionStep,
  listeners: readonly Listener[],
): OwedCallback[] {
  if (listeners.length === 0) return []
  const eventType = eventTypeOf(before?.status ?? null, after.status)
  const mode = after.isTest ? 'test' : 'live'
  return listeners
    .filter((listener) => listener.mode === 'both' || listener.mode === mode)
    .filter(({ events }) => events.includes(eventType))
    .map(({ id }) => ({
      endpointId: id,
      conversionId: after.id,
      version: after.version,
      eventType,
      dueAtMs: after.updatedAtMs,
    }))
}
