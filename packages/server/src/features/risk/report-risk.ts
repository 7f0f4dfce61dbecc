import { signals } from '@quoin/core/risk/signals/index.ts'
import { dayMs } from '@quoin/core/time/durations.ts'
import { firstIdAt } from '@quoin/core/tracking/click-id.ts'
import type { Ports } from '../../ports/ports.ts'
import { learningMode } from './learning-mode.ts'

type Needs = Pick<Ports, 'db' | 'store' | 'clock' | 'settings' | 'riskWeights'>

/** Chargebacks come late: the calibration looks further back than the scores, and believes what stands after that. */
const calibrationDays = 90
const matureDays = 14
const scoreBins = 20
const scoreBinWidth = 100 / scoreBins
const shadowDays = 7

/** How scores lie, whether they come true, which weights make them, and which signals speak. */
export async function reportRisk(ports: Needs, { days }: { readonly days: number }) {
  const { db, store, clock } = ports
  const nowMs = clock.nowMs()
  const sinceMs = nowMs - days * dayMs
  const calibrationMs = { sinceMs: nowMs - calibrationDays * dayMs, matureMs: nowMs - matureDays * dayMs }
  const [found, calibration, spoken, learning] = await Promise.all([
    store.riskReport.countScores(db, sinceMs),
    store.riskReport.calibrate(db, calibrationMs),
    store.riskReport.countSignals(db, sinceMs),
    tellLearning(ports),
  ])
  const byBin = new Map(found.map((one) => [one.bin, one]))
  const scores = Array.from({ length: scoreBins }, (_, bin) => ({
    from: bin * scoreBinWidth,
    to: (bin + 1) * scoreBinWidth,
    assessments: byBin.get(bin)?.assessments ?? 0,
    blocked: byBin.get(bin)?.blocked ?? 0,
  }))
  return { scores, calibration, learning, signals: tellSignals(ports, learning.candidatePoints, spoken) }
}

/** Which weights are in use and in the shadow, and what the last night came to. */
async function tellLearning({ db, store, clock, settings, riskWeights }: Needs) {
  const inUse = await store.riskWeights.listWeightsInUse(db)
  const candidate = inUse.find(({ state }) => state === 'candidate')
  const sinceId = firstIdAt(clock.nowMs() - shadowDays * dayMs)
  const lastNight = await store.riskWeights.findLastLearning(db)
  return {
    active: riskWeights().version,
    isFile: settings.riskWeights !== null,
    mode: learningMode(settings),
    lastRanAtMs: lastNight.ranAtMs,
    lastOutcome: lastNight.outcome,
    candidate: candidate?.version ?? null,
    candidatePoints: candidate?.weights.points,
    shadow: candidate && (await store.riskWeights.measureShadow(db, candidate.version, sinceId)),
  }
}

type Spoken = Awaited<ReturnType<Ports['store']['riskReport']['countSignals']>>

function tellSignals(
  { riskWeights }: Pick<Needs, 'riskWeights'>,
  candidate: Readonly<Record<string, number>> | undefined,
  spoken: Spoken,
) {
  const { points } = riskWeights()
  const spokenOf = new Map(spoken.signals.map((one) => [one.name, one]))
  return signals.map(({ name, group }) => ({
    name,
    group,
    points: points[name] ?? 0,
    candidatePoints: candidate === undefined ? null : (candidate[name] ?? 0),
    /** How often it spoke; null without any assessment. */
    share: spoken.of === 0 ? null : (spokenOf.get(name)?.assessments ?? 0) / spoken.of,
    meanShare: spokenOf.get(name)?.meanShare ?? null,
  }))
}
