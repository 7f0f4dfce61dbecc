import { logit } from './score.ts'

const rounds = 500
/** A share that moves less has been found. */
const movedMin = 1e-6
const shareMin = 0.001
const shareMax = 0.9

/**
 * The share of fraud among users, by their scores alone: the share at which the scores, shifted to it, say as much on
 * average (label shift by expectation and maximization, Saerens et al. 2002). The scores suppose the given share. It holds
 * as far as frauds and honest users look here as they did where the weights were made.
 */
export function estimateFraudShare(probabilities: readonly number[], supposedShare: number): number {
  if (probabilities.length === 0) return supposedShare
  const supposed = logit(supposedShare)
  const odds = probabilities.map(logit)
  let share = supposedShare
  for (let round = 0; round < rounds; round += 1) {
    const shift = logit(share) - supposed
    const said = odds.reduce((sum, one) => sum + 1 / (1 + Math.exp(-(one + shift))), 0) / odds.length
    const next = Math.min(shareMax, Math.max(shareMin, said))
    const moved = Math.abs(next - share)
    share = next
    if (moved < movedMin) break
  }
  return share
}
