import type { Click } from '@quoin/core/tracking/click.ts'
import type { Ports } from '../../ports/ports.ts'
import {
  type ApplyPostback,
  matchKeptPostbacks,
  matchLatePostbacks,
} from '../postbacks/match-kept-postbacks.ts'
import { eraseLateClicks } from '../users/erase-late-clicks.ts'
import { recordClicks } from './record-clicks.ts'

/** Clicks that wait on a local disk. */
export interface Spool {
  readonly id: string
  /** Ends the file that is written, so that all of it can be replayed. */
  seal(): Promise<void>
  /** `write` returns how many clicks the database will never take, and throws when it is away. */
  replay(write: (clicks: readonly Click[]) => Promise<number>): Promise<{
    readonly clicks: number
    readonly damagedFiles: readonly string[]
    /** Others have gone on to write meanwhile: another replay follows. */
    readonly hasMore: boolean
  }>
}

interface Replay {
  readonly spool: Spool
  readonly applyPostback: ApplyPostback
  readonly isUnavailable: (error: unknown) => boolean
  /** Ends a replay between two batches: what is left stays in the spool. */
  readonly signal: AbortSignal
}

type Needs = Omit<Ports, 'writers' | 'process'>

/**
 * Writes spooled clicks to the database, missing partitions included, then applies the postbacks that came for them
 * in the meantime. Until then the outage is on record, and an unknown click of that time is answered 503, not 404.
 */
export async function replayClicks(
  ports: Needs,
  { spool, applyPostback, isUnavailable, signal }: Replay,
): Promise<void> {
  const { db, store, log } = ports
  await spool.seal()
  // Outages on record by now have their clicks in the folder by now; a later one is not ours to close.
  const outageIds = await store.clickOutages.listClickOutages(db, spool.id)
  const range = { fromId: '', toId: '' }
  let matched = 0
  const { clicks, damagedFiles, hasMore } = await spool.replay(async (batch) => {
    signal.throwIfAborted()
    const refused = await writeBatch(ports, await eraseLateClicks(ports, batch), isUnavailable)
    const clickIds = batch.map(({ id }) => id).sort()
    range.fromId = [range.fromId, clickIds[0] ?? ''].filter((id) => id !== '').sort()[0] ?? ''
    range.toId = [range.toId, clickIds.at(-1) ?? ''].sort().at(-1) ?? ''
    matched += await matchKeptPostbacks(ports, { clickIds, applyPostback })
    return refused
  })
  // A peak of another process goes on: what is on record of it is of clicks that it acknowledges now, too.
  if (!hasMore) await store.clickOutages.deleteClickOutages(db, outageIds)
  matched += await matchLatePostbacks(ports, { ...range, applyPostback })
  if (clicks > 0) log.info({ clicks, postbacks: matched }, 'spooled clicks replayed')
  if (damagedFiles.length > 0) log.error({ damagedFiles }, 'spooled clicks could not be read or written')
}

/** One click that the database does not take must not keep the others on the disk for ever. */
async function writeBatch(
  ports: Needs,
  clicks: readonly Click[],
  isUnavailable: Replay['isUnavailable'],
): Promise<number> {
  try {
    await recordClicks(ports, clicks)
    return 0
  } catch (error) {
    if (isUnavailable(error)) throw error
    const [click] = clicks
    if (clicks.length === 1 && click) {
      ports.log.error({ err: error, clickId: click.id }, 'spooled click rejected')
      return 1
    }
    let refused = 0
    for (const one of clicks) refused += await writeBatch(ports, [one], isUnavailable)
    return refused
  }
}
