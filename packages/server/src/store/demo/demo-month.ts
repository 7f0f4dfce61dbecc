import type { Database, Db } from '../pg/database.ts'

/** The made-up month of the demo, and how far it is written. */
export interface DemoMonth {
  readonly endsAtMs: number
  readonly playedToMs: number
  readonly starts: number
  readonly finishedAtMs: number | null
  readonly removedAtMs: number | null
}

const columns = `ends_at as "endsAtMs", played_to as "playedToMs", starts, finished_at as "finishedAtMs",
  removed_at as "removedAtMs"`

export async function findDemoMonth(db: Db): Promise<DemoMonth | undefined> {
  const [row] = await db.query<DemoMonth>(`select ${columns} from demo_month`, [])
  return row
}

/** How far it is written, while somebody writes it: each step takes seconds at most. */
export async function findWrittenTo(db: Db): Promise<number | undefined> {
  const [row] = await db.query<{ playedToMs: number }>(
    `select played_to as "playedToMs" from demo_month
     where finished_at is null and removed_at is null and moved_at > now() - interval '1 minute'`,
  )
  return row?.playedToMs
}

/** The first one stays. */
export async function insertDemoMonth(
  db: Db,
  { endsAtMs, fromMs }: { readonly endsAtMs: number; readonly fromMs: number },
): Promise<void> {
  await db.query('insert into demo_month (ends_at, played_to) values ($1, $2) on conflict do nothing', [
    new Date(endsAtMs),
    new Date(fromMs),
  ])
}

/** Any number; whoever writes for the demo has it together with others, whoever removes it alone. */
const demoLock = 7_168_215

/** Does something for the demo that its removal waits for; false, and nothing, where it was removed. */
export async function whileThere(db: Database, work: () => Promise<void>): Promise<boolean> {
  return await db.transaction(
    async (tx) => {
      await tx.query('select pg_advisory_xact_lock_shared($1)', [demoLock])
      const month = await findDemoMonth(tx)
      if (month === undefined || month.removedAtMs !== null) return false
      await work()
      return true
    },
    { timeoutMs: 0 },
  )
}

/** Waits for whoever writes for the demo; they find it removed afterwards. */
export async function waitForDemo(tx: Db): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [demoLock])
}

/** Another process begins to write it; its number. */
export async function startDemoMonth(db: Db): Promise<number> {
  const [row] = await db.query<{ starts: number }>(
    'update demo_month set starts = starts + 1, moved_at = clock_timestamp() returning starts',
    [],
  )
  return row?.starts ?? 0
}

export async function moveDemoMonth(db: Db, playedToMs: number): Promise<void> {
  await db.query('update demo_month set played_to = $1, moved_at = clock_timestamp()', [new Date(playedToMs)])
}

export async function finishDemoMonth(db: Db, nowMs: number): Promise<void> {
  await db.query('update demo_month set finished_at = $1', [new Date(nowMs)])
}

/** There need not have been a month. */
export async function noteDemoRemoved(db: Db, nowMs: number): Promise<void> {
  await db.query(
    `insert into demo_month (ends_at, played_to, removed_at) values ($1, $1, $1)
     on conflict (is_only) do update set removed_at = excluded.removed_at`,
    [new Date(nowMs)],
  )
}
