import type { CallbackFacts } from '@quoin/core/callbacks/facts.ts'
import type { StoredEndpoint } from '@quoin/core/callbacks/stored-endpoint.ts'
import type { Ports } from '../../ports/ports.ts'
import type { ClaimedCallback, Room } from '../../store/callbacks/callbacks.ts'

/**
 * How long an attempt is its worker's. Longer than a request may take and its outcome is written; when a
 * worker dies, another sends again after this time.
 */
const leaseMs = 30_000

/** How many that wait for an earlier step are put off at once. */
const putOffMax = 2_000

/** An attempt that is to be made now. */
export interface CallbackJob extends ClaimedCallback {
  readonly leaseId: string
  readonly endpoint: StoredEndpoint
  /** Undefined when the conversion is not there any more: its user was erased. */
  readonly facts: CallbackFacts | undefined
}

interface ClaimedJobs {
  readonly jobs: readonly CallbackJob[]
  /** Endpoints that may have more due. */
  readonly fullIds: readonly number[]
}

type Needs = Pick<Ports, 'db' | 'store' | 'clock' | 'newId' | 'snapshots'>

/** Takes what is due of these endpoints, each up to its room, and reads what is to be said. */
export async function claimCallbacks(
  { db, store, clock, newId, snapshots }: Needs,
  rooms: readonly Room[],
): Promise<ClaimedJobs> {
  const leaseId = newId()
  const nowMs = clock.nowMs()
  // A callback that could not be read is not leased either: it would wait for the end of its lease.
  const { claimed, fullIds, facts } = await db.transaction(async (tx) => {
    const claims = await store.callbacks.claimDue(tx, rooms, { leaseId, nowMs, leaseMs })
    const { claimed, fullIds, heldUpIds } = claims
    if (heldUpIds.length > 0)
      await store.callbacks.putOffWaiting(tx, { endpointIds: heldUpIds, nowMs, limit: putOffMax })
    return { claimed, fullIds, facts: await store.callbackFacts.listFacts(tx, claimed) }
  })
  const factsById = new Map(facts.map((one) => [one.callbackId, one]))
  const apps = snapshots.apps()
  const jobs = claimed.flatMap((claim) => {
    const endpoint = apps.findCallbackEndpoint(claim.endpointId)
    return endpoint === undefined ? [] : [{ ...claim, leaseId, endpoint, facts: factsById.get(claim.id) }]
  })
  return { jobs, fullIds }
}
