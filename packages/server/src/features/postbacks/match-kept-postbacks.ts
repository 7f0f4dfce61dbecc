import type { PostbackOutcome, PostbackReport } from '../../ports/writes.ts'
import type { Ports } from '../../ports/ports.ts'
import { readKeptReport } from './kept-report.ts'
import type { IdRange, KeptReport } from '../../store/postbacks/unmatched-postbacks.ts'

/** Postbacks that are applied in one go; the rest follows in the next round. */
const roundMax = 500

type Needs = Pick<Ports, 'db' | 'store' | 'newId'>

export type ApplyPostback = (report: PostbackReport) => Promise<PostbackOutcome>

/**
 * Applies postbacks that came before these clicks were known. Returns how many had an effect or repeated
 * one.
 */
export async function matchKeptPostbacks(
  ports: Needs,
  { clickIds, applyPostback }: { clickIds: readonly string[]; applyPostback: ApplyPostback },
): Promise<number> {
  const { db, store } = ports
  return await applyAll(ports, applyPostback, () =>
    store.unmatchedPostbacks.listKeptReports(db, { clickIds, limit: roundMax }),
  )
}

/**
 * Applies those that were kept in the very moment in which their click was written: neither saw the other.
 */
export async function matchLatePostbacks(
  ports: Needs,
  { applyPostback, ...range }: IdRange & { applyPostback: ApplyPostback },
): Promise<number> {
  const { db, store } = ports
  return await applyAll(ports, applyPostback, () =>
    store.unmatchedPostbacks.listLateReports(db, { ...range, limit: roundMax }),
  )
}

/** Each round closes what it has applied, so that the next one finds the rest. */
async function applyAll(
  { db, store, newId }: Needs,
  applyPostback: ApplyPostback,
  list: () => Promise<KeptReport[]>,
): Promise<number> {
  let matched = 0
  for (;;) {
    const kept = await list()
    for (const { id, report } of kept) {
      const outcome = await applyPostback(readKeptReport(report, newId()))
      if (outcome.kind === 'applied' || outcome.kind === 'duplicate') matched += 1
      await store.unmatchedPostbacks.closeKeptReport(db, id)
    }
    if (kept.length < roundMax) return matched
  }
}
