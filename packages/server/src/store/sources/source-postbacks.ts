import type { PostbackState } from '@quoin/core/sources/judge-postbacks.ts'
import type { Db } from '../pg/database.ts'

/** The postback of a source, as it was last seen at its network. */
interface SourcePostback {
  readonly sourceId: number
  readonly state: PostbackState
  readonly message: string | null
  readonly checkedAtMs: number | null
}

const columns = `source_id as "sourceId", state, message, checked_at as "checkedAtMs"`

/** Those of some sources; one that was never set up has none. */
export async function listPostbacks(db: Db, sourceIds: readonly number[]): Promise<SourcePostback[]> {
  return await db.query<SourcePostback>(
    `select ${columns} from source_postbacks where source_id = any($1::bigint[])`,
    [sourceIds],
  )
}

interface Lease {
  readonly sourceId: number
  readonly lease: string
  readonly leaseMs: number
}

const leasing = `lease = $2, leased_until = clock_timestamp() + $3::bigint * interval '1 millisecond'`
const isFree = `(p.leased_until is null or p.leased_until < clock_timestamp()
    -- A clock that was ahead gave it a lease until then.
    or p.leased_until > clock_timestamp() + $3::bigint * interval '1 millisecond')`

/** Takes the postback of a source. False: somebody asks the network about it just now. */
export async function takePostback(
  db: Db,
  { sourceId, lease, leaseMs, nowMs }: Lease & { readonly nowMs: number },
): Promise<boolean> {
  const rows = await db.query(
    `insert into source_postbacks as p (source_id, state, next_check_at, lease, leased_until)
     values ($1, 'none', to_timestamp($4::bigint / 1000.0), $2, clock_timestamp() + $3::bigint * interval '1 millisecond')
     on conflict (source_id) do update set ${leasing} where ${isFree} returning source_id`,
    [sourceId, lease, leaseMs, nowMs],
  )
  return rows.length > 0
}

/** Takes the one whose look is due longest, of those that were set up. */
export async function takeDuePostback(
  db: Db,
  { lease, leaseMs, nowMs }: Omit<Lease, 'sourceId'> & { readonly nowMs: number },
): Promise<number | undefined> {
  const [row] = await db.query<{ id: number }>(
    `update source_postbacks set ${leasing} where source_id = (
       select p.source_id from source_postbacks p join sources s on s.id = p.source_id
       where p.state <> 'none' and s.paused_at is null and ${isFree}
         and (p.next_check_at <= to_timestamp($1::bigint / 1000.0)
           -- A clock that was ahead put it off.
           or p.next_check_at > to_timestamp($1::bigint / 1000.0) + interval '2 days')
       order by p.next_check_at limit 1 for update of p skip locked)
     returning source_id as id`,
    [nowMs, lease, leaseMs],
  )
  return row?.id
}

interface SeenPostback {
  readonly sourceId: number
  readonly lease: string
  /** Undefined: the network did not say, and it is as it was. */
  readonly state: PostbackState | undefined
  readonly message: string
  readonly nowMs: number
  readonly nextCheckAtMs: number
}

/** Writes what was seen, and ends the work on it. False: it is another's by now. */
export async function leavePostback(db: Db, seen: SeenPostback): Promise<boolean> {
  const { sourceId, lease, state, message, nowMs, nextCheckAtMs } = seen
  const rows = await db.query(
    `update source_postbacks set state = coalesce($3, state), message = $4,
       checked_at = case when $3::text is null then checked_at else to_timestamp($5::bigint / 1000.0) end,
       next_check_at = to_timestamp($6::bigint / 1000.0), lease = null, leased_until = null
     where source_id = $1 and lease = $2 returning source_id`,
    [sourceId, lease, state ?? null, message, nowMs, nextCheckAtMs],
  )
  return rows.length > 0
}

/** Whether a network has offers that users may see and that are paid for more than one event. */
export async function hasGoals(db: Db, networkId: number): Promise<boolean> {
  const rows = await db.query(
    `select from offers where network_id = $1 and has_goals and status = 'active' limit 1`,
    [networkId],
  )
  return rows.length > 0
}
