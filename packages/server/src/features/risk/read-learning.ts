import { pointsMoved } from '@quoin/core/risk/learning/compare-scores.ts'
import { shippedWeights, type Weights } from '@quoin/core/risk/weights.ts'
import { notFound } from '@quoin/core/errors.ts'
import type { Ports } from '../../ports/ports.ts'
import type { WeightsRow } from '../../store/risk/risk-weights.ts'
import { describeMoves, listMovers, type Moves } from './describe-moves.ts'
import { learningMode } from './learning-mode.ts'
import type { LearningFigures } from './refit-weights.ts'

type Needs = Pick<Ports, 'db' | 'store' | 'clock' | 'keyring' | 'settings'> & {
  /** The weights in use. */
  readonly riskWeights: Ports['riskWeights']
}

/** The weights in use, the last ones that were learned, and what these would change. */
export async function readLearning(ports: Needs) {
  const { db, store, settings } = ports
  const current = ports.riskWeights()
  const [lastRound, newest, inUse] = await Promise.all([
    store.riskWeights.findLastLearning(db),
    store.riskWeights.findNewestLearned(db),
    store.riskWeights.listWeightsInUse(db),
  ])
  const active = inUse.find(({ state }) => state === 'active')
  const shown = newest && isWaitingOrRefused(newest) ? newest : undefined
  return {
    mode: learningMode(settings),
    current,
    active,
    lastRound,
    isByOldRule: active !== undefined && isByOldRule(active),
    learned: shown && {
      row: shown,
      figures: shown.figures as LearningFigures, // this rule made them
      points: pointsMoved(current, shown.weights),
      moves: await describeMoves(ports, { current, candidate: shown.weights }),
    },
  }
}

/** Throws RESOURCE_NOT_FOUND for an unknown version. */
export async function readMovers(
  ports: Needs,
  { version, ...wanted }: { readonly version: string } & Parameters<typeof listMovers>[2],
): Promise<Moves['movers']> {
  const candidate = await findWeights(ports, version)
  return await listMovers(ports, { current: ports.riskWeights(), candidate }, wanted)
}

async function findWeights({ db, store }: Needs, version: string): Promise<Weights> {
  if (version === 'shipped') return shippedWeights
  const row = await store.riskWeights.findWeights(db, version)
  if (row === undefined) throw notFound('There are no such weights.')
  return row.weights
}

/** A version that a person left, or one that is in use or was, is history. */
function isWaitingOrRefused(row: WeightsRow): boolean {
  if (!hasJudgement(row)) return false
  const { judgement } = row.figures as LearningFigures // of this rule, as was just asked
  return row.state === 'candidate' || (row.state === 'rejected' && !judgement.passes)
}

/** Learned weights of before have figures of users held out, and no judgement by people and worlds. */
function isByOldRule(row: WeightsRow): boolean {
  return row.version.startsWith('learned-') && !hasJudgement(row)
}

function hasJudgement({ figures }: WeightsRow): boolean {
  return typeof figures === 'object' && figures !== null && 'judgement' in figures
}
