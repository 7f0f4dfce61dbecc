import type { CallbackEndpoint } from './endpoint.ts'
import type { EndpointHealth } from './endpoint-health.ts'

/** The mode an endpoint hears of: what live credentials did, what test credentials did, or both. */
export const endpointModes = ['live', 'test', 'both'] as const
export type EndpointMode = (typeof endpointModes)[number]

/**
 * Why nothing is sent: an operator said so, the receiver answered 410, or there were nothing but failures for
 * days. `removed`: an operator has done away with it, and it is kept for its history alone.
 */
export const disabledReasons = ['operator', 'gone', 'failing', 'removed'] as const
export type DisabledReason = (typeof disabledReasons)[number]

/** How an endpoint fares: `paused` by a person, `dead` since it failed for days or was gone. */
export const endpointStates = ['healthy', 'failing', 'dead', 'paused'] as const
export type EndpointState = (typeof endpointStates)[number]

/** An endpoint as it is kept: how requests are formed, whether they are sent, and how they fare. */
export interface StoredEndpoint extends CallbackEndpoint, EndpointHealth {
  /** Tells the endpoints of an app apart; setting one up again under its name changes it. */
  readonly name: string
  readonly mode: EndpointMode
  /** A disabled endpoint gets nothing; its callbacks wait until it is enabled. */
  readonly status: 'active' | 'disabled'
  readonly disabledReason: DisabledReason | null
  readonly disabledAtMs: number | null
  readonly createdAtMs: number
}
