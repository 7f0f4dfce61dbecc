import { readEvidence } from '@quoin/core/risk/evidence.ts'
import { nameShares } from '@quoin/core/risk/shares-by-name.ts'
import { probabilityOf, type Reason, scoreEvidence, signsOf } from '@quoin/core/risk/score.ts'
import { decideVerdict } from '@quoin/core/risk/verdict.ts'
import type { Ports } from '../../../ports/ports.ts'
import type { ScoreBasis, KeptScore, ScoreCache } from '../../../ports/devices.ts'

/** A score is a function of its basis and the data: where neither has changed, it is the last one. */
export function scoreOnce(
  ports: Pick<Ports, 'isBot'>,
  data: Readonly<Record<string, unknown>> | undefined,
  { basis, last: cached }: { readonly basis: ScoreBasis; readonly last: ScoreCache },
): KeptScore {
  if (cached.last && isSameBasis(cached.last.basis, basis)) return cached.last.score
  const { weights, shadow, fraudShare } = basis
  const evidence = readEvidence(data, { ...basis, isBot: ports.isBot })
  const { probability, reasons, shares } = scoreEvidence(evidence, weights, fraudShare)
  const score = {
    probability,
    reasons: reasons.map(shortened),
    shares: nameShares(shares),
    signs: signsOf(shares, evidence),
    shadowTenths: shadow ? tenthsOf(probabilityOf(shares, shadow, fraudShare)) : null,
  }
  cached.last = { basis, score }
  return score
}

function isSameBasis(one: ScoreBasis, other: ScoreBasis): boolean {
  return (
    one.hasData === other.hasData &&
    one.userAgent === other.userAgent &&
    one.country === other.country &&
    one.isUnderReview === other.isUnderReview &&
    one.weights === other.weights &&
    one.shadow === other.shadow &&
    one.fraudShare === other.fraudShare &&
    isSameFlat(one.address, other.address) &&
    isSameFlat(one.device, other.device) &&
    isSameFlat(one.user, other.user) &&
    isSameFlat(one.activity, other.activity) &&
    isSameFlat(one.peers, other.peers)
  )
}

/** Both made in the same place, so that they have the same keys. */
function isSameFlat<Facts extends object>(one: Facts | undefined, other: Facts | undefined): boolean {
  if (one === undefined || other === undefined) return one === other
  for (const key in one) if (one[key] !== other[key]) return false
  return true
}

/** Three decimals say more of a weight than is known. */
function shortened({ points, ...reason }: Reason): Reason {
  return { ...reason, points: Math.round(points * 1000) / 1000 }
}

/** As an answer has it where no list decides. */
function tenthsOf(probability: number): number {
  return decideVerdict({ listed: undefined, probability, autoBlockScore: null }).scoreTenths
}
