import { hear } from '@quoin/core/conversions/network-state.ts'
import { isEarning } from '@quoin/core/conversions/standing.ts'
import { findTwin, isRejectable, transactionIdsOf } from '@quoin/core/conversions/transaction-use.ts'
import type { Ports } from '../../ports/ports.ts'
import type { PostbackReport } from '../../ports/writes.ts'
import type { Db } from '../../store/pg/database.ts'
import type { ClickTransaction, Found } from '../../store/conversions/reported-conversions.ts'
import type { OfferTransaction, Twin } from '../../store/conversions/transactions.ts'
import { knownTransactions } from '../conversions/known-transactions.ts'
import type { ReadyReport } from './ready-report.ts'

/**
 * Transactions that a batch may pay for and has not locked: those of conversions that are reported without them,
 * such as a claim by the publisher's own id.
 */
export function unlockedTransactions(
  ready: readonly ReadyReport[],
  found: readonly Found[],
  known: readonly ClickTransaction[],
): readonly ClickTransaction[] {
  const there = Map.groupBy(
    found.filter(({ conversion, claimedElsewhere }) => (conversion ?? claimedElsewhere) !== null),
    ({ clickId }) => clickId,
  )
  if (there.size === 0) return []
  const locked = new Set(known.map(({ clickId, txnId }) => `${clickId} ${txnId}`))
  for (const { given, report } of ready) locked.add(`${given.clickId} ${report.txnId ?? ''}`)
  return ready.flatMap(({ given: { clickId }, report }) => {
    if (!isEarning(report.status)) return []
    const conversions = (there.get(clickId) ?? []).flatMap((one) =>
      [one.conversion ?? [], one.claimedElsewhere ?? []].flat(),
    )
    return conversions
      .filter((conversion) => hear(conversion, report.status).kind === 'news')
      .flatMap(transactionIdsOf)
      .filter((txnId) => !locked.has(`${clickId} ${txnId}`))
      .map((txnId) => ({ clickId, txnId }))
  })
}

/** By report: the click of the conversion that it means, though it names another. */
export type Aims = ReadonlyMap<PostbackReport, string>

/**
 * Rejections whose click has no conversion while that of their transaction, by another click, waits for a person: it is
 * the one that is meant, and nobody may pay for it any more. One that is rejected already is meant once more.
 */
export function aimAtHeld(
  ready: readonly ReadyReport[],
  found: readonly Found[],
  twins: readonly Twin[],
): Aims {
  const there = new Set(
    found.flatMap((one) => (one.conversion === null && one.claimedElsewhere === null ? [] : [one.clickId])),
  )
  const aims = new Map<PostbackReport, string>()
  for (const { given, click, report, formerGoal } of ready) {
    if (report.status !== 'rejected' || report.txnId === null || there.has(click.clickId)) continue
    const same = twins.filter(
      ({ offerId, isTest, txnId, goal }) =>
        offerId === click.offerId &&
        isTest === click.isTest &&
        txnId === report.txnId &&
        (goal === report.goal || goal === formerGoal),
    )
    const { use } = findTwin(same)
    const meant = same.find((twin) => twin.clickId !== null && isRejectable(twin))
    if (use !== 'counted' && use !== 'reversed' && meant?.clickId) aims.set(given, meant.clickId)
  }
  return aims
}

/** The stored conversions of a batch's transactions; nothing is asked where it names none. */
export async function findTwins(
  ports: Pick<Ports, 'store' | 'keyring'>,
  tx: Db,
  { ready, known }: { readonly ready: readonly ReadyReport[]; readonly known: readonly ClickTransaction[] },
): Promise<readonly Twin[]> {
  const offerOf = new Map(ready.map(({ given, click }) => [given.clickId, click.offerId]))
  const wanted = new Map<string, OfferTransaction>()
  const add = (offerId: number | undefined, txnId: string | null): void => {
    if (offerId !== undefined && txnId !== null) wanted.set(`${offerId} ${txnId}`, { offerId, txnId })
  }
  for (const { click, report } of ready) add(click.offerId, report.txnId)
  for (const { clickId, txnId } of known) add(offerOf.get(clickId), txnId)
  if (wanted.size === 0) return []
  return await ports.store.transactions.listTwins(tx, knownTransactions(ports, [...wanted.values()]))
}
