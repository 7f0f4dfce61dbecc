import {
  activateRiskWeights as activateOperation,
  adoptRiskWeights as adoptOperation,
  getRisk as operation,
  getRiskWeights as getOperation,
  listRiskWeights as listOperation,
  refitRiskWeights as refitOperation,
} from '@quoin/contract/operator/users/risk-operations.ts'
import { invalidFields, notFound } from '@quoin/core/errors.ts'
import { readWeights, type Weights } from '@quoin/core/risk/weights.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import { startJob } from '../../../features/jobs/start-job.ts'
import { activateWeights } from '../../../features/risk/activate-weights.ts'
import { adoptWeights } from '../../../features/risk/adopt-weights.ts'
import { reportRisk } from '../../../features/risk/report-risk.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'
import type { WeightsRow } from '../../../store/risk/risk-weights.ts'

const daysShown = 30
const versionsShown = 20

const getRisk = staffRoute(operation, async ({ ports, query }) => {
  const { scores, calibration, learning, signals } = await reportRisk(ports, {
    days: query.days ?? daysShown,
  })
  const { shadow, lastOutcome } = learning
  const { outcome } = lastOutcome
  const data = {
    scores,
    calibration,
    learning: {
      active: learning.active,
      is_file: learning.isFile,
      mode: learning.mode,
      last_ran_at: secondsOf(learning.lastRanAtMs),
      last_outcome: typeof outcome === 'string' ? outcome : null,
      candidate: learning.candidate,
      shadow:
        shadow === undefined
          ? null
          : {
              assessments: shadow.assessments,
              mean_answered: shadow.meanAnswered,
              mean_shadow: shadow.meanShadow,
              over_50_answered: shadow.over50Answered,
              over_50_shadow: shadow.over50Shadow,
              over_85_answered: shadow.over85Answered,
              over_85_shadow: shadow.over85Shadow,
            },
    },
    signals: signals.map(({ candidatePoints, meanShare, ...signal }) => ({
      ...signal,
      candidate_points: candidatePoints,
      mean_share: meanShare,
    })),
  }
  return { data, message: `Weights ${learning.active} are in use.` }
})

const listRiskWeights = staffRoute(listOperation, async ({ ports: { db, store }, query }) => {
  const rows = await store.riskWeights.listWeights(db, query.limit ?? versionsShown)
  return { data: rows.map(presentWeights), message: `${rows.length} versions.` }
})

const getRiskWeights = staffRoute(getOperation, async ({ ports: { db, store }, path }) => {
  const row = await store.riskWeights.findWeights(db, path.version)
  if (row === undefined) throw notFound('There are no such weights.')
  return { data: { ...presentWeights(row), weights: row.weights }, message: `Version ${row.version}.` }
})

const activateRiskWeights = staffRoute(activateOperation, async ({ ports, path, staff: { actor } }) => {
  await activateWeights(ports, { version: path.version, actor })
  return { data: { version: path.version }, message: 'They are in use.' }
})

const adoptRiskWeights = staffRoute(adoptOperation, async ({ ports, body, staff: { actor } }) => {
  const weights = readText(body.text)
  await adoptWeights(ports, { weights, actor })
  return { data: { version: weights.version }, message: 'They are in use.' }
})

function readText(text: string): Weights {
  try {
    return readWeights(JSON.parse(text))
  } catch (error) {
    // Both name what is wrong, for whoever wrote the file.
    const message =
      error instanceof SyntaxError ? 'must be JSON' : error instanceof Error ? error.message : ''
    throw invalidFields([{ field: 'text', rule: 'weights', message }])
  }
}

const refitRiskWeights = staffRoute(refitOperation, async ({ ports, staff: { actor } }) => {
  const jobId = await startJob(ports, ports.db, { kind: 'risk.refit', actor, about: {} })
  return { status: 202, data: { job_id: jobId }, message: 'The round is in the queue.' }
})

function presentWeights({ version, state, actor, figures, createdAtMs, changedAtMs }: WeightsRow) {
  return {
    version,
    state,
    actor,
    figures,
    created_at: secondsOf(createdAtMs),
    changed_at: secondsOf(changedAtMs),
  }
}

export const riskRoutes = [
  getRisk,
  listRiskWeights,
  getRiskWeights,
  activateRiskWeights,
  adoptRiskWeights,
  refitRiskWeights,
] as const
