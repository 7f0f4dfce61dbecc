import type { ListPage, ListSlice } from '@quoin/core/paging/list-slice.ts'
import { firstIdAt } from '@quoin/core/tracking/click-id.ts'
import type { Db } from '../pg/database.ts'
import { selectPage } from '../pg/select-page.ts'
import { type LoggedRequest, requestColumns } from './postback-requests.ts'

interface ListedRequest extends Omit<LoggedRequest, 'report' | 'refused'> {
  /** It is kept whole. */
  readonly mayReplay: boolean
}

interface PostbackFilter {
  readonly networkId: number
  readonly outcome: string | null
  readonly fromMs: number | null
  readonly toMs: number | null
  readonly clickId: string | null
}

/** A network's log, by postback_requests_by_network: ids are made in the order of time. */
export async function listPostbackPage(
  db: Db,
  { networkId, outcome, fromMs, toMs, clickId }: PostbackFilter,
  slice: ListSlice,
): Promise<ListPage<ListedRequest>> {
  return await selectPage(db, {
    select: `${requestColumns}, (report is not null or refused is not null) as "mayReplay"`,
    from: 'postback_requests',
    where: `network_id = $1 and ($2::text is null or outcome = $2) and ($3::uuid is null or id >= $3)
      and ($4::uuid is null or id < $4) and ($5::text is null or click_id = $5)`,
    values: [
      networkId,
      outcome,
      fromMs === null ? null : firstIdAt(fromMs),
      toMs === null ? null : firstIdAt(toMs),
      clickId,
    ],
    sorts: { time: [{ sql: 'id', type: 'uuid' }] },
    slice,
  })
}
