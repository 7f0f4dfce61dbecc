import type { ListPage, ListSlice } from '@quoin/core/paging/list-slice.ts'
import type { ApiCall } from '../../ports/calls.ts'
import type { Db } from '../pg/database.ts'
import { selectPage } from '../pg/select-page.ts'

export interface KeptCall extends ApiCall {
  /** Further calls within the same seconds that ended the same way. */
  readonly others: number
}

interface AppMode {
  readonly appId: number
  readonly isTest: boolean
}

/** Adds calls in the order given. */
export async function addCalls(db: Db, calls: readonly KeptCall[]): Promise<void> {
  await db.query(
    `insert into api_calls (app_id, is_test, at_ms, request_id, operation, is_session, status, error_code, problems,
                            latency_ms, others)
     select app_id, is_test, at_ms, request_id, operation, is_session, status, error_code,
            array(select jsonb_array_elements_text(problems)), latency_ms, others
     from unnest($1::bigint[], $2::boolean[], $3::bigint[], $4::text[], $5::text[], $6::boolean[], $7::smallint[],
                 $8::text[], $9::jsonb[], $10::real[], $11::bigint[]) with ordinality
       as given (app_id, is_test, at_ms, request_id, operation, is_session, status, error_code, problems, latency_ms,
                 others, place)
     order by place`,
    [
      calls.map(({ appId }) => appId),
      calls.map(({ isTest }) => isTest),
      calls.map(({ atMs }) => atMs),
      calls.map(({ requestId }) => requestId),
      calls.map(({ operation }) => operation),
      calls.map(({ isSession }) => isSession),
      calls.map(({ status }) => status),
      calls.map(({ errorCode }) => errorCode),
      calls.map(({ problems }) => JSON.stringify(problems)),
      calls.map(({ latencyMs }) => latencyMs),
      calls.map(({ others }) => others),
    ],
  )
}

/** Leaves the newest `kept` of each app and mode. */
export async function keepNewestCalls(db: Db, apps: readonly AppMode[], kept: number): Promise<void> {
  await db.query(
    `delete from api_calls c
     using unnest($1::bigint[], $2::boolean[]) as given (app_id, is_test),
       lateral (select at_ms, id from api_calls n where n.app_id = given.app_id and n.is_test = given.is_test
                order by at_ms desc, id desc offset $3::bigint limit 1) oldest
     where c.app_id = given.app_id and c.is_test = given.is_test and (c.at_ms, c.id) <= (oldest.at_ms, oldest.id)`,
    [apps.map(({ appId }) => appId), apps.map(({ isTest }) => isTest), kept],
  )
}

/** Returns how many rows are gone, of so many at most. */
export async function deleteOldCalls(db: Db, beforeMs: number, limit: number): Promise<number> {
  const gone = await db.query(
    `delete from api_calls where ctid = any (array(
       select ctid from api_calls where at_ms < $1::bigint limit $2)) returning 1 as one`,
    [beforeMs, limit],
  )
  return gone.length
}

interface CallFilter extends AppMode {
  readonly operation?: string | undefined
  /** Only those that succeeded, or only those that did not. */
  readonly isOk?: boolean | undefined
}

export async function listCalls(
  db: Db,
  { appId, isTest, operation, isOk }: CallFilter,
  slice: ListSlice,
): Promise<ListPage<KeptCall>> {
  return await selectPage(db, {
    select: `c.app_id as "appId", c.is_test as "isTest", c.at_ms as "atMs",
      c.request_id as "requestId", c.operation, c.is_session as "isSession", c.status, c.error_code as "errorCode",
      c.problems, c.latency_ms as "latencyMs", c.others`,
    from: 'api_calls c',
    where: `c.app_id = $1::bigint and c.is_test = $2::boolean and ($3::text is null or c.operation = $3)
      and ($4::boolean is null or (c.status < 400) = $4)`,
    values: [appId, isTest, operation ?? null, isOk ?? null],
    sorts: {
      time: [
        { sql: 'c.at_ms', type: 'bigint' },
        { sql: 'c.id', type: 'bigint' },
      ],
    },
    slice,
  })
}
