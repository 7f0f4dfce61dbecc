import { tellCount } from '@quoin/core/audit/tell-value.ts'
import type { Network } from '@quoin/core/networks/network.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Db } from '../../store/pg/database.ts'
import type { Source } from '../../store/sources/sources.ts'
import { noteChange } from '../audit/note-change.ts'

interface WaitingRun {
  readonly source: Pick<Source, 'id' | 'name'>
  readonly network: Pick<Network, 'id'>
  readonly runId: number
  readonly actor: string
}

/** Pauses the shown offers of a run for which users may not be rewarded, although the rest of it waits for a person. */
export async function pauseForbidden(
  needs: Pick<Ports, 'store' | 'clock'>,
  tx: Db,
  { source, network, runId, actor }: WaitingRun,
): Promise<number> {
  const { store } = needs
  const externalIds = await store.runOffers.listChanging(tx, runId, 'forbidden')
  if (externalIds.length === 0) return 0
  const asked = { sourceId: source.id, networkId: network.id, externalIds }
  const paused = await store.sourceOffers.pauseSourceOffers(tx, asked)
  const offers = tellCount(paused, 'offer')
  const details = { name: source.name, networkId: network.id, runId, offers }
  await noteChange({ ...needs, actor }, tx, {
    action: 'source.forbidden',
    object: `source:${source.id}`,
    details,
  })
  await store.snapshotVersions.bumpSnapshot(tx, 'catalogue')
  return paused
}
