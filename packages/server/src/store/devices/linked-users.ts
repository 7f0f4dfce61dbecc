import type { Db } from '../pg/database.ts'
import type { UserKey } from './devices.ts'

/** Somebody on a device of a user; keys are HMACs in hexadecimal. */
interface DeviceMate {
  readonly device: string
  readonly user: string
  readonly times: number
  readonly lastSeenAtMs: number
  /** Whether they were last seen there on the subnet on which the user was. */
  readonly isSameSubnet: boolean
}

interface Bounds {
  readonly devicesMax: number
  readonly usersPerDeviceMax: number
}

/** All users of a user's devices, the newest first; by device_users_by_user. */
export async function listDeviceMates(
  db: Db,
  { appId, user }: UserKey,
  { devicesMax, usersPerDeviceMax }: Bounds,
): Promise<DeviceMate[]> {
  return await db.query(
    `select encode(m.device_key, 'hex') as device, encode(m.user_key, 'hex') as "user", m.times_seen as times,
       m.last_seen_at as "lastSeenAtMs", coalesce(m.line_key = d.line_key, false) as "isSameSubnet"
     from (select * from device_users where app_id = $1 and user_key = decode($2, 'hex')
       order by last_seen_at desc, device_key limit $3) d
     cross join lateral (
       select * from device_users o where o.app_id = d.app_id and o.device_key = d.device_key
       order by (o.user_key = d.user_key) desc, o.last_seen_at desc, o.user_key limit $4) m
     order by d.last_seen_at desc, m.last_seen_at desc, m.device_key, m.user_key`,
    [appId, user, devicesMax, usersPerDeviceMax],
  )
}
