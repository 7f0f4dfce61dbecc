import type { Ports } from '../../ports/ports.ts'
import type { PayableSum } from '../../store/ledger/own-money.ts'

type Needs = Pick<Ports, 'db' | 'store' | 'clock'>
type Kind = PayableSum['kind']

interface OwnBalance extends Readonly<Record<Kind, bigint>> {
  readonly owed: bigint
  readonly pending: bigint
  readonly inReview: bigint
  readonly held: bigint
  readonly releases: readonly {
    readonly day: string
    readonly conversions: number
    readonly micros: bigint
  }[]
}

const releasesMax = 90

/** The debt to a publisher for all their apps, and the amounts that may join it. In micros of USD. */
export async function showOwnBalance({ db, store }: Needs, publisherId: number): Promise<OwnBalance> {
  const appIds = (await store.ownMoney.listAppsOfPublisher(db, publisherId)).map(({ id }) => id)
  const [waiting, sums] = await Promise.all([
    store.ownMoney.listWaitingSums(db, appIds),
    store.ownMoney.listKindSums(db, appIds),
  ])
  const total = (rows: typeof waiting) => rows.reduce((sum, { sumMicros }) => sum + BigInt(sumMicros), 0n)
  const held = waiting.filter(({ reason }) => reason === 'hold')
  const releases = held.flatMap(({ day, conversions, sumMicros }) =>
    day === null ? [] : [{ day, conversions, micros: BigInt(sumMicros) }],
  )
  return {
    ...byKind(sums),
    owed: sumOf(sums),
    pending: total(waiting.filter(({ reason }) => reason === null)),
    inReview: total(waiting.filter(({ reason }) => reason !== null && reason !== 'hold')),
    held: total(held),
    releases: releases.slice(0, releasesMax),
  }
}

export interface OwnStatement extends Readonly<Record<Kind, bigint>> {
  readonly fromMs: number
  readonly untilMs: number
  readonly opening: bigint
  readonly closing: bigint
  readonly apps: readonly (Readonly<Record<Kind, bigint>> & { readonly id: number; readonly name: string })[]
  readonly payments: Awaited<ReturnType<Ports['store']['ownMoney']['listOwnSettlements']>>
}

/** A month of a publisher's account, `2026-11`, in UTC: opening + what came − what went = closing. */
export async function showOwnStatement(
  { db, store, clock }: Needs,
  { publisherId, month }: { readonly publisherId: number; readonly month: string },
): Promise<OwnStatement> {
  const fromMs = Date.parse(`${month}-01T00:00:00Z`)
  const start = new Date(fromMs)
  const endMs = Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1)
  const apps = await store.ownMoney.listAppsOfPublisher(db, publisherId)
  const span = { appIds: apps.map(({ id }) => id), fromMs, untilMs: endMs }
  const [sums, payments] = await Promise.all([
    store.ownMoney.listPayableSums(db, span),
    store.ownMoney.listOwnSettlements(db, span),
  ])
  const inMonth = sums.filter(({ phase }) => phase === 'in')
  const opening = sumOf(sums.filter(({ phase }) => phase === 'before'))
  return {
    fromMs,
    untilMs: Math.max(fromMs, Math.min(endMs, clock.nowMs())),
    opening,
    ...byKind(inMonth),
    closing: opening + sumOf(inMonth),
    apps: apps.map((app) => ({ ...app, ...byKind(inMonth.filter(({ appId }) => appId === app.id)) })),
    payments,
  }
}

interface OwnMonth extends Readonly<Record<Kind, bigint>> {
  readonly month: string
  readonly opening: bigint
  readonly closing: bigint
}

/** Ten years: one line each. */
const monthsMax = 120

/** The months in which something was booked, newest first; each begins with what the one before it ended with. */
export async function listOwnMonths({ db, store }: Needs, publisherId: number): Promise<readonly OwnMonth[]> {
  const appIds = (await store.ownMoney.listAppsOfPublisher(db, publisherId)).map(({ id }) => id)
  const sums = await store.ownMoney.listMonthSums(db, appIds)
  let balance = 0n
  const months = [...Map.groupBy(sums, ({ month }) => month)].map(([month, rows]) => {
    const opening = balance
    balance += sumOf(rows)
    return { month, opening, ...byKind(rows), closing: balance }
  })
  return months.toReversed().slice(0, monthsMax)
}

function sumOf(rows: readonly Pick<PayableSum, 'sumMicros'>[]): bigint {
  return rows.reduce((sum, { sumMicros }) => sum + BigInt(sumMicros), 0n)
}

function byKind(rows: readonly Pick<PayableSum, 'kind' | 'sumMicros'>[]): Record<Kind, bigint> {
  const of = (kind: Kind) => sumOf(rows.filter((row) => row.kind === kind))
  return {
    approved: of('approved'),
    reversed: of('reversed'),
    reversed_earlier: of('reversed_earlier'),
    paid: of('paid'),
    adjusted: of('adjusted'),
  }
}
