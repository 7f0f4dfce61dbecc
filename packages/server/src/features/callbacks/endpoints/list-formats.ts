import type { CallbackMethod } from '@quoin/core/callbacks/endpoint.ts'
import type { EndpointEventType } from '@quoin/core/callbacks/facts.ts'
import { callbackFormats, eventsOf, findDialect, standardsOf } from '../../../dialects/index.ts'

interface CallbackFormat {
  readonly name: string
  readonly title: string
  readonly method: CallbackMethod
  /** The events that it can say. */
  readonly events: readonly EndpointEventType[]
}

const ownTitles: Readonly<Record<string, string>> = {
  native: 'Standard Webhooks (JSON)',
  template: 'An own address with macros',
}

/** The ways in which a receiver can be called. */
export function listFormats(): readonly CallbackFormat[] {
  return callbackFormats.map((name) => ({
    name,
    title: findDialect(name)?.title ?? ownTitles[name] ?? name,
    method: standardsOf(name)?.method ?? 'GET',
    events: eventsOf(name),
  }))
}
