import { pauseUntil } from '../features/jobs/pause-until.ts'
import { type JobLane, workOnJob } from '../features/jobs/work-on-job.ts'
import type { Ports } from '../ports/ports.ts'

const pauseMs = 1_000

/** Works on the jobs of a lane one after another until it is stopped; of several processes each takes its own. */
export function runJobs(
  ports: Ports,
  onSuccess: () => void = () => {},
  lane: JobLane = 'others',
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const work = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const isBusy = await workOnJob(ports, stopping.signal, lane).then(
        (isFound) => {
          onSuccess()
          return isFound
        },
        (error: unknown) => {
          ports.log.warn({ err: error }, 'jobs could not be worked on')
          return false
        },
      )
      if (!isBusy) await pauseUntil(pauseMs, stopping.signal)
    }
  }
  const working = work()
  return {
    async stop() {
      stopping.abort()
      await working
    },
  }
}
