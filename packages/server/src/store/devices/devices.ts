import type { DeviceLink } from '@quoin/core/devices/device-graph.ts'
import type { Signs } from '@quoin/core/risk/score.ts'
import { byIndex } from '../conversions/conversion-columns.ts'
import type { Db } from '../pg/database.ts'
import { type RowColumns, rowsFrom, valuesOf } from '../pg/row-parameters.ts'
import { type KeptVariants, readVariants } from './kept-variants.ts'

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
export interface LinkRow extends DeviceKey, UserKey, DeviceLink {}

/** One of the devices of a user. */
interface UserDeviceRow extends DeviceKey, UserKey {
  readonly firstSeenAtMs: number
  readonly lastSeenAtMs: number
  readonly subnet: string | undefined
  readonly signs: Signs
}

export interface DeviceRow extends DeviceKey {
  /** The newest fingerprint_data as JSON, with its digest in hexadecimal; null keeps what is there. */
  readonly data: string | null
  readonly dataDigest: string | null
  readonly seenAtMs: number
  /** A new one. */
  readonly version: string
}

const deviceRow: RowColumns<DeviceRow> = {
  appId: 'bigint',
  device: 'text',
  data: 'text',
  dataDigest: 'text',
  seenAtMs: 'bigint',
  version: 'uuid',
}

/** The kept part of a device that was just noted. */
export interface NotedDevice extends DeviceKey {
  readonly version: string
  readonly dataDigest: string | undefined
}

/**
 * Notes the devices, each once, and locks them until the end of the transaction: in the order of their keys,
 * so that two batches never wait for each other. Whoever comes second reads the links that the first has
 * written.
 */
export async function lockDevices(tx: Db, devices: readonly DeviceRow[]): Promise<NotedDevice[]> {
  const rows = await tx.query<Omit<NotedDevice, 'dataDigest'> & { dataDigest: string | null }>(
    `insert into devices (app_id, device_key, first_seen_at, last_seen_at, data, data_digest, version)
     select d."appId", decode(d.device, 'hex') as key, to_timestamp(d."seenAtMs" / 1000.0),
       to_timestamp(d."seenAtMs" / 1000.0), coalesce(d.data, '{}')::jsonb, decode(d."dataDigest", 'hex'), d.version
     from ${rowsFrom(deviceRow, 'd')}
     order by d."appId", key
     on conflict (app_id, device_key) do update
       set first_seen_at = least(devices.first_seen_at, excluded.first_seen_at),
           last_seen_at = greatest(devices.last_seen_at, excluded.last_seen_at),
           data = case when excluded.data = '{}' then devices.data else excluded.data end,
           data_digest = case when excluded.data = '{}' then devices.data_digest else excluded.data_digest end,
           version = excluded.version
     returning app_id as "appId", encode(device_key, 'hex') as device, version, encode(data_digest, 'hex') as "dataDigest"`,
    valuesOf(deviceRow, devices),
  )
  return rows.map(({ dataDigest, ...row }) => ({ ...row, dataDigest: dataDigest ?? undefined }))
}

/** Everyone on these devices: at most 64 users a device. */
export async function listLinks(db: Db, devices: readonly DeviceKey[]): Promise<LinkRow[]> {
  const rows = await db.query<
    Omit<LinkRow, 'subnet' | 'variants'> & { subnet: string | null; variants: KeptVariants }
  >(
    `select l.app_id as "appId", encode(l.device_key, 'hex') as device, encode(l.user_key, 'hex') as "user",
       l.first_seen_at as "firstSeenAtMs", l.last_seen_at as "lastSeenAtMs", encode(l.line_key, 'hex') as subnet,
       l.data_variants as variants
     from unnest($1::bigint[], $2::text[]) as d (app_id, device)
     cross join lateral (
       select * from device_users k
       where k.app_id = d.app_id and k.device_key = decode(d.device, 'hex') ${byIndex}) l`,
    [devices.map(({ appId }) => appId), devices.map(({ device }) => device)],
  )
  return rows.map(({ subnet: line, variants, ...row }) => ({
    ...row,
    subnet: line ?? undefined,
    ...readVariants(variants),
  }))
}

/** The devices of each user, up to the bound, by device_users_by_user. */
export async function listDevicesOfUsers(
  db: Db,
  users: readonly UserKey[],
  devicesMax: number,
): Promise<UserDeviceRow[]> {
  const rows = await db.query<Omit<UserDeviceRow, 'subnet'> & { subnet: string | null }>(
    `select u.app_id as "appId", u.user_key as "user", encode(l.device_key, 'hex') as device,
       l.first_seen_at as "firstSeenAtMs", l.last_seen_at as "lastSeenAtMs",
       encode(l.line_key, 'hex') as subnet, l.signs
     from unnest($1::bigint[], $2::text[]) as u (app_id, user_key)
     join lateral (
       select * from device_users l
       where l.app_id = u.app_id and l.user_key = decode(u.user_key, 'hex') limit $3) l on true`,
    [users.map(({ appId }) => appId), users.map(({ user }) => user), devicesMax],
  )
  return rows.map(({ subnet: line, ...row }) => ({ ...row, subnet: line ?? undefined }))
}

/** Takes users off devices, in the order of their keys, so that two batches never wait for each other. */
export async function deleteLinks(
  tx: Db,
  links: readonly { readonly appId: number; readonly device: string; readonly user: string }[],
): Promise<void> {
  await tx.query(
    `delete from device_users l using (
       select k.app_id, k.device_key, k.user_key
       from unnest($1::bigint[], $2::text[], $3::text[]) as g (app_id, device, user_key)
       join device_users k on k.app_id = g.app_id and k.device_key = decode(g.device, 'hex')
         and k.user_key = decode(g.user_key, 'hex')
       order by k.app_id, k.device_key, k.user_key for update of k) gone
     where l.app_id = gone.app_id and l.device_key = gone.device_key and l.user_key = gone.user_key`,
    [links.map(({ appId }) => appId), links.map(({ device }) => device), links.map(({ user }) => user)],
  )
}

interface ForgottenDevices {
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
       update devices set data = '{}', data_digest = null where ctid = any (array(
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
