import type { App } from '@quoin/core/apps/app.ts'
import { type AppParts, type AppSettings, appSettings } from '@quoin/core/apps/app-settings.ts'
import type { Rounding } from '@quoin/core/payout/convert.ts'
import { type GivenSettings, withStandards } from '@quoin/core/settings/setting.ts'
import { readWallSettings, type WallSettings } from '@quoin/core/wall/wall-settings.ts'
import { type Db, plannedAnew } from '../pg/database.ts'
import { assignSettings, selectSettings } from '../pg/setting-columns.ts'
import { appColumns } from './app-columns.ts'

interface AppRow extends Omit<App, keyof AppParts> {
  readonly currencyName: string
  readonly currencyPlural: string | null
  readonly currencyRate: number
  readonly currencyDecimals: number
  readonly rounding: Rounding
  readonly holdScore: number
  readonly wall: Partial<WallSettings>
}

const columns = `id, publisher_id as "publisherId",
  (select p.status from publishers p where p.id = publisher_id) as "publisherStatus", name, status,
  link_key_version as "linkKeyVersion", ${selectSettings(appColumns)}`

function toApp(row: AppRow): App {
  const { currencyName, currencyPlural, currencyRate, currencyDecimals, rounding, holdScore, wall, ...app } =
    row
  return {
    ...app,
    holdScore: holdScore || null,
    wall: readWallSettings(wall),
    currency: {
      name: currencyName,
      plural: currencyPlural,
      rateMicros: currencyRate,
      decimals: currencyDecimals,
      rounding,
    },
  }
}

export async function listApps(db: Db): Promise<App[]> {
  const rows = await db.query<AppRow>(`select ${columns} from apps order by id`, [])
  return rows.map(toApp)
}

export async function findAppById(db: Db, id: number): Promise<App | undefined> {
  const [row] = await db.query<AppRow>(`select ${columns} from apps where id = $1`, [id])
  return row && toApp(row)
}

/** The number of the next key; undefined when there is no such app. */
export async function rotateLinkKey(tx: Db, id: number): Promise<number | undefined> {
  const [row] = await tx.query<{ version: number }>(
    'update apps set link_key_version = link_key_version + 1 where id = $1 returning link_key_version as version',
    [id],
  )
  return row?.version
}

/** Changes of an app: one that is left out keeps its value, null gives a setting its standard value again. */
export interface AppChanges extends GivenSettings<AppSettings> {
  readonly name?: string | undefined
  readonly status?: App['status'] | undefined
}

export async function insertApp(db: Db, publisherId: number, name: string): Promise<number> {
  const [row] = await db.query<{ id: number }>(
    'insert into apps (publisher_id, name) values ($1, $2) returning id',
    [publisherId, name],
  )
  return row?.id ?? 0
}

export async function updateApp(
  db: Db,
  id: number,
  { name, status, ...changes }: AppChanges,
): Promise<boolean> {
  const { assignments, values } = assignSettings(appColumns, withStandards(appSettings, changes), 4)
  const rows = await db.query(
    `update apps set ${['name = coalesce($2, name)', 'status = coalesce($3, status)', ...assignments].join(',\n    ')}
     where id = $1 returning id`,
    [id, name, status, ...values],
    plannedAnew,
  )
  return rows.length > 0
}
