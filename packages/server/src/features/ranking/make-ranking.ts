import { boundEvidence } from '@quoin/core/ranking/bound-evidence.ts'
import { evidenceDays, matureDays, weighDays } from '@quoin/core/ranking/evidence-days.ts'
import { dayMs, minuteMs } from '@quoin/core/time/durations.ts'
import type { Ports } from '../../ports/ports.ts'

/** How long an order of offers stands; each round draws anew. */
const roundMs = 10 * minuteMs
/** Orders that a page may still be turned in. */
const roundsKept = 3
/** Rows of app, offer and audience; the least busy ones beyond are not looked at. */
const rowsMax = 50_000

/** Gathers what is known of offers into the next round, when it is time. Returns its id, undefined when it is not. */
export async function makeRanking({
  db,
  store,
  clock,
}: Pick<Ports, 'db' | 'store' | 'clock'>): Promise<number | undefined> {
  const nowMs = clock.nowMs()
  const turn = { nowMs, everyMs: roundMs, kept: roundsKept }
  return await store.rankings.makeRound(db, turn, async (tx) => {
    const credits = await store.rankingEvidence.listCreditSlots(tx, nowMs - 2 * evidenceDays * dayMs)
    const days = { weights: weighDays(), matured: matureDays(credits) }
    const evidence = await store.rankingEvidence.listEvidence(tx, { nowMs, ...days, rowsMax })
    return { seed: String(Math.floor(nowMs / roundMs)), evidence: boundEvidence(evidence) }
  })
}
