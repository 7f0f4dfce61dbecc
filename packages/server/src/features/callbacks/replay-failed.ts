import { endpointEventTypes } from '@quoin/core/callbacks/facts.ts'
import { weekMs } from '@quoin/core/time/durations.ts'
import type { RunJob } from '../jobs/run-job.ts'
import { type ReplayFilter, replayCallbacks } from './replay-callbacks.ts'

const endedStates = ['delivered', 'dead', 'stopped', 'flagged'] as const
const failedStates: ReplayFilter['states'] = ['dead', 'stopped', 'flagged']

/** A replay as a job; done twice it finds what the first has left. */
export const replayFailed: RunJob = async (ports, { about, actor }) => {
  const nowMs = ports.clock.nowMs()
  const state = endedStates.find((one) => one === about['state'])
  const result = await replayCallbacks(ports, {
    endpointId: Number(about['endpointId']),
    states: state === undefined ? failedStates : [state],
    fromMs: msOf(about['from']) ?? nowMs - weekMs,
    toMs: msOf(about['to']) ?? nowMs + 1,
    eventType: endpointEventTypes.find((one) => one === about['event']) ?? null,
    userId: typeof about['userId'] === 'string' ? about['userId'] : null,
    isTest: typeof about['mode'] === 'string' ? about['mode'] === 'test' : null,
    actor,
  })
  return { done: result.replayed, result }
}

function msOf(sec: unknown): number | undefined {
  return typeof sec === 'number' ? sec * 1000 : undefined
}
