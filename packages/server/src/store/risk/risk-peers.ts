import { firstIdAt } from '@quoin/core/tracking/click-id.ts'
import type { ConversionTrace } from '@quoin/core/risk/activity.ts'
import type { Signs } from '@quoin/core/risk/score.ts'
import { lost, vouchedGoal } from '../conversions/conversion-columns.ts'
import type { Db } from '../pg/database.ts'
import { type RowColumns, rowsFrom, valuesOf } from '../pg/row-parameters.ts'

/** Whether it is this process's turn: one of all, once in the given time. */
export async function takePeerRound(
  db: Db,
  { nowMs, everyMs }: { readonly nowMs: number; readonly everyMs: number },
): Promise<boolean> {
  const rows = await db.query(
    `update risk_peer_rounds set ran_at = to_timestamp($1::bigint / 1000.0)
     where ran_at <= to_timestamp(($1::bigint - $2::bigint) / 1000.0)
       or ran_at > to_timestamp(($1::bigint + $2::bigint) / 1000.0) returning 1`,
    [nowMs, everyMs],
  )
  return rows.length > 0
}

interface AccountsWanted {
  readonly appId: number
  readonly sinceMs: number
  /** Rows, the newest. */
  readonly limit: number
}

/** A user on a device, with what is kept of both. */
interface LinkedAccountRow {
  readonly user: string
  readonly firstSeenAtMs: number
  readonly line: string | null
  readonly signs: Signs
  readonly data: unknown
}

/** The users seen on devices of the app; those who came by test calls stay apart. */
export async function listLinkedAccounts(
  db: Db,
  { appId, sinceMs, limit }: AccountsWanted,
): Promise<LinkedAccountRow[]> {
  return await db.query(
    `select encode(l.user_key, 'hex') as "user", l.first_seen_at as "firstSeenAtMs",
       encode(l.line_key, 'hex') as line, l.signs, d.data
     from device_users l join devices d on d.app_id = l.app_id and d.device_key = l.device_key
     where l.app_id = $1 and l.last_seen_at >= to_timestamp($2::bigint / 1000.0)
       and not exists (select from risk_assessments a
         where a.app_id = l.app_id and a.user_key = l.user_key and a.is_test)
     order by l.last_seen_at desc, l.device_key, l.user_key limit $3`,
    [appId, sinceMs, limit],
  )
}

interface ClickOfAccountRow {
  readonly userId: string
  readonly offerId: number
  readonly clickedAtMs: number
  readonly address: string | null
}

/** The newest live clicks of an app. */
export async function listClicksOfApp(
  db: Db,
  { appId, sinceMs, limit }: AccountsWanted,
): Promise<ClickOfAccountRow[]> {
  return await db.query(
    `select user_id as "userId", offer_id as "offerId", clicked_at as "clickedAtMs", address,
       is_unsigned is true as "isUnsigned"
     from clicks where app_id = $1 and not is_test and id >= $2 order by id desc limit $3`,
    [appId, firstIdAt(sinceMs), limit],
  )
}

interface ConversionOfAccountRow extends Omit<ConversionTrace, 'clickedAtMs'> {
  readonly userId: string
  readonly clickId: string | null
}

/** The newest live conversions of an app. */
export async function listConversionsOfApp(
  db: Db,
  { appId, sinceMs, limit }: AccountsWanted,
): Promise<ConversionOfAccountRow[]> {
  return await db.query(
    `select v.user_id as "userId", v.offer_id as "offerId", v.click_id as "clickId",
       v.created_at as "convertedAtMs", ${lost('v')} as "isLost", ${vouchedGoal('v')} as goal,
       v.reported_status is null as "isClaimed"
     from conversions v where v.app_id = $1 and not v.is_test and v.id >= $2 order by v.id desc limit $3`,
    [appId, firstIdAt(sinceMs), limit],
  )
}

export interface PeersRow {
  readonly user: string
  /** Hundredths, in the order of core/risk/peers.ts. */
  readonly facts: string
  readonly scoreTenths: number
}

const peersRow: RowColumns<PeersRow> = { user: 'text', facts: 'text', scoreTenths: 'bigint' }

interface PeersWritten {
  readonly appId: number
  readonly rows: readonly PeersRow[]
  readonly nowMs: number
  readonly expiresAtMs: number
}

/** Writes what a comparison found of these users; the app's others keep what they have until it ends. */
export async function writePeers(db: Db, { appId, rows, nowMs, expiresAtMs }: PeersWritten): Promise<void> {
  await db.query(
    `insert into risk_peers (app_id, user_key, facts, score_tenths, made_at, expires_at)
     select $1, decode(p."user", 'hex') as key, p.facts::smallint[], p."scoreTenths",
       to_timestamp($2::bigint / 1000.0), to_timestamp($3::bigint / 1000.0)
     from ${rowsFrom(peersRow, 'p', 4)} order by key
     on conflict (app_id, user_key) do update set facts = excluded.facts,
       score_tenths = excluded.score_tenths, made_at = excluded.made_at, expires_at = excluded.expires_at`,
    [appId, nowMs, expiresAtMs, ...valuesOf(peersRow, rows)],
  )
}

interface KnownPeersRow {
  readonly user: string
  readonly facts: readonly number[]
  readonly scoreTenths: number
}

/** The active ones, the newest first. */
export async function listPeers(
  db: Db,
  { nowMs, limit }: { readonly nowMs: number; readonly limit: number },
): Promise<KnownPeersRow[]> {
  return await db.query(
    `select encode(user_key, 'hex') as "user", facts, score_tenths as "scoreTenths" from risk_peers
     where expires_at > to_timestamp($1::bigint / 1000.0) order by made_at desc, app_id, user_key limit $2`,
    [nowMs, limit],
  )
}

export async function forgetPeers(db: Db, nowMs: number): Promise<number> {
  const rows = await db.query(
    'delete from risk_peers where expires_at <= to_timestamp($1::bigint / 1000.0) returning 1',
    [nowMs],
  )
  return rows.length
}
