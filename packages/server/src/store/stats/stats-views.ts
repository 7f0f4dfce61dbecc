import type { Db } from '../pg/database.ts'

interface StatsView {
  readonly id: number
  readonly maker: string
  readonly makerName: string
  readonly name: string
  readonly search: string
  readonly isShared: boolean
}

const columns = 'id, maker, maker_name as "makerName", name, search, is_shared as "isShared"'

/** There are no more in all: what is saved beyond is refused. */
const listedMax = 1_000

/** The views that somebody saved, and those that others saved for the team. */
export async function listStatsViews(db: Db, maker: string): Promise<StatsView[]> {
  return await db.query(
    `select ${columns} from stats_views where maker = $1 or is_shared
     order by is_shared, lower(name), id limit ${listedMax}`,
    [maker],
  )
}

interface Counted {
  readonly own: number
  readonly shared: number
}

/** Others who save wait until the transaction has ended, so that nobody exceeds what there may be. */
export async function lockStatsViews(tx: Db, maker: string): Promise<Counted> {
  await tx.query('lock table stats_views in share row exclusive mode', [])
  const [counted] = await tx.query<Counted>(
    `select (count(*) filter (where maker = $1))::int as own, (count(*) filter (where is_shared))::int as shared
     from stats_views`,
    [maker],
  )
  return counted ?? { own: 0, shared: 0 }
}

export async function findStatsView(db: Db, maker: string, name: string): Promise<StatsView | undefined> {
  const [view] = await db.query<StatsView>(
    `select ${columns} from stats_views where maker = $1 and name = $2`,
    [maker, name],
  )
  return view
}

type SavedView = Omit<StatsView, 'id'> & { readonly nowMs: number }

export async function upsertStatsView(tx: Db, view: SavedView): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `insert into stats_views (maker, maker_name, name, search, is_shared, saved_at)
     values ($1, $2, $3, $4, $5, to_timestamp($6 / 1000.0))
     on conflict (maker, name) do update set maker_name = excluded.maker_name, search = excluded.search,
       is_shared = excluded.is_shared, saved_at = excluded.saved_at
     returning id`,
    [view.maker, view.makerName, view.name, view.search, view.isShared, view.nowMs],
  )
  return row?.id ?? 0
}

export async function lockStatsView(tx: Db, id: number): Promise<StatsView | undefined> {
  const [view] = await tx.query<StatsView>(`select ${columns} from stats_views where id = $1 for update`, [
    id,
  ])
  return view
}

export async function deleteStatsView(tx: Db, id: number): Promise<void> {
  await tx.query('delete from stats_views where id = $1', [id])
}
