import type { Journal, Verdict } from '../../support/journal.ts'
import type { Installation } from '../../support/installation.ts'
import type { Laboratory } from '../laboratory.ts'

/** Ends a failure; throws where something happened that must not. */
export type Heal = () => Promise<void>

/** Where the callers of a failure are, when it has a database of its own. */
export interface Stage {
  readonly installation: Installation
  readonly database: string
}

export interface Callers {
  readonly journal: Journal
}

export interface Compared {
  readonly verdict: Verdict
  /** For the table, besides. */
  readonly note?: string
}

/** One row of the trial's table. */
export interface Failure {
  readonly name: string
  /** A sentence's subject: the table's first column. */
  readonly title: string
  /** When networks are served again: within the bound after the failure began, or after it was healed. */
  readonly back: 'by itself' | 'when healed'
  /** Visitors cannot be sent on either; everything else holds. */
  readonly refusesVisitors?: boolean
  /** No standby is there: nothing may be acknowledged to a network until it is healed. */
  readonly stopsNetworks?: true
  /** Longer than the trial's own pace, where less would prove nothing. */
  readonly secondsMin?: number
  /** Why it cannot be made here. */
  readonly missing?: (laboratory: Laboratory) => string | undefined
  /** Done before callers come. */
  readonly prepare?: (laboratory: Laboratory) => Promise<Stage>
  /** Whatever a heal leaves stopped is started by the trial. */
  readonly make: (laboratory: Laboratory, callers: Callers) => Promise<Heal | undefined>
  /** In place of the comparison of the journal with the database of this address. */
  readonly compare?: (
    laboratory: Laboratory,
    callers: Callers & { readonly url: string },
  ) => Promise<Compared>
  /** Done when all is compared. */
  readonly clear?: (laboratory: Laboratory) => Promise<void>
}
