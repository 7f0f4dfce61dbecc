import type { Ports } from '../../ports/ports.ts'
import type { AppFigures } from '../../store/publishers/publisher-list.ts'
import { listBalances } from '../ledger/list-balances.ts'

export interface Figures {
  readonly apps: number
  readonly clicks: number
  readonly earnedMicros: bigint
  /** The share of approved conversions that was taken back; null without any. */
  readonly reversalShare: number | null
  readonly lastUsedAtMs: number | null
}

/** The span of the figures. */
const figureDays = 30

type Needs = Pick<Ports, 'db' | 'store' | 'clock'>

/** How publishers fared in the last 30 days, by their ids. */
export async function measurePublishers(
  { db, store, clock }: Needs,
  publisherIds: readonly number[],
): Promise<ReadonlyMap<number, Figures>> {
  const sinceSec = sinceSecOf(clock.nowMs(), figureDays)
  const apps = await store.publisherList.measureApps(db, { publisherIds, appIds: [], sinceSec })
  const grouped = Map.groupBy(apps, ({ publisherId }) => publisherId)
  return new Map(publisherIds.map((id) => [id, sumOf(grouped.get(id) ?? [])]))
}

/** How apps fared in so many days, by their ids. */
export async function measureApps(
  { db, store, clock }: Needs,
  { appIds, days }: { readonly appIds: readonly number[]; readonly days: number },
): Promise<ReadonlyMap<number, Figures>> {
  const sinceSec = sinceSecOf(clock.nowMs(), days)
  const apps = await store.publisherList.measureApps(db, { publisherIds: [], appIds, sinceSec })
  return new Map(apps.map((one) => [one.appId, sumOf([one])]))
}

const hourSec = 3_600

function sinceSecOf(nowMs: number, days: number): number {
  return (Math.floor(nowMs / 1000 / hourSec) + 1 - days * 24) * hourSec
}

function sumOf(apps: readonly AppFigures[]): Figures {
  const approved = apps.reduce((sum, one) => sum + one.approved, 0)
  const reversed = apps.reduce((sum, one) => sum + one.reversed, 0)
  const used = apps.map(({ lastUsedAtMs }) => lastUsedAtMs).filter((atMs) => atMs !== null)
  return {
    apps: apps.length,
    clicks: apps.reduce((sum, one) => sum + one.clicks, 0),
    earnedMicros: apps.reduce((sum, one) => sum + BigInt(one.earnedMicros), 0n),
    reversalShare: approved + reversed === 0 ? null : reversed / (approved + reversed),
    lastUsedAtMs: used.length === 0 ? null : Math.max(...used),
  }
}

interface PublisherMoney {
  /** Owed to its apps now. */
  readonly payableMicros: bigint
  readonly paidMicros: bigint
}

/** The debt to a publisher and the payments to them, by the ledger. */
export async function findPublisherMoney(ports: Needs, publisherId: number): Promise<PublisherMoney> {
  const { db, store } = ports
  const appIds = (await store.apps.listApps(db))
    .filter((app) => app.publisherId === publisherId)
    .map(({ id }) => id)
  if (appIds.length === 0) return { payableMicros: 0n, paidMicros: 0n }
  const parties = appIds.map((partyId) => ({ account: 'payable' as const, partyId }))
  const [balances, paid] = await Promise.all([
    listBalances(ports, parties),
    store.publisherList.sumPaid(db, appIds),
  ])
  return {
    payableMicros: balances.reduce((sum, { balanceMicros }) => sum + balanceMicros, 0n),
    paidMicros: BigInt(paid),
  }
}
