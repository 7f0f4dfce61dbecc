import type { CallbackMethod, SignatureScheme } from '@quoin/core/callbacks/endpoint.ts'
import type { EndpointHealth } from '@quoin/core/callbacks/endpoint-health.ts'
import type { DisabledReason, StoredEndpoint } from '@quoin/core/callbacks/stored-endpoint.ts'
import type { Db } from '../pg/database.ts'
import { type RowColumns, rowsFrom, valuesOf } from '../pg/row-parameters.ts'

interface EndpointRow extends Omit<StoredEndpoint, 'success' | 'secrets'> {
  readonly okBody: string | null
  readonly failureBody: string | null
  readonly currentSealed: Uint8Array | null
  readonly previousSealed: Uint8Array | null
  readonly previousUntilMs: number | null
}

const endpointColumns = `id, app_id as "appId", name, mode, format, url, method, parameters, signature, events,
  ok_body as "okBody", failure_body as "failureBody", reversal_style as "reversalStyle", amounts,
  transaction_ids as "transactionIds", secret_sealed as "currentSealed", previous_secret_sealed as "previousSealed",
  previous_secret_until as "previousUntilMs", status, disabled_reason as "disabledReason",
  disabled_at as "disabledAtMs", failing_since as "failingSinceMs", last_failed_at as "lastFailedAtMs",
  failures, created_at as "createdAtMs"`

function toEndpoint(row: EndpointRow): StoredEndpoint {
  const { okBody, failureBody, currentSealed, previousSealed, previousUntilMs, ...endpoint } = row
  return {
    ...endpoint,
    success: { okBody, failureBody },
    secrets: { currentSealed, previousSealed, previousUntilMs },
  }
}

const isThere = `disabled_reason is distinct from 'removed'`

export async function listEndpoints(db: Db): Promise<StoredEndpoint[]> {
  const rows = await db.query<EndpointRow>(
    `select ${endpointColumns} from callback_endpoints where ${isThere} order by id`,
    [],
  )
  return rows.map(toEndpoint)
}

/** Those that were removed, and are kept as long as their callbacks. */
export async function listRemovedEndpoints(db: Db): Promise<StoredEndpoint[]> {
  const rows = await db.query<EndpointRow>(
    `select ${endpointColumns} from callback_endpoints where not (${isThere}) order by id`,
    [],
  )
  return rows.map(toEndpoint)
}

export async function listEndpointsOfApps(db: Db, appIds: readonly number[]): Promise<StoredEndpoint[]> {
  const rows = await db.query<EndpointRow>(
    `select ${endpointColumns} from callback_endpoints where app_id = any($1) and ${isThere} order by id`,
    [appIds],
  )
  return rows.map(toEndpoint)
}

/** A removed one, too. */
export async function findEndpoint(db: Db, id: number): Promise<StoredEndpoint | undefined> {
  const [row] = await db.query<EndpointRow>(
    `select ${endpointColumns} from callback_endpoints where id = $1`,
    [id],
  )
  return row && toEndpoint(row)
}

/** The setup of an endpoint; its secrets and its health are other matters. */
export interface EndpointSetup {
  readonly appId: number
  readonly name: string
  readonly mode: StoredEndpoint['mode']
  readonly format: string
  readonly url: string
  readonly method: CallbackMethod
  readonly parameters: string | null
  readonly signature: SignatureScheme | 'none' | null
  readonly events: StoredEndpoint['events']
  readonly success: StoredEndpoint['success']
  readonly reversalStyle: StoredEndpoint['reversalStyle']
  readonly amounts: StoredEndpoint['amounts']
  readonly transactionIds: StoredEndpoint['transactionIds']
}

/** Sets an endpoint up by its app and name: a new one, or the one of this name as it shall be from now on. */
export async function upsertEndpoint(db: Db, setup: EndpointSetup): Promise<{ id: number; isNew: boolean }> {
  const [row] = await db.query<{ id: number; isNew: boolean }>(
    `insert into callback_endpoints (app_id, name, mode, format, url, method, parameters, signature, events,
       ok_body, failure_body, reversal_style, amounts, transaction_ids)
     values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9, $10, $11, $12, $13, $14)
     on conflict (app_id, name) do update set mode = excluded.mode, format = excluded.format,
       url = excluded.url, method = excluded.method, parameters = excluded.parameters,
       signature = excluded.signature, events = excluded.events, ok_body = excluded.ok_body,
       failure_body = excluded.failure_body, reversal_style = excluded.reversal_style,
       amounts = excluded.amounts, transaction_ids = excluded.transaction_ids
     returning id, xmax = 0 as "isNew"`,
    [
      setup.appId,
      setup.name,
      setup.mode,
      setup.format,
      setup.url,
      setup.method,
      setup.parameters,
      setup.signature && JSON.stringify(setup.signature),
      setup.events,
      setup.success.okBody,
      setup.success.failureBody,
      setup.reversalStyle,
      setup.amounts,
      setup.transactionIds,
    ],
  )
  if (row === undefined) throw new Error('an upsert returned no row')
  return row
}

/** A new secret; the one that it follows signs too until the given time. */
export async function updateEndpointSecret(
  db: Db,
  id: number,
  secret: { readonly sealed: Uint8Array; readonly previousUntilMs: number },
): Promise<void> {
  await db.query(
    `update callback_endpoints set secret_sealed = $2, previous_secret_sealed = secret_sealed,
       previous_secret_until = case when secret_sealed is null then null else to_timestamp($3::bigint / 1000.0) end
     where id = $1`,
    [id, secret.sealed, secret.previousUntilMs],
  )
}

/** Returns whether it was active until now. */
export async function disableEndpoint(
  db: Db,
  id: number,
  { reason, nowMs }: { readonly reason: DisabledReason; readonly nowMs: number },
): Promise<boolean> {
  const rows = await db.query(
    `update callback_endpoints
     set status = 'disabled', disabled_reason = $2, disabled_at = to_timestamp($3::bigint / 1000.0)
     where id = $1 and status = 'active' returning id`,
    [id, reason, nowMs],
  )
  return rows.length > 0
}

/** Its failures are forgotten with it, or one more would disable it again. */
export async function enableEndpoint(db: Db, id: number): Promise<boolean> {
  const rows = await db.query(
    `update callback_endpoints set status = 'active', disabled_reason = null, disabled_at = null,
       failing_since = null, last_failed_at = null, failures = 0
     where id = $1 and status = 'disabled' returning id`,
    [id],
  )
  return rows.length > 0
}

/** Nothing leads back from it, its secrets are gone, and its name is free. Returns whether it was there. */
export async function removeEndpoint(db: Db, id: number, nowMs: number): Promise<boolean> {
  const rows = await db.query(
    `update callback_endpoints
     set status = 'disabled', disabled_reason = 'removed', disabled_at = to_timestamp($2::bigint / 1000.0),
       name = format('%s (removed, %s)', name, id), secret_sealed = null, previous_secret_sealed = null,
       previous_secret_until = null
     where id = $1 and ${isThere} returning id`,
    [id, nowMs],
  )
  return rows.length > 0
}

/** Forgets endpoints that were removed before a time and of which no callback is kept any more; returns how many. */
export async function deleteRemovedBefore(db: Db, beforeMs: number): Promise<number> {
  const rows = await db.query(
    `delete from callback_endpoints e
     where not (${isThere}) and disabled_at < to_timestamp($1::bigint / 1000.0)
       and not exists (select from callbacks c where c.endpoint_id = e.id)
     returning 1`,
    [beforeMs],
  )
  return rows.length
}

/** How endpoints fare, locked until the end of the transaction, in the order of their ids. */
export async function lockHealth(tx: Db, ids: readonly number[]): Promise<EndpointFare[]> {
  return await tx.query(
    `select id, failing_since as "failingSinceMs", last_failed_at as "lastFailedAtMs", failures
     from callback_endpoints where id = any($1) order by id for update`,
    [ids],
  )
}

/** How an endpoint fares after some attempts. */
interface EndpointFare extends EndpointHealth {
  readonly id: number
}

const healthRow: RowColumns<EndpointFare> = {
  id: 'bigint',
  failingSinceMs: 'bigint',
  lastFailedAtMs: 'bigint',
  failures: 'integer',
}

export async function updateHealth(db: Db, endpoints: readonly EndpointFare[]): Promise<void> {
  await db.query(
    `update callback_endpoints e set failing_since = to_timestamp(h."failingSinceMs" / 1000.0),
       last_failed_at = to_timestamp(h."lastFailedAtMs" / 1000.0), failures = h.failures
     from ${rowsFrom(healthRow, 'h')} where e.id = h.id`,
    valuesOf(healthRow, endpoints),
  )
}
