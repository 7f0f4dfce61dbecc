import { missingRunsMax } from '@quoin/core/sources/source.ts'
import type { FeedMapping } from '@quoin/core/sources/mapping/mapping.ts'
import type { Db } from '../pg/database.ts'

/** A network whose offers come by themselves. */
export interface Source {
  readonly id: number
  readonly networkId: number
  readonly name: string
  readonly kind: string
  readonly settings: Readonly<Record<string, string>>
  /** Null: its kind reads without one. */
  readonly mapping: FeedMapping | null
  readonly mappingVersion: number | null
  /** Null: it has none so far. */
  readonly keySealed: Uint8Array | null
  readonly payoutBasisPoints: number
  readonly everySec: number
  /** Links that are looked at in a day; 0: none. */
  readonly linkCheckDaily: number
  readonly pausedAtMs: number | null
  readonly createdAtMs: number
  readonly nextRunAtMs: number
  /** Failures in a row. */
  readonly failures: number
  /** Until when somebody works on it; null where nobody does. */
  readonly leasedUntilMs: number | null
  /** Null: the next run reads the feed, whether it has changed or not. */
  readonly validators: FeedValidators | null
}

/** The network's words about a feed that was read whole and changed nothing. */
export interface FeedValidators {
  readonly etag?: string
  readonly lastModified?: string
  /** A digest of all else that its reading depends on. */
  readonly reading: string
  readonly readAtMs: number
  /** The run that has read it. */
  readonly runId: number
}

/** The newest mapping of a source is in force. */
const newestMapping = (column: string): string =>
  `(select m.${column} from source_mappings m where m.source_id = sources.id order by m.version desc limit 1)`

const columns = `id, network_id as "networkId", name, kind, settings, key_sealed as "keySealed",
  payout_basis_points as "payoutBasisPoints", every_sec as "everySec",
  link_check_daily as "linkCheckDaily", paused_at as "pausedAtMs",  created_at as "createdAtMs", next_run_at as "nextRunAtMs", failures, leased_until as "leasedUntilMs",
  validators, ${newestMapping('mapping')} as mapping, ${newestMapping('version')} as "mappingVersion"`

type NewSource = Pick<
  Source,
  'networkId' | 'name' | 'kind' | 'settings' | 'keySealed' | 'payoutBasisPoints' | 'everySec'
> & { readonly linkCheckDaily?: number; readonly nowMs: number }

export async function insertSource(tx: Db, source: NewSource): Promise<number> {
  const {
    networkId,
    name,
    kind,
    settings,
    keySealed,
    payoutBasisPoints,
    everySec,
    linkCheckDaily = 0,
    nowMs,
  } = source
  const [row] = await tx.query<{ id: number }>(
    `insert into sources (network_id, name, kind, settings, key_sealed, payout_basis_points, every_sec, created_at,
       next_run_at, link_check_daily)
     values ($1, $2, $3, $4::jsonb, $5, $6, $7, to_timestamp($8::bigint / 1000.0), to_timestamp($8::bigint / 1000.0), $9)
     returning id`,
    [
      networkId,
      name,
      kind,
      JSON.stringify(settings),
      keySealed,
      payoutBasisPoints,
      everySec,
      nowMs,
      linkCheckDaily,
    ],
  )
  if (row === undefined) throw new Error('an insert returned no row')
  return row.id
}

export async function findSource(db: Db, id: number): Promise<Source | undefined> {
  const [row] = await db.query<Source>(`select ${columns} from sources where id = $1`, [id])
  return row
}

export async function findSourceByName(db: Db, name: string): Promise<Source | undefined> {
  const [row] = await db.query<Source>(`select ${columns} from sources where name = $1`, [name])
  return row
}

/** Whether a network has one already. */
export async function hasSource(db: Db, networkId: number): Promise<boolean> {
  const rows = await db.query('select from sources where network_id = $1', [networkId])
  return rows.length > 0
}

/** All of them: there is about one for each network. */
export async function listSources(db: Db): Promise<Source[]> {
  return await db.query<Source>(`select ${columns} from sources order by name`, [])
}

/** Held against another change until the transaction ends. */
export async function lockSource(tx: Db, id: number): Promise<Source | undefined> {
  const [row] = await tx.query<Source>(`select ${columns} from sources where id = $1 for update`, [id])
  return row
}

type Changeable = Pick<
  Source,
  | 'name'
  | 'settings'
  | 'keySealed'
  | 'payoutBasisPoints'
  | 'everySec'
  | 'linkCheckDaily'
  | 'pausedAtMs'
  | 'nextRunAtMs'
  | 'failures'
>

export async function updateSource(tx: Db, id: number, source: Changeable): Promise<void> {
  const { name, settings, keySealed, payoutBasisPoints, everySec, pausedAtMs, nextRunAtMs, failures } = source
  const { linkCheckDaily } = source
  await tx.query(
    `update sources set name = $2, settings = $3::jsonb, key_sealed = $4, payout_basis_points = $5, every_sec = $6,
       paused_at = to_timestamp($7::bigint / 1000.0), next_run_at = to_timestamp($8::bigint / 1000.0), failures = $9,
       link_check_daily = $10,
       -- The next look is due by the new number.
       next_link_check_at = case when link_check_daily = $10 then next_link_check_at else 'epoch' end
     where id = $1`,
    [
      id,
      name,
      JSON.stringify(settings),
      keySealed,
      payoutBasisPoints,
      everySec,
      pausedAtMs,
      nextRunAtMs,
      failures,
      linkCheckDaily,
    ],
  )
}

/** The next run reads the feed, whatever the network says of it. */
export async function forgetValidators(tx: Db, id: number): Promise<void> {
  await tx.query('update sources set validators = null where id = $1', [id])
}

export async function deleteSource(tx: Db, id: number): Promise<boolean> {
  const rows = await tx.query('delete from sources where id = $1 returning id', [id])
  return rows.length > 0
}

interface SourceToTake {
  readonly lease: string
  readonly leaseMs: number
  readonly nowMs: number
}

const isFree = `(leased_until is null or leased_until < clock_timestamp()
    -- A clock that was ahead gave it a lease until then.
    or leased_until > clock_timestamp() + $2::bigint * interval '1 millisecond')`
const leasing = `lease = $1, leased_until = clock_timestamp() + $2::bigint * interval '1 millisecond'`

/** Takes the source that is due longest and that nobody works on. */
export async function takeDueSource(
  db: Db,
  { lease, leaseMs, nowMs }: SourceToTake,
): Promise<Source | undefined> {
  const [row] = await db.query<Source>(
    `update sources set ${leasing} where id = (
       select id from sources where paused_at is null and ${isFree}
         and (next_run_at <= to_timestamp($3::bigint / 1000.0)
           -- A clock that was ahead put it off.
           or next_run_at > to_timestamp($3::bigint / 1000.0) + interval '8 days')
       order by next_run_at limit 1 for update skip locked)
     returning ${columns}`,
    [lease, leaseMs, nowMs],
  )
  return row
}

/** Takes one source, due or not; undefined where somebody works on it. */
export async function takeSource(
  db: Db,
  { id, lease, leaseMs }: Omit<SourceToTake, 'nowMs'> & { readonly id: number },
): Promise<Source | undefined> {
  const [row] = await db.query<Source>(
    `update sources set ${leasing} where id = $3 and ${isFree} returning ${columns}`,
    [lease, leaseMs, id],
  )
  return row
}

interface Leased {
  readonly id: number
  readonly lease: string
}

/** Says that somebody still works on it. False: it is another's by now. */
export async function keepSource(
  db: Db,
  { id, lease, leaseMs }: Leased & { readonly leaseMs: number },
): Promise<boolean> {
  const rows = await db.query(
    `update sources set leased_until = clock_timestamp() + $3::bigint * interval '1 millisecond'
     where id = $1 and lease = $2 returning id`,
    [id, lease, leaseMs],
  )
  return rows.length > 0
}

/** The source, held until the transaction ends; undefined where it is another's by now. */
export async function lockLeased(tx: Db, { id, lease }: Leased): Promise<Source | undefined> {
  const [row] = await tx.query<Source>(
    `select ${columns} from sources where id = $1 and lease = $2 for update`,
    [id, lease],
  )
  return row
}

interface EndedWork extends Leased {
  /** As it was when it was taken: whoever has asked for a run since then gets it. */
  readonly takenRunAtMs: number
  readonly failures: number
  readonly nextRunAtMs: number
  /** Where an offer has missed a run or two they are not kept: its next runs must count on. */
  readonly validators: FeedValidators | null
}

/** Ends the work on it, and says when the next run is due. */
export async function leaveSource(
  db: Db,
  { id, lease, takenRunAtMs, failures, nextRunAtMs, validators }: EndedWork,
): Promise<void> {
  const isAsTaken = `date_trunc('milliseconds', next_run_at) = to_timestamp($5::bigint / 1000.0)`
  await db.query(
    `update sources set lease = null, leased_until = null,
       failures = case when ${isAsTaken} then $3 else failures end,
       next_run_at = case when ${isAsTaken} then to_timestamp($4::bigint / 1000.0) else next_run_at end,
       validators = case when ${isAsTaken} and not exists (
         select from source_offers where source_id = $1 and missing_runs between 1 and $7) then $6::jsonb end
     where id = $1 and lease = $2`,
    [
      ...[id, lease, failures, nextRunAtMs, takenRunAtMs],
      validators === null ? null : JSON.stringify(validators),
      missingRunsMax - 1,
    ],
  )
}
