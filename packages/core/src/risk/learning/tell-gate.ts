import type { DecisionsJudgement } from './judge-by-decisions.ts'
import { decisionsMin } from './judge-by-decisions.ts'
import { aucLossMax, recallLossMax, type WorldJudgement } from './judge-by-worlds.ts'

/** The gate's word: both judges must let a candidate pass. */
export function tellGate({
  decisions,
  worlds,
}: {
  readonly decisions: DecisionsJudgement
  readonly worlds: readonly WorldJudgement[]
}): { readonly passes: boolean; readonly sentence: string } {
  const refuse = (because: string) => ({ passes: false, sentence: `The gate refuses them: ${because}.` })
  const { auc, refused, confirmed } = decisions
  if (auc === null) {
    const made = refused.users + confirmed.users
    return refuse(
      made < decisionsMin
        ? `there are too few decisions of people to judge them by, ${made} of ${decisionsMin}`
        : 'people have decided nearly all in one way, so that their decisions judge nothing',
    )
  }
  const agreement = `${told(auc.current)} → ${told(auc.candidate)}`
  if (!decisions.isNoWorse) return refuse(`they agree less with people’s decisions (${agreement})`)
  const broken = worlds.find(({ holds }) => !holds)
  if (broken !== undefined) return refuse(tellLoss(broken))
  return {
    passes: true,
    sentence: `The gate lets them pass: they agree as well or better with people’s decisions (${agreement}), and no built-in world loses more than it may.`,
  }
}

function tellLoss({ name, shipped, candidate }: WorldJudgement): string {
  const recallLoss = shipped.recall - candidate.recall
  return recallLoss > recallLossMax
    ? `${name} loses ${Math.round(100 * recallLoss)} points of what is found at 1 %, and may lose ${100 * recallLossMax}`
    : `${name} loses ${(shipped.auc - candidate.auc).toFixed(3)} of its order (AUC), and may lose ${aucLossMax}`
}

function told(auc: number): string {
  return auc.toFixed(3)
}
