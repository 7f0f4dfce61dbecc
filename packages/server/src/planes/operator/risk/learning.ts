import {
  getRiskLearning as operation,
  leaveRiskWeights as leaveOperation,
  listRiskMovers as moversOperation,
} from '@quoin/contract/operator/users/learning-operations.ts'
import { formatMicros } from '@quoin/core/payout/money.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import type { Ports } from '../../../ports/ports.ts'
import type { Moves } from '../../../features/risk/describe-moves.ts'
import { leaveWeights } from '../../../features/risk/leave-weights.ts'
import { readLearning, readMovers } from '../../../features/risk/read-learning.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'

const getRiskLearning = staffRoute(operation, async ({ ports }) => {
  const { mode, current, active, isByOldRule, lastRound, learned } = await readLearning(ports)
  const { outcome } = lastRound.outcome
  return {
    data: {
      mode,
      active: {
        version: current.version,
        by_old_rule: isByOldRule,
        taken_at: active ? secondsOf(active.changedAtMs) : null,
        taken_by: active?.actor ?? null,
        before: active ? beganWith(active.figures) : null,
      },
      last_ran_at: secondsOf(lastRound.ranAtMs),
      last_outcome: typeof outcome === 'string' ? outcome : null,
      labels_now: labelsNow(lastRound.outcome, ports.settings.riskLabelsMin),
      learned: learned ? presentLearned(ports, learned) : null,
    },
    message: `Weights ${current.version} are in use.`,
  }
})

type Learned = NonNullable<Awaited<ReturnType<typeof readLearning>>['learned']>

function presentLearned(ports: Pick<Ports, 'snapshots'>, { row, figures, points, moves }: Learned) {
  const { decisions, worlds, passes, sentence } = figures.judgement
  return {
    version: row.version,
    state: row.state === 'candidate' ? ('candidate' as const) : ('rejected' as const),
    began_with: figures.beganWith,
    created_at: secondsOf(row.createdAtMs),
    labels: figures.labels,
    untold: figures.untold,
    judgement: {
      passes,
      sentence,
      refused: decisions.refused,
      confirmed: decisions.confirmed,
      auc: decisions.auc,
      worlds: worlds.map(({ name, shipped, candidate, holds }) => ({
        name,
        holds,
        auc: { shipped: shipped.auc, candidate: candidate.auc },
        recall: { shipped: shipped.recall, candidate: candidate.recall },
      })),
    },
    points,
    moves: {
      days: moves.days,
      users: moves.users,
      bands: moves.counts,
      rising: moves.rising,
      falling: moves.falling,
      cross_up: moves.crossUp,
      cross_down: moves.crossDown,
      cross_held: formatMicros(moves.crossHeldMicros),
      movers: presentMovers(ports, moves.movers),
    },
  }
}

const listRiskMovers = staffRoute(moversOperation, async ({ ports, path, query }) => {
  const { from, to, limit = 50 } = query
  const movers = await readMovers(ports, { version: path.version, from, to, limit })
  return { data: presentMovers(ports, movers), message: `${movers.length} users.` }
})

const leaveRiskWeights = staffRoute(leaveOperation, async ({ ports, path, staff: { actor } }) => {
  await leaveWeights(ports, { version: path.version, actor })
  return { data: { version: path.version }, message: 'They wait no more.' }
})

function presentMovers({ snapshots }: Pick<Ports, 'snapshots'>, movers: Moves['movers']) {
  return movers.map(({ userId, appId, heldMicros, ...rest }) => ({
    user_id: userId,
    app_id: String(appId),
    app_name: snapshots.apps().findApp(appId)?.name ?? null,
    held: formatMicros(heldMicros),
    ...rest,
  }))
}

/** The version that a learned one took the place of. */
function beganWith(figures: unknown): string | null {
  if (typeof figures !== 'object' || figures === null || !('beganWith' in figures)) return null
  return String(figures.beganWith)
}

function labelsNow(round: Readonly<Record<string, unknown>>, needed: number) {
  const { outcome, frauds, honest } = round
  return outcome === 'too_few_labels' ? { frauds: Number(frauds), honest: Number(honest), needed } : null
}

export const learningRoutes = [getRiskLearning, listRiskMovers, leaveRiskWeights] as const
