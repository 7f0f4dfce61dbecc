import type { Ports } from '../../ports/ports.ts'
import type { Db } from '../../store/pg/database.ts'
import type { Erasure } from '../../store/users/erasures.ts'
import { transactionDigest } from '../conversions/known-transactions.ts'
import { keyUser } from '../devices/key-sighting.ts'

/** How much was erased; zero of all where there was nothing. */
interface ErasureCounts {
  readonly clicks: number
  readonly conversions: number
  readonly deviceLinks: number
  readonly assessments: number
  readonly listEntries: number
}

export interface ErasurePass {
  readonly erased: ErasureCounts
  /** Whether nothing is left that one pass may not reach. */
  readonly isDone: boolean
}

type Needs = Pick<Ports, 'db' | 'store' | 'keyring'>

const batchMax = 1_000
/** Batches of one kind in one pass: some seconds of work. */
const batchesMax = 20

/** Goes once through all that is kept of a user. The next pass continues a pass that a crash cut short. */
export async function eraseRows(ports: Needs, erasure: Erasure, userId: string): Promise<ErasurePass> {
  const { db, store } = ports
  const rows = { ...erasure, userId, limit: batchMax }
  const conversions = await inBatches(ports, async (tx) => {
    await store.stats.waitForStatsProgress(tx)
    const erased = await store.erasures.eraseConversions(tx, rows)
    const ids = erased.map(({ id }) => id)
    const claimed = erased.flatMap(({ id, offerId, claimTxnId: txnId }) =>
      txnId === null ? [] : [{ conversionId: id, digest: transactionDigest(ports, { offerId, txnId }) }],
    )
    if (claimed.length > 0) await store.erasures.keepErasedTransactions(tx, claimed)
    await store.stats.moveErasedConversions(tx, { ids, subIds: erased.map(({ subId }) => subId) })
    await store.erasedMessages.eraseCallbackAttempts(tx, ids)
    await store.claimKeys.eraseUsedKeys(tx, ids)
    return ids.length
  })
  const clicks = await inBatches(ports, async (tx) => {
    await store.stats.waitForStatsProgress(tx)
    const erased = await store.erasures.eraseClicks(tx, rows)
    const ids = erased.map(({ id }) => id)
    const former = { ids, subIds: erased.map(({ subId }) => subId) }
    await store.stats.moveErasedClicks(tx, former, { ...erasure, userId })
    await store.erasedMessages.eraseRequestsOfClicks(tx, ids)
    return ids.length
  })
  const keyed = { ...rows, users: userKeysOf(ports, erasure, userId) }
  const assessments = await inBatches(ports, (tx) => store.erasures.eraseAssessments(tx, keyed))
  await db.transaction((tx) => store.tickets.eraseTickets(tx, rows))
  const deviceLinks = await db.transaction((tx) => store.erasures.eraseDevices(tx, keyed))
  const listEntries = erasure.isTestOnly ? 0 : await eraseRules(ports, { ...erasure, userId })
  const counts = { clicks, conversions, assessments }
  const isDone = Object.values(counts).every((count) => count < batchMax * batchesMax)
  return { erased: { ...counts, deviceLinks, listEntries }, isDone }
}

/** Transactions of bounded size: nothing else waits long for a row of one. */
async function inBatches({ db }: Pick<Ports, 'db'>, erase: (tx: Db) => Promise<number>): Promise<number> {
  let total = 0
  for (let batch = 0; batch < batchesMax; batch += 1) {
    const count = await db.transaction(erase)
    total += count
    if (count < batchMax) break
  }
  return total
}

/** The names under which a user's devices are kept, per mode. */
function userKeysOf(
  { keyring }: Pick<Ports, 'keyring'>,
  { appId, isTestOnly }: Erasure,
  userId: string,
): string[] {
  const modes = isTestOnly ? [true] : [false, true]
  return modes.map((isTest) => keyUser(keyring, { appId, isTest, userId }))
}

/** Lists and caps that name them. */
async function eraseRules(
  { db, store }: Needs,
  user: Pick<Erasure, 'appId' | 'token'> & { readonly userId: string },
): Promise<number> {
  return await db.transaction(async (tx) => {
    const count = await store.erasures.eraseListEntries(tx, user.appId, user.userId)
    const caps = await store.erasures.eraseCaps(tx, user)
    if (count > 0) await store.snapshotVersions.bumpSnapshot(tx, 'lists')
    if (caps > 0) await store.snapshotVersions.bumpSnapshot(tx, 'caps')
    return count
  })
}
