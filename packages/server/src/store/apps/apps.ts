import type { App } from '@quoin/core/apps/app.ts'
import type { Rounding } from '@quoin/core/payout/convert.ts'
import { readWallSettings, type WallSettings } from '@quoin/core/wall/wall-settings.ts'
import { keysOf, resetColumns } from '../pg/column-defaults.ts'
import type { Db } from '../pg/database.ts'

interface AppRow extends Omit<App, 'currency' | 'wall'> {
  readonly currencyName: string
  readonly currencyPlural: string | null
  readonly currencyRateMicros: number
  readonly currencyDecimals: number
  readonly currencyRounding: Rounding
  readonly wall: Partial<WallSettings>
}

const appColumns = `id, publisher_id as "publisherId",
  (select p.status from publishers p where p.id = publisher_id) as "publisherStatus", name, status, is_paused as "isPaused", currency_name as "currencyName", currency_plural as "currencyPlural",
  currency_rate_micros as "currencyRateMicros", currency_decimals as "currencyDecimals",
  currency_rounding as "currencyRounding", fallback_url as "fallbackUrl", allowed_origins as "allowedOrigins",
  rate_limit_per_minute as "rateLimitPerMinute", multi_account_threshold as "multiAccountThreshold",
  multi_account_window_days as "multiAccountWindowDays", auto_block_score as "autoBlockScore",
  fraud_share as "fraudShare", explains_risk as "explainsRisk", rounds_scores as "roundsScores", nullif(hold_score, 0) as "holdScore", multi_account_mode as "multiAccountMode",
  signed_links as "signedLinks", link_key_version as "linkKeyVersion", wall`

function toApp(row: AppRow): App {
  const {
    currencyName,
    currencyPlural,
    currencyRateMicros,
    currencyDecimals,
    currencyRounding,
    wall,
    ...app
  } = row
  return {
    ...app,
    wall: readWallSettings(wall),
    currency: {
      name: currencyName,
      plural: currencyPlural,
      rateMicros: currencyRateMicros,
      decimals: currencyDecimals,
      rounding: currencyRounding,
    },
  }
}

export async function listApps(db: Db): Promise<App[]> {
  const rows = await db.query<AppRow>(`select ${appColumns} from apps order by id`, [])
  return rows.map(toApp)
}

export async function findAppById(db: Db, id: number): Promise<App | undefined> {
  const [row] = await db.query<AppRow>(`select ${appColumns} from apps where id = $1`, [id])
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

/** The settings of an app that may be set; one that is left out keeps its value, or its default when the app is new. */
export interface AppChanges {
  readonly name?: string | undefined
  readonly status?: App['status'] | undefined
  readonly isPaused?: boolean | undefined
  readonly currencyName?: string | undefined
  readonly currencyPlural?: string | undefined
  readonly currencyRateMicros?: number | undefined
  readonly currencyDecimals?: number | undefined
  readonly currencyRounding?: Rounding | undefined
  readonly fallbackUrl?: string | undefined
  readonly allowedOrigins?: readonly string[] | undefined
  readonly rateLimitPerMinute?: number | undefined
  readonly multiAccountThreshold?: number | undefined
  readonly multiAccountWindowDays?: number | undefined
  readonly autoBlockScore?: number | undefined
  /** 0: never. */
  readonly holdScore?: number | undefined
  readonly fraudShare?: number | undefined
  readonly explainsRisk?: boolean | undefined
  readonly roundsScores?: boolean | undefined
  readonly multiAccountMode?: App['multiAccountMode'] | undefined
  readonly signedLinks?: App['signedLinks'] | undefined
  /** Those that are named; the others stay. */
  readonly wall?: Partial<WallSettings> | undefined
}

/** Settings of an app that may be unset: each then has the value of a new app, or the server's default. */
const unsettable = {
  'currency-plural': 'currency_plural',
  'fallback-url': 'fallback_url',
  'allowed-origin': 'allowed_origins',
  'rate-limit': 'rate_limit_per_minute',
  'multi-account-threshold': 'multi_account_threshold',
  'multi-account-window-days': 'multi_account_window_days',
  'multi-account-mode': 'multi_account_mode',
  'fraud-share': 'fraud_share',
  'auto-block-score': 'auto_block_score',
  'signed-links': 'signed_links',
  wall: 'wall',
} as const

export type AppSetting = keyof typeof unsettable
export const appSettings: readonly AppSetting[] = keysOf(unsettable)

export async function unsetOfApp(db: Db, id: number, settings: readonly AppSetting[]): Promise<void> {
  await resetColumns(db, { table: 'apps', id, columns: settings.map((setting) => unsettable[setting]) })
}

export async function insertApp(db: Db, publisherId: number, name: string): Promise<number> {
  const [row] = await db.query<{ id: number }>(
    'insert into apps (publisher_id, name) values ($1, $2) returning id',
    [publisherId, name],
  )
  return row?.id ?? 0
}

export async function updateApp(db: Db, id: number, changes: AppChanges): Promise<boolean> {
  const rows = await db.query(
    `update apps set
       name = coalesce($2, name),
       status = coalesce($3, status),
       currency_name = coalesce($4, currency_name),
       currency_rate_micros = coalesce($5, currency_rate_micros),
       currency_decimals = coalesce($6, currency_decimals),
       currency_rounding = coalesce($7, currency_rounding),
       fallback_url = coalesce($8, fallback_url),
       allowed_origins = coalesce($9, allowed_origins),
       rate_limit_per_minute = coalesce($10, rate_limit_per_minute),
       multi_account_threshold = coalesce($11, multi_account_threshold),
       multi_account_window_days = coalesce($12, multi_account_window_days),
       auto_block_score = coalesce($13, auto_block_score),
       currency_plural = coalesce($14, currency_plural),
       fraud_share = coalesce($15, fraud_share),
       explains_risk = coalesce($16, explains_risk),
       multi_account_mode = coalesce($17, multi_account_mode),
       hold_score = coalesce($18, hold_score),
       signed_links = coalesce($19, signed_links),
       is_paused = coalesce($21, is_paused),
       rounds_scores = coalesce($22, rounds_scores),
       wall = wall || coalesce($20::jsonb, '{}')
     where id = $1 returning id`,
    [
      id,
      changes.name,
      changes.status,
      changes.currencyName,
      changes.currencyRateMicros,
      changes.currencyDecimals,
      changes.currencyRounding,
      changes.fallbackUrl,
      changes.allowedOrigins,
      changes.rateLimitPerMinute,
      changes.multiAccountThreshold,
      changes.multiAccountWindowDays,
      changes.autoBlockScore,
      changes.currencyPlural,
      changes.fraudShare,
      changes.explainsRisk,
      changes.multiAccountMode,
      changes.holdScore,
      changes.signedLinks,
      changes.wall && JSON.stringify(changes.wall),
      changes.isPaused,
      changes.roundsScores,
    ],
  )
  return rows.length > 0
}
