import type { DeviceLink } from '@quoin/core/risk/device-graph.ts'
import type { Reason, Signs } from '@quoin/core/risk/score.ts'
import type { Db } from './database.ts'

/** Keys are HMACs in hexadecimal. */
export interface DeviceKey {
  readonly appId: number
  readonly device: string
}

export interface UserKey {
  readonly appId: number
  readonly user: string
}

/** A user on a device. */
export interface LinkRow extends DeviceKey, UserKey, DeviceLink {
  /** What his last submission said against him; undefined keeps what is there. */
  readonly signs?: Signs | undefined
}

/** One of the devices of a user. */
export interface UserDeviceRow extends DeviceKey, UserKey {
  readonly firstSeenAtMs: number
  readonly lastSeenAtMs: number
  readonly line: string | undefined
  readonly signs: Signs
}

export interface DeviceRow extends DeviceKey {
  /** The newest fingerprint_data as JSON; null keeps what is there. */
  readonly data: string | null
  readonly seenAtMs: number
}

/**
 * Notes the devices, each once, and locks them until the end of the transaction: in the order of their keys,
 * so that two batches never wait for each other. Whoever comes second reads the links that the first has
 * written.
 */
export async function lockDevices(tx: Db, devices: readonly DeviceRow[]): Promise<void> {
  const column = <Key extends keyof DeviceRow>(key: Key): DeviceRow[Key][] => devices.map((row) => row[key])
  await tx.query(
    `insert into devices (app_id, device_key, first_seen_at, last_seen_at, data)
     select d.app_id, decode(d.device, 'hex'), to_timestamp(d.seen_at_ms / 1000.0),
       to_timestamp(d.seen_at_ms / 1000.0), coalesce(d.data, '{}')::jsonb
     from unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[]) as d (app_id, device, seen_at_ms, data)
     order by d.app_id, d.device
     on conflict (app_id, device_key) do update
       set first_seen_at = least(devices.first_seen_at, excluded.first_seen_at),
           last_seen_at = greatest(devices.last_seen_at, excluded.last_seen_at),
           data = case when excluded.data = '{}' then devices.data else excluded.data end`,
    [column('appId'), column('device'), column('seenAtMs'), column('data')],
  )
}

/** Everyone on these devices: at most 64 users a device. */
export async function listLinks(db: Db, devices: readonly DeviceKey[]): Promise<LinkRow[]> {
  const rows = await db.query<Omit<LinkRow, 'line'> & { line: string | null }>(
    `select l.app_id as "appId", encode(l.device_key, 'hex') as device, encode(l.user_key, 'hex') as "user",
       l.first_seen_at as "firstSeenAtMs", l.last_seen_at as "lastSeenAtMs", l.times_seen as "timesSeen",
       encode(l.line_key, 'hex') as line
     from unnest($1::bigint[], $2::text[]) as d (app_id, device)
     join device_users l on l.app_id = d.app_id and l.device_key = decode(d.device, 'hex')`,
    [devices.map(({ appId }) => appId), devices.map(({ device }) => device)],
  )
  return rows.map(({ line, ...row }) => ({ ...row, line: line ?? undefined }))
}

/** The devices of each user, up to the bound, by device_users_by_user. */
export async function listDevicesOfUsers(
  db: Db,
  users: readonly UserKey[],
  devicesMax: number,
): Promise<UserDeviceRow[]> {
  const rows = await db.query<Omit<UserDeviceRow, 'line'> & { line: string | null }>(
    `select u.app_id as "appId", u.user_key as "user", encode(l.device_key, 'hex') as device,
       l.first_seen_at as "firstSeenAtMs", l.last_seen_at as "lastSeenAtMs",
       encode(l.line_key, 'hex') as line, l.signs
     from unnest($1::bigint[], $2::text[]) as u (app_id, user_key)
     join lateral (
       select * from device_users l
       where l.app_id = u.app_id and l.user_key = decode(u.user_key, 'hex') limit $3) l on true`,
    [users.map(({ appId }) => appId), users.map(({ user }) => user), devicesMax],
  )
  return rows.map(({ line, ...row }) => ({ ...row, line: line ?? undefined }))
}

/** Writes links as they are now. The devices must be locked. */
export async function upsertLinks(tx: Db, links: readonly LinkRow[]): Promise<void> {
  const column = <Key extends keyof LinkRow>(key: Key): (LinkRow[Key] | null)[] =>
    links.map((link) => link[key] ?? null)
  await tx.query(
    `insert into device_users (app_id, device_key, user_key, first_seen_at, last_seen_at, times_seen,
       line_key, signs)
     select l.app_id, decode(l.device, 'hex'), decode(l.user_key, 'hex'),
       to_timestamp(l.first_seen_at_ms / 1000.0), to_timestamp(l.last_seen_at_ms / 1000.0), l.times_seen,
       decode(l.line, 'hex'), coalesce(l.signs, '{}')::jsonb
     from unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[],
       $8::text[]) as l (app_id, device, user_key, first_seen_at_ms, last_seen_at_ms, times_seen, line, signs)
     on conflict (app_id, device_key, user_key) do update
       set first_seen_at = excluded.first_seen_at, last_seen_at = excluded.last_seen_at,
           times_seen = excluded.times_seen, line_key = excluded.line_key, signs = excluded.signs`,
    [
      column('appId'),
      column('device'),
      column('user'),
      column('firstSeenAtMs'),
      column('lastSeenAtMs'),
      column('timesSeen'),
      column('line'),
      links.map(({ signs }) => (signs === undefined ? null : JSON.stringify(signs))),
    ],
  )
}

/** What was answered to whom, and why. */
export interface AssessmentRow extends DeviceKey, UserKey {
  readonly id: string
  /** 0 when allow-listed, 1000 when blocked. */
  readonly scoreTenths: number
  readonly isBlocked: boolean
  readonly isMultiAccounting: boolean
  readonly reasons: readonly Reason[]
  readonly weightsVersion: string
  readonly requestId: string
  readonly isTest: boolean
  readonly assessedAtMs: number
}

/** As it is written, with what is learned from. */
export interface NewAssessmentRow extends AssessmentRow {
  readonly shares: Readonly<Record<string, number>>
  /** What the candidate would have answered, lists apart; null without one. */
  readonly shadowTenths: number | null
  readonly shadowVersion: string | null
}

export async function insertAssessments(db: Db, assessments: readonly NewAssessmentRow[]): Promise<void> {
  const column = <Key extends keyof NewAssessmentRow>(key: Key): NewAssessmentRow[Key][] =>
    assessments.map((row) => row[key])
  await db.query(
    `insert into risk_assessments (id, app_id, user_key, device_key, score_tenths, is_blocked,
       is_multi_accounting, reasons, weights_version, request_id, is_test, assessed_at, shares, shadow_tenths,
       shadow_version)
     select a.id, a.app_id, decode(a.user_key, 'hex'), decode(a.device, 'hex'), a.score_tenths,
       a.is_blocked, a.is_multi_accounting, a.reasons::jsonb, a.weights_version, a.request_id, a.is_test,
       to_timestamp(a.assessed_at_ms / 1000.0), a.shares::jsonb, a.shadow_tenths, a.shadow_version
     from unnest($1::uuid[], $2::bigint[], $3::text[], $4::text[], $5::smallint[], $6::boolean[],
       $7::boolean[], $8::text[], $9::text[], $10::text[], $11::boolean[], $12::bigint[], $13::text[],
       $14::smallint[], $15::text[])
       as a (id, app_id, user_key, device, score_tenths, is_blocked, is_multi_accounting, reasons,
         weights_version, request_id, is_test, assessed_at_ms, shares, shadow_tenths, shadow_version)`,
    [
      column('id'),
      column('appId'),
      column('user'),
      column('device'),
      column('scoreTenths'),
      column('isBlocked'),
      column('isMultiAccounting'),
      assessments.map(({ reasons }) => JSON.stringify(reasons)),
      column('weightsVersion'),
      column('requestId'),
      column('isTest'),
      column('assessedAtMs'),
      assessments.map(({ shares }) => JSON.stringify(shares)),
      column('shadowTenths'),
      column('shadowVersion'),
    ],
  )
}

/** The last answers about a user, newest first: for whoever asks why. */
export async function listAssessmentsOfUser(
  db: Db,
  { appId, user }: UserKey,
  limit: number,
): Promise<AssessmentRow[]> {
  return await db.query(
    `select id, app_id as "appId", encode(user_key, 'hex') as "user", encode(device_key, 'hex') as device,
       score_tenths as "scoreTenths", is_blocked as "isBlocked", is_multi_accounting as "isMultiAccounting",
       reasons, weights_version as "weightsVersion", request_id as "requestId", is_test as "isTest",
       assessed_at as "assessedAtMs"
     from risk_assessments where app_id = $1 and user_key = decode($2, 'hex') order by id desc limit $3`,
    [appId, user, limit],
  )
}

export interface ForgottenDevices {
  /** Submissions as they were sent, of devices not seen since. */
  readonly dataBeforeMs: number
  /** Links of users to devices, and devices, not renewed since. */
  readonly linksBeforeMs: number
  readonly rowsMax: number
}

/**
 * Drops what is older than its retention, a bounded number of rows at a time; returns how many there were. Rows that a
 * submission holds just now are about to be renewed: they are passed over, and nobody waits for the other.
 */
export async function forgetDevices(
  db: Db,
  { dataBeforeMs, linksBeforeMs, rowsMax }: ForgottenDevices,
): Promise<number> {
  const [row] = await db.query<{ rows: number }>(
    `with data as (
       update devices set data = '{}' where ctid = any (array(
         select ctid from devices
         where last_seen_at < to_timestamp($1::bigint / 1000.0) and data <> '{}'
         limit $3 for update skip locked))
       returning 1),
     links as (
       delete from device_users where ctid = any (array(
         select ctid from device_users where last_seen_at < to_timestamp($2::bigint / 1000.0)
         limit $3 for update skip locked))
       returning 1),
     gone as (
       delete from devices where ctid = any (array(
         select ctid from devices where last_seen_at < to_timestamp($2::bigint / 1000.0)
         limit $3 for update skip locked))
       returning 1)
     select (select count(*) from data) + (select count(*) from links) + (select count(*) from gone) as rows`,
    [dataBeforeMs, linksBeforeMs, rowsMax],
  )
  return row?.rows ?? 0
}

/** Drops assessments by their ids, which carry the time. */
export async function forgetAssessments(db: Db, beforeId: string, rowsMax: number): Promise<number> {
  const rows = await db.query(
    `delete from risk_assessments where id in (
       select id from risk_assessments where id < $1 order by id limit $2) returning id`,
    [beforeId, rowsMax],
  )
  return rows.length
}
