import type { RunCounts, RunState } from '@quoin/core/sources/source.ts'
import type { Network } from '@quoin/core/networks/network.ts'
import type { Ports, Snapshots } from '../../ports/ports.ts'
import type { Db } from '../../store/pg/database.ts'
import type { FeedValidators, Source } from '../../store/sources/sources.ts'
import type { Patience } from './pull-feed.ts'
import type { Effect } from './stage-offers.ts'

export type RunNeeds = Pick<
  Ports,
  'db' | 'store' | 'clock' | 'outgoing' | 'keyring' | 'newId' | 'random' | 'log'
> & { readonly snapshots: Pick<Snapshots, 'refresh'> }

/** How a run ended. */
export interface EndedRun {
  readonly runId: number
  readonly state: RunState
  readonly cause: string | null
  readonly message: string | null
  readonly counts: RunCounts
  /** The network wants to be left alone for so long. */
  readonly retryAfterSec?: number | undefined
}

export interface HeldSource {
  readonly source: Source
  readonly lease: string
  readonly actor: string
  readonly stopping: AbortSignal
  /** For tests: networks are usually asked slowly. */
  readonly patience?: Patience
}

export interface Attempt extends HeldSource {
  readonly runId: number
  readonly signal: AbortSignal
}

export interface Reading extends Attempt {
  readonly network: Network
  readonly effect: Effect
}

export interface ReadFeed {
  readonly theirs: number | null
  /** Records, whatever was in them. */
  readonly came: number
  /** By which the next run may ask; undefined where the network says nothing. */
  readonly validators?: Omit<FeedValidators, 'runId'> | undefined
}

/** Ends a run that is under way; false where it has ended already. */
export async function endRun(
  { store, clock }: RunNeeds,
  tx: Db,
  { runId, retryAfterSec: _asked, ...ended }: EndedRun,
): Promise<boolean> {
  return await store.sourceRuns.endRun(tx, { id: runId, ...ended, nowMs: clock.nowMs() })
}
