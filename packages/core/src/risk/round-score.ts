const step = 10

/**
 * A score in steps of ten, from which nobody sees how little a change has moved it. 0 and 100 keep their meaning,
 * allow-listed and blocked: no other score becomes one of them.
 */
export function roundScore(score: number): number {
  if (score <= 0 || score >= 100) return score
  return Math.min(100 - step, Math.max(step, step * Math.round(score / step)))
}
