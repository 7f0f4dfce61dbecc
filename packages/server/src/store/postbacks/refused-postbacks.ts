import { firstIdAt } from '@quoin/core/tracking/click-id.ts'
import type { Db } from '../pg/database.ts'

/** A postback that changed nothing, and what it said. */
export interface RefusedPostback {
  readonly id: string
  readonly networkId: number | null
  readonly clickId: string | null
  /** Null where nothing was kept: it was not proven, could not be read, or was applied by now. */
  readonly report: unknown
}

const columns = `id, network_id as "networkId", click_id as "clickId", coalesce(report, refused) as report`

/** Those of some ids that were refused, or whose click was unknown. */
export async function findRefused(db: Db, ids: readonly string[]): Promise<RefusedPostback[]> {
  return await db.query(
    `select ${columns} from postback_requests
     where id = any($1::uuid[]) and outcome in ('refused', 'unmatched') order by id`,
    [ids],
  )
}

/** The reports of a network that may be applied again, oldest first, by postback_requests_by_network. */
export async function listRefused(
  db: Db,
  {
    networkId,
    sinceMs,
    afterId,
    limit,
  }: {
    networkId: number
    sinceMs: number
    afterId: string | null
    limit: number
  },
): Promise<RefusedPostback[]> {
  return await db.query(
    `select ${columns} from postback_requests
     where network_id = $1 and id >= $2 and ($3::uuid is null or id > $3) and outcome in ('refused', 'unmatched')
       and (report is not null or refused is not null)
     order by id limit $4`,
    [networkId, firstIdAt(sinceMs), afterId, limit],
  )
}

/** It was applied: its effect stands in a row of its own. */
export async function closeRefused(db: Db, id: string): Promise<void> {
  await db.query('update postback_requests set report = null, refused = null where id = $1', [id])
}
