import { afterFailures, isGivenUp } from '@quoin/core/callbacks/endpoint-health.ts'
import { isOfferEvent } from '@quoin/core/callbacks/facts.ts'
import type { DisabledReason } from '@quoin/core/callbacks/stored-endpoint.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Db } from '../../store/pg/database.ts'
import type { Attempted } from '../../ports/writes.ts'

/** The actor in the audit log for what Quoin does by itself. */
const ownActor = 'quoin'

type Needs = Pick<Ports, 'db' | 'store' | 'clock' | 'log' | 'snapshots'>

interface Disabled {
  readonly endpointId: number
  readonly reason: DisabledReason
}

/**
 * Writes a batch of attempts in one transaction: the log, what becomes of the callbacks, and how their
 * endpoints fare. One that is gone, or that has done nothing but fail for days, is disabled, and that is said.
 */
export async function recordAttempts(ports: Needs, attempted: readonly Attempted[]): Promise<undefined[]> {
  const { db, store, snapshots, log } = ports
  const answeredIds = new Set(attempted.filter(isAnswered).map(({ attempt }) => attempt.endpointId))
  const failed = attempted.filter((one) => !answeredIds.has(one.attempt.endpointId) && countsFor(ports, one))
  const attempts = attempted.map(({ attempt }) => attempt)
  const record = (on: Db) =>
    store.callbackAttempts.recordAttempts(on, attempts, { answeredIds: [...answeredIds] })
  if (failed.length === 0) {
    await record(db)
    return attempted.map(() => undefined)
  }
  const disabled = await db.transaction(async (tx) => {
    // The endpoints first: several workers may be about to write the same ones.
    const ended = await noteFailures(ports, tx, failed)
    await record(tx)
    return ended
  })
  if (disabled.length > 0) await snapshots.refresh('apps')
  for (const facts of disabled) log.warn(facts, 'callback endpoint disabled')
  return attempted.map(() => undefined)
}

/** A receiver that has no use for offers is well as long as it hears of conversions besides. */
function countsFor({ snapshots }: Pick<Needs, 'snapshots'>, { attempt, isNews }: Attempted): boolean {
  if (!isNews) return true
  const endpoint = snapshots.apps().findCallbackEndpoint(attempt.endpointId)
  return endpoint?.events.every(isOfferEvent) ?? false
}

/** The endpoint took it: what it said about the callback itself is another matter. */
function isAnswered({ verdict }: Attempted): boolean {
  return verdict.kind === 'delivered' || verdict.kind === 'flagged'
}

async function noteFailures(
  { store, clock }: Needs,
  tx: Db,
  failed: readonly Attempted[],
): Promise<readonly Disabled[]> {
  const nowMs = clock.nowMs()
  const byEndpoint = Map.groupBy(failed, ({ attempt }) => attempt.endpointId)
  const disabled: Disabled[] = []
  const before = await store.callbackEndpoints.lockHealth(tx, [...byEndpoint.keys()])
  const after = before.map(({ id, ...health }) => {
    const count = byEndpoint.get(id)?.length ?? 0
    return { id, ...afterFailures(health, count, nowMs) }
  })
  await store.callbackEndpoints.updateHealth(tx, after)
  for (const { id, ...health } of after) {
    const failures = byEndpoint.get(id) ?? []
    const isGone = failures.some(({ verdict }) => verdict.isGone)
    if (!isGone && !isGivenUp(health, nowMs)) continue
    const reason = isGone ? 'gone' : 'failing'
    if (!(await store.callbackEndpoints.disableEndpoint(tx, id, { reason, nowMs }))) continue
    await store.audit.insertAudit(tx, {
      actor: ownActor,
      action: 'callback_endpoint.disabled',
      object: `callback_endpoint:${id}`,
      details: { reason },
      nowMs,
    })
    disabled.push({ endpointId: id, reason })
  }
  if (disabled.length > 0) await store.snapshotVersions.bumpSnapshot(tx, 'apps')
  return disabled
}
