import type { CallbackFacts, OfferNews } from '@quoin/core/callbacks/facts.ts'
import { idTimeMs } from '@quoin/core/tracking/click-id.ts'
import type { StoredEndpoint } from '@quoin/core/callbacks/stored-endpoint.ts'
import type { Ports } from '../../ports/ports.ts'
import type { LeasedCallback, Allowance } from '../../store/callbacks/callbacks.ts'

/**
 * How long an attempt is its worker's. Longer than a request may take and its outcome is written; when a
 * worker dies, another sends again after this time.
 */
const leaseMs = 30_000

/** How many that wait for an earlier step are put off at once. */
const putOffMax = 2_000

/** An attempt that is to be made now. */
export interface CallbackJob extends LeasedCallback {
  readonly leaseId: string
  readonly endpoint: StoredEndpoint
  /** Undefined when the conversion is not there any more: its user was erased. */
  readonly facts: CallbackFacts | undefined
  /** In place of facts, of a callback about offers. */
  readonly news?: OfferNews | undefined
}

interface LeasedJobs {
  readonly jobs: readonly CallbackJob[]
  /** Endpoints that may have more due. */
  readonly fullIds: readonly number[]
}

type Needs = Pick<Ports, 'db' | 'store' | 'clock' | 'newId' | 'snapshots'>

/** Takes what is due of these endpoints, each up to its room, and reads what is to be said. */
export async function leaseCallbacks(
  { db, store, clock, newId, snapshots }: Needs,
  allowances: readonly Allowance[],
): Promise<LeasedJobs> {
  const leaseId = newId()
  const nowMs = clock.nowMs()
  // A callback that could not be read is not leased either: it would wait for the end of its lease.
  const { leased, fullIds, facts, news } = await db.transaction(async (tx) => {
    const claims = await store.callbacks.leaseDue(tx, allowances, { leaseId, nowMs, leaseMs })
    const { leased, fullIds, heldUpIds } = claims
    if (heldUpIds.length > 0)
      await store.callbacks.putOffWaiting(tx, { endpointIds: heldUpIds, nowMs, limit: putOffMax })
    const facts = await store.callbackFacts.listFacts(tx, leased)
    const known = new Set(facts.map(({ callbackId }) => callbackId))
    // Few are about no conversion.
    const others = leased.filter(({ id }) => !known.has(id))
    const news = others.length === 0 ? [] : await store.offerFollowers.listNews(tx, others)
    return { leased, fullIds, facts, news }
  })
  const factsById = new Map(facts.map((one) => [one.callbackId, one]))
  const newsById = new Map(
    news.map((one) => [one.callbackId, { ...one, happenedAtMs: idTimeMs(one.callbackId) }]),
  )
  const apps = snapshots.apps()
  const jobs = leased.flatMap((lease) => {
    const endpoint = apps.findCallbackEndpoint(lease.endpointId)
    const content = { facts: factsById.get(lease.id), news: newsById.get(lease.id) }
    return endpoint === undefined ? [] : [{ ...lease, leaseId, endpoint, ...content }]
  })
  return { jobs, fullIds }
}
