import { areaUnderCurve, recallAt } from '../backtest/metrics.ts'
import { probabilityOf } from '../score.ts'
import { shippedWeights, type Weights } from '../weights.ts'

/** Users of a world that was made up, so that it is known who of them is a fraud. */
export interface FloorWorld {
  readonly name: string
  readonly users: readonly { readonly shares: Float64Array; readonly isFraud: boolean }[]
}

/** How well weights order the users of a world, and how many frauds they find where one honest user in a hundred is stopped. */
interface WorldFigures {
  readonly auc: number
  readonly recall: number
}

export interface WorldJudgement {
  readonly name: string
  /** By the weights that Quoin comes with: always the same floor, whatever was learned since. */
  readonly shipped: WorldFigures
  readonly candidate: WorldFigures
  readonly holds: boolean
}

/** The most that learning may cost in a world that it knows nothing of. */
export const aucLossMax = 0.005
export const recallLossMax = 0.02
const honestShare = 0.01

export function judgeByWorlds(worlds: readonly FloorWorld[], candidate: Weights): readonly WorldJudgement[] {
  return worlds.map(({ name, users }) => {
    const figures = { shipped: figuresOf(users, shippedWeights), candidate: figuresOf(users, candidate) }
    const holds =
      figures.candidate.auc >= figures.shipped.auc - aucLossMax &&
      figures.candidate.recall >= figures.shipped.recall - recallLossMax
    return { name, ...figures, holds }
  })
}

function figuresOf(users: FloorWorld['users'], weights: Weights): WorldFigures {
  const scored = users.map(({ shares, isFraud }) => ({ isFraud, last: probabilityOf(shares, weights) }))
  return {
    auc: areaUnderCurve(scored.map(({ last, isFraud }) => [last, isFraud])),
    recall: recallAt(scored, honestShare),
  }
}
