import type { DeviceLink } from '@quoin/core/devices/device-graph.ts'
import { byIndex } from '../conversions/conversion-columns.ts'
import type { Db } from '../pg/database.ts'
import type { DeviceKey, UserKey } from './devices.ts'
import { readVariants } from './kept-variants.ts'
import { type RowColumns, valuesOf } from '../pg/row-parameters.ts'

interface SurroundingsWanted {
  /** Each once. */
  readonly devices: readonly DeviceKey[]
  readonly users: readonly UserKey[]
  readonly devicesPerUserMax: number
}

interface UserDevice extends DeviceKey, UserKey {
  readonly firstSeenAtMs: number
  readonly lastSeenAtMs: number
}

/** The kept rows of devices and of users. */
interface Surroundings {
  readonly devices: readonly (DeviceKey & KnownDevice)[]
  readonly links: readonly (DeviceKey & UserKey & DeviceLink)[]
  readonly devicesOfUsers: readonly UserDevice[]
}

export interface KnownDevice {
  /** The snapshot of a device that can be remembered; undefined where nothing may be. */
  readonly version: string | undefined
  /** The digest of the fingerprint_data that is kept. */
  readonly dataDigest: string | undefined
}

const deviceRow: RowColumns<DeviceKey> = { appId: 'bigint', device: 'text' }
const userRow: RowColumns<UserKey> = { appId: 'bigint', user: 'text' }

const ms = (column: string): string => `(date_part('epoch', ${column}) * 1000)::bigint`

const statement = `with asked as materialized (
    select d.n, d.app_id, decode(d.device, 'hex') as device_key
    from unnest($1::bigint[], $2::text[]) with ordinality as d (app_id, device, n))
  select string_agg(found.line, E'\\n') as lines from (
    select concat_ws(' ', 'device', q.n, coalesce(d.version::text, ''), encode(d.data_digest, 'hex')) as line
    from asked q cross join lateral (
      select * from devices k where k.app_id = q.app_id and k.device_key = q.device_key ${byIndex}) d
    union all
    select concat_ws(' ', 'link', q.n, encode(l.user_key, 'hex'), ${ms('l.first_seen_at')}, ${ms('l.last_seen_at')},
      coalesce(encode(l.line_key, 'hex'), '-'), l.data_variants)
    from asked q cross join lateral (
      select * from device_users k where k.app_id = q.app_id and k.device_key = q.device_key ${byIndex}) l
    union all
    select concat_ws(' ', 'user', u.n, encode(l.device_key, 'hex'), ${ms('l.first_seen_at')}, ${ms('l.last_seen_at')})
    from unnest($3::bigint[], $4::text[]) with ordinality as u (app_id, user_key, n)
    join lateral (
      select device_key, first_seen_at, last_seen_at from device_users k
      where k.app_id = u.app_id and k.user_key = decode(u.user_key, 'hex') limit $5) l on true) found`

/**
 * The devices, everyone on them, and the devices of each user up to the bound, by device_users_by_user. They come
 * as one text of lines: as rows, three for each of a hundred submissions, they cost this process three times as
 * much to read.
 */
export async function listSurroundings(db: Db, wanted: SurroundingsWanted): Promise<Surroundings> {
  const { devices, users, devicesPerUserMax } = wanted
  const [row] = await db.query<{ lines: string | null }>(statement, [
    ...valuesOf(deviceRow, devices),
    ...valuesOf(userRow, users),
    devicesPerUserMax,
  ])
  const found = new FoundSurroundings(devices, users)
  if (typeof row?.lines === 'string') for (const line of row.lines.split('\n')) found.add(line.split(' '))
  return found
}

/** Reads the lines; each names what was asked by its place, from 1 on. */
class FoundSurroundings implements Surroundings {
  readonly devices: (DeviceKey & KnownDevice)[] = []
  readonly links: (DeviceKey & UserKey & DeviceLink)[] = []
  readonly devicesOfUsers: UserDevice[] = []
  readonly #devices: readonly DeviceKey[]
  readonly #users: readonly UserKey[]

  constructor(devices: readonly DeviceKey[], users: readonly UserKey[]) {
    this.#devices = devices
    this.#users = users
  }

  add([kind, place, one = '', two = '', three, four, five]: readonly string[]): void {
    const index = Number(place) - 1
    if (kind === 'user') {
      const { appId, user } = asked(this.#users, index)
      const times = { firstSeenAtMs: Number(two), lastSeenAtMs: Number(three) }
      this.devicesOfUsers.push({ appId, user, device: one, ...times })
      return
    }
    const { appId, device } = asked(this.#devices, index)
    if (kind === 'device') {
      this.devices.push({
        appId,
        device,
        version: one === '' ? undefined : one,
        dataDigest: two === '' ? undefined : two,
      })
    } else {
      const times = { firstSeenAtMs: Number(two), lastSeenAtMs: Number(three) }
      const subnet = four === '-' ? undefined : four
      this.links.push({ appId, device, user: one, ...times, subnet, ...readVariants(five) })
    }
  }
}

function asked<Key>(keys: readonly Key[], index: number): Key {
  const key = keys[index]
  if (key === undefined) throw new Error('the database answered what was not asked')
  return key
}
