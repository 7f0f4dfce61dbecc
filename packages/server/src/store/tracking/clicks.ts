import type { Click } from '@quoin/core/tracking/click.ts'
import { idTimeMs } from '@quoin/core/tracking/click-id.ts'
import { clickLetters, noLetter } from '@quoin/core/tracking/click-letters.ts'
import { weeksWith } from '@quoin/core/tracking/click-partitions.ts'
import { copyInto, encodeRows } from '../pg/copy-rows.ts'
import { type Database, type Db, hasSqlState } from '../pg/database.ts'
import { listClickRanges } from './click-weeks.ts'
import { everyColumn } from './clicks-of-user.ts'
import { narrowColumns, narrowed, withAgents } from './narrow-clicks.ts'

/** The columns of a click, named as core's `Click` has them. */
export const clickColumns = `id, app_id as "appId", offer_id as "offerId", user_id as "userId", sub_id as "subId", address,
  user_agent as "userAgent", country, platform, verdict, outcome, reason, risk,
  is_unsigned is true as "isUnsigned", is_test as "isTest",
  clicked_at as "clickedAtMs"`

/** A click, and the row of `click_agents` that its User-Agent is; 0: it has none, and the text stands in the click. */
export interface ClickRow {
  readonly click: Click
  readonly agent: number
}

const newClicks = copyInto<ClickRow>('fresh_clicks', [
  { name: 'id', type: 'uuid', of: ({ click }) => click.id },
  { name: 'offer_id', type: 'bigint', of: ({ click }) => click.offerId },
  { name: 'app_id', type: 'integer', of: ({ click }) => click.appId },
  { name: 'agent', type: 'integer', of: ({ agent }) => agent },
  { name: 'platform', type: 'letter', of: ({ click }) => clickLetters[click.platform] },
  { name: 'verdict', type: 'letter', of: ({ click }) => clickLetters[click.verdict] },
  { name: 'outcome', type: 'letter', of: ({ click }) => clickLetters[click.outcome] },
  {
    name: 'reason',
    type: 'letter',
    of: ({ click: { reason } }) => (reason === null ? noLetter : clickLetters[reason]),
  },
  { name: 'is_test', type: 'boolean', of: ({ click }) => click.isTest },
  { name: 'is_unsigned', type: 'boolean', of: ({ click }) => click.isUnsigned },
  { name: 'country', type: 'text', of: ({ click }) => click.country },
  { name: 'user_id', type: 'text', of: ({ click }) => click.userId },
  { name: 'sub_id', type: 'text', of: ({ click }) => click.subId ?? '' },
  { name: 'address', type: 'inet', of: ({ click }) => click.address },
  {
    name: 'user_agent',
    type: 'text',
    of: ({ click, agent }) => (agent === 0 ? (click.userAgent ?? '') : ''),
  },
  { name: 'risk', type: 'text', of: ({ click }) => click.risk ?? '' },
])

/** Writes new clicks, all or none, for half of what inserting them costs; see `isKnownClick`. */
export async function copyClicks(db: Database, rows: readonly ClickRow[]): Promise<void> {
  await db.copy(newClicks.text, encodeRows(newClicks.columns, rows))
}

/** Whether clicks could not be copied because one of them is there already. */
export function isKnownClick(error: unknown): boolean {
  return hasSqlState(error, '23505')
}

/**
 * Writes clicks that come late, each to the week that it belongs to; one that is there already stays as it is, so that a
 * replay changes nothing. They go over as JSON texts: this process writes one in a third of the time that an array per
 * column takes.
 */
export async function insertClicks(db: Db, clicks: readonly Click[]): Promise<void> {
  const ranges = await listClickRanges(db, weeksWith(clicks.map(({ id }) => idTimeMs(id))))
  const tableOf = ({ id }: Click) =>
    ranges.find(({ fromId, untilId }) => id >= fromId && id < untilId)?.table ?? 'fresh_clicks'
  for (const [table, rows] of Map.groupBy(clicks, tableOf)) await insertInto[table](db, rows)
}

const given = `(select c.id, c."appId" as app_id, c."offerId" as offer_id, c."userId" as user_id, c."subId" as sub_id, c.address,
       c."userAgent" as user_agent, c.country, c.platform, c.verdict, c.outcome, c.reason, c."isTest" as is_test,
       to_timestamp(c."clickedAtMs" / 1000.0) as clicked_at, write_number() as written_in, c.risk,
       nullif(c."isUnsigned", false) as is_unsigned
     from json_to_recordset($1::json) as c (id uuid, "appId" bigint, "offerId" bigint, "userId" text,
       "subId" text, address text, "userAgent" text, country text, platform text, verdict text, outcome text,
       reason text, risk text, "isUnsigned" boolean, "isTest" boolean, "clickedAtMs" bigint)) c`

const intoNarrow = (table: string) => async (db: Db, clicks: readonly Click[]) => {
  await db.query(
    `insert into ${table} (${narrowColumns}) select ${narrowed} from ${given} ${withAgents} order by c.id
     on conflict do nothing`,
    [JSON.stringify(clicks)],
  )
}

const insertInto = {
  fresh_clicks: intoNarrow('fresh_clicks'),
  settled_clicks: intoNarrow('settled_clicks'),
  async wide_clicks(db: Db, clicks: readonly Click[]): Promise<void> {
    await db.query(
      `insert into wide_clicks (${everyColumn}) select ${everyColumn} from ${given} order by id on conflict do nothing`,
      [JSON.stringify(clicks)],
    )
  },
}

/** Whether clicks could not be written because their week has no partition. */
export function isMissingPartition(error: unknown): boolean {
  // Clicks have no check constraint of their own: it can only be a row for which no partition was found.
  return hasSqlState(error, '23514')
}

export async function findClick(db: Db, id: string): Promise<Click | undefined> {
  const [row] = await db.query<Click>(`select ${clickColumns} from clicks where id = $1`, [id])
  return row
}

/** Clicks that are looked through for one of a network: a network that has had none for long has none to try with. */
const lookedThroughMax = 20_000

/** The latest click on an offer of a network, among the latest of all. */
export async function findLastClickOfNetwork(db: Db, networkId: number): Promise<Click | undefined> {
  const [row] = await db.query<Click>(
    `select ${clickColumns} from (select * from clicks order by id desc limit $2) latest
     where outcome = 'redirected' and offer_id in (select o.id from offers o where o.network_id = $1)
     order by id desc limit 1`,
    [networkId, lookedThroughMax],
  )
  return row
}
