import type { Ports } from '../../ports/ports.ts'

/** The use that is made of learned weights; nothing is learned while a file decides. */
type LearningMode = 'propose' | 'auto' | 'off'

export function learningMode({
  riskLearning,
  riskWeights,
}: Pick<Ports['settings'], 'riskLearning' | 'riskWeights'>): LearningMode {
  if (riskWeights !== null) return 'off'
  // The name of before there was a page to decide on.
  return riskLearning === 'manual' ? 'propose' : riskLearning
}
