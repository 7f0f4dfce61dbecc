import { notFound } from '@quoin/core/errors.ts'
import type { Ports, Snapshots } from '../../ports/ports.ts'
import { noteChange } from '../audit/note-change.ts'

interface Allowance {
  readonly sourceId: number
  /** The network's own id. */
  readonly externalId: string
  /** Why users may be rewarded although the network's words forbid it; null takes that back. */
  readonly reason: string | null
  readonly actor: string
}

/** Says of an offer that users may be rewarded for it, whatever its words say: the next run lists it. */
export async function allowOffer(
  needs: Pick<Ports, 'db' | 'store' | 'clock'> & { readonly snapshots: Pick<Snapshots, 'refresh'> },
  { sourceId, externalId, reason, actor }: Allowance,
): Promise<void> {
  const { db, store } = needs
  await db.transaction(async (tx) => {
    const source = await store.sources.lockSource(tx, sourceId)
    if (source === undefined) throw notFound(`There is no source ${sourceId}.`)
    await store.sourceOffers.upsertAllowance(tx, {
      sourceId,
      externalId,
      reason,
      actor: reason === null ? null : actor,
    })
    await store.sources.forgetValidators(tx, sourceId)
    await store.sources.updateSource(tx, sourceId, { ...source, nextRunAtMs: needs.clock.nowMs() })
    if (reason === null) {
      // Its words forbid it, or there would have been nothing to allow.
      const asked = { sourceId, networkId: source.networkId, externalIds: [externalId] }
      await store.sourceOffers.pauseSourceOffers(tx, asked)
      await store.snapshotVersions.bumpSnapshot(tx, 'catalogue')
    }
    await noteChange({ ...needs, actor }, tx, {
      action: reason === null ? 'source.allowance_ended' : 'source.offer_allowed',
      object: `source:${sourceId}`,
      details: {
        networkId: source.networkId,
        name: source.name,
        externalId,
        ...(reason !== null && { reason }),
      },
    })
  })
  if (reason === null) await needs.snapshots.refresh('catalogue')
}
