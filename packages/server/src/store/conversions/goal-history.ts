import { firstIdAt } from '@quoin/core/tracking/click-id.ts'
import type { GoalConversion, OfferHistory } from '@quoin/core/offers/goal-progress.ts'
import { byIndex } from './conversion-columns.ts'
import type { Db } from '../pg/database.ts'
import { clicksOfUser } from '../tracking/clicks-of-user.ts'
import { type RowColumns, rowsFrom, valuesOf } from '../pg/row-parameters.ts'

/** The user and offer whose conversions are asked for. */
interface HistoryWanted {
  readonly appId: number
  readonly userId: string
  readonly isTest: boolean
  readonly offerId: number
  /** Clicks before it do not count any more. */
  readonly sinceMs: number
}

const wantedRow: RowColumns<HistoryWanted & { place: number; since: string }> = {
  place: 'integer',
  appId: 'bigint',
  userId: 'text',
  isTest: 'boolean',
  offerId: 'bigint',
  since: 'uuid',
}

const ofHistory = { appId: 'w."appId"', userId: 'w."userId"', offerId: 'w."offerId"', sinceId: 'w.since' }
const redirected = `own.is_test = w."isTest" and own.outcome = 'redirected'`

interface HistoryRow {
  readonly place: number
  readonly lastClickId: string | null
  readonly conversions: readonly GoalConversion[] | null
}

/** The conversions of users on offers, by the index in `wanted`; where there are none it is absent. */
export async function listGoalHistories(
  db: Db,
  wanted: readonly HistoryWanted[],
): Promise<ReadonlyMap<number, OfferHistory>> {
  const rows = await db.query<HistoryRow>(
    `select w.place, c.id as "lastClickId", v.conversions
     from ${rowsFrom(wantedRow, 'w')}
       left join lateral (
         select k.id from ${clicksOfUser('id', ofHistory, redirected)} k order by k.id desc limit 1
       ) c on true
       left join lateral (
         select json_agg(json_build_object('goal', l.goal, 'status', l.status, 'clickId', l.click_id)) as conversions
         from (
           select distinct on (o.goal, o.status) o.goal, o.status, o.click_id from (
             select * from conversions n
             where n.app_id = w."appId" and n.user_id = w."userId" and n.offer_id = w."offerId"
               and n.is_test = w."isTest" and n.click_id is not null
             ${byIndex}
           ) o
           order by o.goal, o.status, o.click_id desc
         ) l
       ) v on true
     where c.id is not null or v.conversions is not null`,
    valuesOf(
      wantedRow,
      wanted.map((one, place) => ({ ...one, place, since: firstIdAt(Math.max(0, one.sinceMs)) })),
    ),
  )
  return new Map(
    rows.map(({ place, lastClickId, conversions }) => [
      place,
      { lastClickId, conversions: conversions ?? [] },
    ]),
  )
}
