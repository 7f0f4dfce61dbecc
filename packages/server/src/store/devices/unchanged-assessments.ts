import { firstIdAt } from '@quoin/core/tracking/click-id.ts'
import type { Signs } from '@quoin/core/risk/score.ts'
import {
  assessmentColumns,
  assessmentValues,
  newAssessmentRow,
  type NewAssessmentRow,
} from './assessments.ts'
import type { Db } from '../pg/database.ts'
import { clicksOfUser } from '../tracking/clicks-of-user.ts'
import { type RowColumns, rowsFrom, valuesOf } from '../pg/row-parameters.ts'

/** The remembered facts behind an answer: the answer holds only while all of them are unchanged. */
interface Remembered {
  readonly deviceVersion: string
  /** How many devices the user is on, and since when on the newest. */
  readonly devices: number
  readonly newestDeviceMs: number
  /** The last verdict on them on this device. */
  readonly signs: Signs
  /** In the clear, as clicks and conversions have them. */
  readonly userId: string
  /**
   * From which id on clicks may be new: some time before these facts were read. How many they had by then, and the time of
   * the newest; 0 where there is none.
   */
  readonly clicksSince: string
  readonly clicks: number
  readonly newestClickMs: number
  /** How many conversions they have, and the sum of their versions. */
  readonly conversions: number
  readonly conversionVersions: number
}

export interface UnchangedAssessmentRow extends NewAssessmentRow, Remembered {}

const row: RowColumns<UnchangedAssessmentRow> = {
  ...newAssessmentRow,
  deviceVersion: 'uuid',
  devices: 'bigint',
  newestDeviceMs: 'bigint',
  signs: 'jsonb',
  userId: 'text',
  clicksSince: 'uuid',
  clicks: 'bigint',
  newestClickMs: 'bigint',
  conversions: 'bigint',
  conversionVersions: 'bigint',
}

const ofAssessed = { appId: 'a."appId"', userId: 'a."userId"', sinceId: 'a."clicksSince"' }

/**
 * Each question is a scalar one, which is asked row by row by the key: PostgreSQL makes no join of it, whatever it
 * thinks of the tables' sizes. Links and clicks are added with the present time, so that how many there are and the
 * newest tell any change.
 */
const statement = `with checked as materialized (
    select a.*, (
      (select d.version = a."deviceVersion" from devices d
        where d.app_id = a."appId" and d.device_key = decode(a.device, 'hex'))
      and (select count(*) = a.devices and max(l.first_seen_at) = to_timestamp(a."newestDeviceMs" / 1000.0)
          and bool_or(l.device_key = decode(a.device, 'hex') and l.signs = a.signs)
        from device_users l where l.app_id = a."appId" and l.user_key = decode(a."user", 'hex'))
      and (select count(*) = a.clicks and coalesce(max(c.clicked_at) = to_timestamp(a."newestClickMs" / 1000.0), true)
        from ${clicksOfUser('clicked_at', ofAssessed, 'own.is_test = a."isTest"')} c)
      and (select count(*) = a.conversions and coalesce(sum(v.version), 0) = a."conversionVersions"
        from conversions v
        where v.app_id = a."appId" and v.user_id = a."userId" and v.is_test = a."isTest" and v.id >= $1)
    ) is true as is_same
    from ${rowsFrom(row, 'a', 2)}),
  written as (
    insert into risk_assessments (${assessmentColumns})
    select ${assessmentValues} from checked a where a.is_same)
  select id from checked where not is_same`

/**
 * Writes answers that were made from memory, each if what was remembered is what is committed by now; returns the
 * ids of those that were not written. Nothing is locked: who changes a device or a user at the same time does it
 * before or after.
 */
export async function writeUnchangedAssessments(
  db: Db,
  rows: readonly UnchangedAssessmentRow[],
  { conversionsSinceMs }: { readonly conversionsSinceMs: number },
): Promise<ReadonlySet<string>> {
  const refused = await db.query<{ id: string }>(statement, [
    firstIdAt(conversionsSinceMs),
    ...valuesOf(row, rows),
  ])
  return new Set(refused.map(({ id }) => id))
}
