import type pg from 'pg'
import { NoSessionError } from './connection-faults.ts'
import { refusalOf } from './refused-engines.ts'

/** The server is another engine than PostgreSQL: no later attempt does better. */
export class OtherEngineError extends NoSessionError {}

/**
 * Asked before anything else: other engines fail at the settings of a session, in words that say nothing, or not at all.
 * Throws OtherEngineError.
 */
export async function assertEngine(client: pg.ClientBase, answerMs: number): Promise<void> {
  // The driver knows the limit of a single query; its types do not.
  const limit = { query_timeout: answerMs }
  const ask = async <Row extends pg.QueryResultRow>(text: string): Promise<Row | undefined> =>
    (await client.query<Row>({ text, ...limit })).rows[0]
  const told = await ask<{ version: string }>('select version() as version')
  const version = told?.version ?? ''
  refuse(refusalOf({ version, distributedTables: 0 }))
  const citus = await ask<{ has: boolean }>(
    `select exists (select from pg_extension where extname = 'citus') as has`,
  )
  if (citus?.has !== true) return
  const row = await ask<{ tables: string }>(
    'select count(*)::text as tables from pg_catalog.pg_dist_partition',
  )
  refuse(refusalOf({ version, distributedTables: Number(row?.tables ?? 0) }))
}

function refuse(sentence: string | undefined): void {
  if (sentence !== undefined) throw new OtherEngineError(sentence)
}
