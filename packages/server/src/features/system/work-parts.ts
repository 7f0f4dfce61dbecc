import { type PartState, stateBeyond, type SystemPart } from '@quoin/core/alerts/system-part.ts'
import { minuteMs } from '@quoin/core/time/durations.ts'
import type { Ports } from '../../ports/ports.ts'
import type { DatabaseFigures } from '../../ports/service-figures.ts'
import { rulesInForce } from '../alerts/alert-rules.ts'

export type WorkNeeds = Pick<Ports, 'db' | 'store' | 'clock' | 'settings' | 'snapshots' | 'riskWeights'>

const waitingMax = 10_000
const group = 'work'

/** The state of the background work of all processes together, by part. */
export async function readWorkParts(
  ports: WorkNeeds,
  { statisticsBehindMs }: DatabaseFigures,
): Promise<SystemPart[]> {
  const { db, store } = ports
  const nowMs = ports.clock.nowMs()
  const rules = await rulesInForce(ports)
  const callbacksMs = rules.callbacks_late.threshold * minuteMs
  const [pulse, late, jobs, learning] = await Promise.all([
    store.pulse.findPulse(db, waitingMax),
    store.needFacts.measureLateCallbacks(db, nowMs - callbacksMs),
    store.systemFacts.countJobs(db),
    store.riskWeights.findLastLearning(db),
  ])
  const behindMs = statisticsBehindMs ?? 0
  const statisticsMs = rules.statistics_late.threshold * minuteMs
  const { disabledEndpoints } = ports.snapshots.apps()
  const isOff = ports.settings.riskLearning === 'off'
  return [
    {
      part: 'callbacks',
      group,
      title: 'Callbacks',
      unit: 'rows',
      limit: null,
      sinceMs: late.oldestAtMs,
      state: late.endpoints > 0 ? 'broken' : 'ok',
      value: pulse.callbacksWaiting,
      detail: tellCallbacks(late.endpoints, disabledEndpoints),
    },
    {
      part: 'postbacks',
      group,
      title: 'Last postback',
      unit: 'seconds',
      limit: null,
      state: pulse.lastPostbackAtMs === null ? 'idle' : 'ok',
      value:
        pulse.lastPostbackAtMs === null
          ? null
          : Math.max(0, Math.round((nowMs - pulse.lastPostbackAtMs) / 1000)),
      sinceMs: pulse.lastPostbackAtMs,
      detail: 'From any network. A silent one is told under what needs you.',
    },
    {
      part: 'statistics',
      group,
      title: 'Statistics behind',
      unit: 'seconds',
      limit: statisticsMs / 1000,
      state: stateBeyond(behindMs, statisticsMs),
      value: Math.round(behindMs / 1000),
      sinceMs: null,
      detail: 'Reports are renewed every few seconds; money does not depend on them.',
    },
    {
      part: 'jobs',
      group,
      title: 'Jobs',
      unit: 'count',
      limit: null,
      sinceMs: null,
      state: jobs.failed > 0 ? 'warning' : jobs.running + jobs.waiting > 0 ? 'ok' : 'idle',
      value: jobs.running + jobs.waiting,
      detail: `${jobs.running} running, ${jobs.waiting} waiting, ${jobs.failed} failed in a day.`,
    },
    {
      part: 'learning',
      group,
      title: 'Risk learning',
      unit: 'count',
      limit: null,
      value: null,
      state: learningState(learning.outcome, isOff),
      sinceMs: learning.ranAtMs,
      detail: `Weights ${ports.riskWeights().version} are in use${isOff ? '; learning is off' : ''}.`,
    },
    {
      part: 'mail',
      group,
      title: 'Mail',
      unit: 'count',
      limit: null,
      value: null,
      sinceMs: null,
      state: ports.settings.smtpUrl === null ? 'idle' : 'ok',
      detail:
        ports.settings.smtpUrl === null
          ? 'No mail server is set (SMTP_URL): links are shown to operators instead.'
          : 'A mail server is set; Alerts has a test.',
    },
  ]
}

function tellCallbacks(late: number, disabled: number): string {
  const waiting =
    late === 0 ? 'None of a receiver that answers is late' : `Late at ${late} receivers that answer`
  return disabled === 0 ? `${waiting}.` : `${waiting}; ${disabled} receivers get nothing (paused or dead).`
}

function learningState(outcome: Readonly<Record<string, unknown>>, isOff: boolean): PartState {
  if (isOff) return 'idle'
  return outcome['outcome'] === 'failed' ? 'warning' : 'ok'
}
