import { type AppEvidence, addCounts, noCounts, type OfferEvidence } from './evidence.ts'

/** The weight of an app by itself, in impressions or clicks: enough to rank its own offers. */
const freeWeight = 2_000

/**
 * Adds up what apps know of the same offer and audience. Beyond a free weight none counts for more than all others
 * together, so that whoever calls with a stolen key, or makes up their users, cannot decide alone what others are shown.
 */
export function boundEvidence(rows: readonly AppEvidence[]): OfferEvidence[] {
  const byOffer = new Map<string, AppEvidence[]>()
  for (const row of rows) {
    const key = `${row.offerId} ${row.country} ${row.platform}`
    const found = byOffer.get(key)
    if (found) found.push(row)
    else byOffer.set(key, [row])
  }
  return [...byOffer.values()].map(boundOne)
}

function boundOne(rows: readonly AppEvidence[]): OfferEvidence {
  const [first] = rows
  if (first === undefined) throw new Error('a group without rows')
  const { offerId, country, platform } = first
  const all = rows.reduce((sum, row) => sum + weightOf(row), 0)
  const counts = rows.reduce((sum, row) => {
    const own = weightOf(row)
    const allowed = Math.max(freeWeight, all - own)
    return addCounts(sum, row, own > allowed ? allowed / own : 1)
  }, noCounts)
  return { offerId, country, platform, ...counts }
}

function weightOf({ impressions, clicks }: AppEvidence): number {
  return Math.max(impressions, clicks)
}
