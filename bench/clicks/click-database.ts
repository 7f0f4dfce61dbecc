import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { firstIdAt } from '@quoin/core/tracking/click-id.ts'
import type { Click } from '@quoin/core/tracking/click.ts'
import { weekOf } from '@quoin/core/tracking/click-partitions.ts'
import { startEmbeddedPostgres } from '../../packages/embedded-postgres/src/embedded-postgres.ts'
import { copyInto, encodeRows } from '../../packages/server/src/store/pg/copy-rows.ts'
import { type Database, openDatabase } from '../../packages/server/src/store/pg/database.ts'
import { migrate, migrationsDirectory } from '../../packages/server/src/store/pg/migrate.ts'

export interface ClickDatabase {
  readonly db: Database
  /** Whether a run before has filled it. */
  readonly isFilled: boolean
  noteFilled(): Promise<void>
  close(): Promise<void>
  /** The same, and nothing is left of it. */
  remove(): Promise<void>
}

/** An embedded database of this version in a folder of this name. */
export async function openClickDatabase(name: string): Promise<ClickDatabase> {
  const dataDir = join(process.env['BENCH_DIR'] ?? tmpdir(), `quoin-bench-${name}`)
  const mark = join(dataDir, 'filled')
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const embedded = await startEmbeddedPostgres({ dataDir })
  const db = await openDatabase({ url: embedded.url, connectionsMax: 3, statementTimeoutMs: 0 })
  await migrate(db, migrationsDirectory)
  await db.query('create extension if not exists pg_walinspect')
  const close = async (): Promise<void> => {
    await db.close()
    await embedded.stop()
  }
  return {
    db,
    isFilled: existsSync(mark),
    noteFilled: () => writeFile(mark, ''),
    close,
    async remove() {
      await close()
      await rm(dataDir, { recursive: true })
    },
  }
}

/** The week of a moment in the table as version 0.2.0 had it. */
export async function makeWideWeek(db: Database, atMs: number): Promise<string> {
  const { fromMs, toMs } = weekOf(atMs)
  const name = `clicks_${new Date(fromMs).toISOString().slice(0, 10).replaceAll('-', '')}`
  await db.query(
    `create table if not exists ${name} partition of wide_clicks
     for values from ('${firstIdAt(fromMs)}') to ('${firstIdAt(toMs)}')`,
  )
  return name
}

/** As version 0.2.0 wrote clicks. */
const wide = copyInto<Click>('wide_clicks', [
  { name: 'id', type: 'uuid', of: ({ id }) => id },
  { name: 'app_id', type: 'bigint', of: ({ appId }) => appId },
  { name: 'offer_id', type: 'bigint', of: ({ offerId }) => offerId },
  { name: 'user_id', type: 'text', of: ({ userId }) => userId },
  { name: 'sub_id', type: 'text', of: ({ subId }) => subId },
  { name: 'address', type: 'text', of: ({ address }) => address },
  { name: 'user_agent', type: 'text', of: ({ userAgent }) => userAgent },
  { name: 'country', type: 'text', of: ({ country }) => country },
  { name: 'platform', type: 'text', of: ({ platform }) => platform },
  { name: 'verdict', type: 'text', of: ({ verdict }) => verdict },
  { name: 'outcome', type: 'text', of: ({ outcome }) => outcome },
  { name: 'reason', type: 'text', of: ({ reason }) => reason },
  { name: 'risk', type: 'text', of: ({ risk }) => risk ?? null },
  { name: 'is_unsigned', type: 'boolean', of: ({ isUnsigned }) => isUnsigned || null },
  { name: 'is_test', type: 'boolean', of: ({ isTest }) => isTest },
  { name: 'clicked_at', type: 'timestamptz', of: ({ clickedAtMs }) => clickedAtMs },
])

export async function copyWide(db: Database, clicks: readonly Click[]): Promise<void> {
  await db.copy(wide.text, encodeRows(wide.columns, clicks))
}
