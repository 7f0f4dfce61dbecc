import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '../../../packages/server/src/store/pg/db.ts'
import type { Received } from '../callback-receiver.ts'
import type { Known } from './known-conversion.ts'
import type { MoneyLane } from './money-lane.ts'
import type { Mode, MoneyPlatform } from './money-platform.ts'

interface Books {
  readonly platform: MoneyPlatform
  readonly database: Pick<Db, 'query'>
  readonly lanes: readonly MoneyLane[]
  readonly received: () => readonly Received[]
}

interface ListedChange {
  readonly conversion_id: string
  readonly version: number
  readonly status: string
  readonly payout: number
}

const micros = (amount: number): number => Math.round(amount * 1e6)
/** A process that was killed has its callbacks for half a minute. */
const toldWithinMs = 120_000

/** In the end: what was told, listed, booked and counted is one and the same. */
export async function holdToBooks(books: Books): Promise<Readonly<Record<string, number>>> {
  const { platform, lanes } = books
  const known = new Map(lanes.flatMap((lane) => [...lane.known]))
  const changes = [
    ...(await listChanges(platform, platform.live)),
    ...(await listChanges(platform, platform.test)),
  ]
  holdToList(known, changes)
  const owed = await holdToLedger(books, known)
  await holdToStats(platform, owed)
  const told = await holdToCallbacks(books, known)
  return { conversions: known.size, changes: changes.length, callbacks: told }
}

/** Each change of each conversion, from the first page to the last. */
async function listChanges({ servers }: MoneyPlatform, { headers }: Mode): Promise<readonly ListedChange[]> {
  const changes: ListedChange[] = []
  let cursor = ''
  for (let pages = 0; pages < 10_000; pages += 1) {
    const after = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const answer = await servers.ask(pages, {
      method: 'GET',
      path: `/api/v1/conversions?limit=100${after}`,
      headers,
    })
    const { data, meta } = JSON.parse(answer.text)
    changes.push(...data)
    if (!meta.has_more) break
    cursor = meta.next_cursor
  }
  return changes
}

function holdToList(known: ReadonlyMap<string, Known>, changes: readonly ListedChange[]): void {
  const listed = new Map<string, ListedChange[]>()
  for (const change of changes)
    listed.set(change.conversion_id, [...(listed.get(change.conversion_id) ?? []), change])
  assert.deepEqual(
    [...listed.keys()].sort(),
    [...known.keys()].sort(),
    'the list has all conversions that were acknowledged',
  )
  for (const [id, rows] of listed) {
    const shown = known.get(id)?.shown
    const brief = ({ version, status, payout }: Omit<ListedChange, 'conversion_id'>) =>
      `${version} ${status} ${payout}`
    const sorted = rows.toSorted((one, other) => one.version - other.version)
    assert.deepEqual(sorted.map(brief), shown?.history.map(brief), `the list and the history of ${id}`)
  }
}

/** Each conversion's entries sum to zero, and the debt is what is approved less what was paid out. */
async function holdToLedger(
  { platform, database, lanes }: Books,
  known: ReadonlyMap<string, Known>,
): Promise<number> {
  const rows = await database.query<{ source: string; sum: string; owed: string }>(
    `select source_id as source, sum(amount_micros)::text as sum,
       (-coalesce(sum(amount_micros) filter (where account = 'payable'), 0))::text as owed
     from ledger_entries group by 1`,
  )
  const owedOf = new Map(rows.map(({ source, owed }) => [source, Number(owed)]))
  for (const { source, sum } of rows) assert.equal(Number(sum), 0, `the entries of ${source}`)
  let approved = 0
  for (const { id, shown, isTest, isExact, earned, listed } of known.values()) {
    const earns = shown?.status === 'approved' ? micros(shown.payout) : 0
    const payouts = isExact ? [earned] : [earned, listed]
    if (earns > 0)
      assert.ok(payouts.includes(earns), `the payout of ${id}: ${earns}, not ${payouts.join(' or ')}`)
    assert.equal(owedOf.get(id) ?? 0, isTest ? 0 : earns, `owed for ${id}`)
    if (!isTest) approved += earns
  }
  const paid = lanes.reduce((sum, lane) => sum + lane.paid, 0)
  const balances = await platform.operate('GET', '/operator/v1/ledger/balances')
  const rowsOfBalances = balances.data as unknown as readonly Balance[] // the documented list
  const payable = rowsOfBalances.find((one) => one.account === 'payable' && one.party_id === platform.appId)
  assert.equal(micros(Number(payable?.balance ?? 0)), approved - paid, 'the balance of the app')
  await platform.operate('POST', '/operator/v1/ledger/check')
  return approved
}

interface Balance {
  readonly account: string
  readonly party_id: string | null
  readonly balance: string
}

async function holdToStats({ servers, live }: MoneyPlatform, owed: number): Promise<void> {
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
  const path = `/api/v1/stats?from=${day(-1)}&to=${day(1)}`
  const answer = await servers.ask(0, { method: 'GET', path, headers: live.headers })
  const rows = answer.data as unknown as readonly { payout: number }[] // the documented list
  assert.equal(
    rows.reduce((sum, { payout }) => sum + micros(payout), 0),
    owed,
    `the publisher's figures: ${answer.text}`,
  )
}

/** Each change is told once by its id, with the amount that the list has. */
async function holdToCallbacks({ received }: Books, known: ReadonlyMap<string, Known>): Promise<number> {
  const wanted = new Map<string, number>()
  for (const { id, shown } of known.values())
    for (const { version, payout } of shown?.history ?? []) wanted.set(`${id} ${version}`, micros(payout))
  const untilMs = performance.now() + toldWithinMs
  let told = readTold(received())
  while (told.size < wanted.size && performance.now() < untilMs) {
    await delay(200)
    told = readTold(received())
  }
  assert.deepEqual(
    [...wanted.keys()].filter((key) => !told.has(key)),
    [],
    'changes that nobody was told',
  )
  for (const [key, { ids, payout }] of told) {
    assert.equal(ids.size, 1, `${key} was told under several ids`)
    assert.equal(micros(payout), wanted.get(key), `the amount of ${key}`)
  }
  return told.size
}

function readTold(received: readonly Received[]): Map<string, { ids: Set<string>; payout: number }> {
  const told = new Map<string, { ids: Set<string>; payout: number }>()
  for (const { id, body } of received) {
    const { data } = JSON.parse(body)
    const key = `${data.conversion_id} ${data.version}`
    const known = told.get(key)
    if (known === undefined) told.set(key, { ids: new Set([id]), payout: Number(data.payout) })
    else known.ids.add(id)
  }
  return told
}
