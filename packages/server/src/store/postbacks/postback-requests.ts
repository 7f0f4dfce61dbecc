import type { RequestOutcome } from '@quoin/core/postbacks/request-outcome.ts'
import { copied, copyInto } from '../pg/copy-rows.ts'
import type { Db } from '../pg/database.ts'
import { type RowColumns, rowsFrom, valuesOf } from '../pg/row-parameters.ts'

/** One postback as it came and what was answered. */
export interface LoggedRequest {
  readonly id: string
  readonly networkId: number | null
  readonly receivedAtMs: number
  readonly method: string
  readonly address: string | null
  /** Bounded, well-formed, without secrets. */
  readonly parameters: Readonly<Record<string, string>>
  readonly clickId: string | null
  readonly conversionId: string | null
  readonly outcome: RequestOutcome
  readonly httpStatus: number
  readonly reason: string | null
  /** The full report, where it waits for its click (see unmatched-postbacks.ts); else null. */
  readonly report: unknown
  /** The answer to the network, where it was refused; else null. */
  readonly message: string | null
  /** The full report, where it was refused and may be applied again (see refused-postbacks.ts); else null. */
  readonly refused: unknown
}

/** A request as it is written. */
const requestRow: RowColumns<LoggedRequest> = {
  id: 'uuid',
  networkId: 'bigint',
  receivedAtMs: 'bigint',
  method: 'text',
  address: 'text',
  parameters: 'jsonb',
  clickId: 'text',
  conversionId: 'uuid',
  outcome: 'text',
  httpStatus: 'smallint',
  reason: 'text',
  report: 'jsonb',
  message: 'text',
  refused: 'jsonb',
}

export const newRequests = copyInto('postback_requests', copied<LoggedRequest>(requestRow))

export async function insertRequests(db: Db, requests: readonly LoggedRequest[]): Promise<void> {
  await db.query(
    `insert into postback_requests (id, network_id, received_at, method, address, parameters, click_id,
       conversion_id, outcome, http_status, reason, report, message, refused)
     select r.id, r."networkId", to_timestamp(r."receivedAtMs" / 1000.0), r.method, r.address, r.parameters,
       r."clickId", r."conversionId", r.outcome, r."httpStatus", r.reason, r.report,
       r.message, r.refused
     from ${rowsFrom(requestRow, 'r')}`,
    valuesOf(requestRow, requests),
  )
}

export const requestColumns = `id, network_id as "networkId", received_at as "receivedAtMs", method, address,
  parameters, click_id as "clickId", conversion_id as "conversionId", outcome, http_status as "httpStatus",
    reason, message`

/** The reports of a click, oldest first. */
export async function listRequestsOfClick(db: Db, clickId: string, limit: number): Promise<LoggedRequest[]> {
  return await db.query(
    `select ${requestColumns} from postback_requests where click_id = $1 order by id limit $2`,
    [clickId, limit],
  )
}

/** A network's log, newest first; `beforeId` goes on from the end of a page. */
export async function listRequestsOfNetwork(
  db: Db,
  { networkId, beforeId, limit }: { networkId: number; beforeId?: string; limit: number },
): Promise<LoggedRequest[]> {
  return await db.query(
    `select ${requestColumns} from postback_requests
     where network_id = $1 and ($2::uuid is null or id < $2) order by id desc limit $3`,
    [networkId, beforeId ?? null, limit],
  )
}
