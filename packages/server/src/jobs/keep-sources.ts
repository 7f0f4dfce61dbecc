import { leaseMs } from '@quoin/core/sources/source.ts'
import type { Ports } from '../ports/ports.ts'
import { pauseUntil } from '../features/jobs/pause-until.ts'

const pauseMs = 2_000
/** A network that is slow does not keep all others waiting. */
const atOnce = 2

/** Asks the sources that are due until it is stopped; of several processes each takes its own. */
export function keepSources(ports: Ports): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const work = async (tasks: readonly Task[]): Promise<void> => {
    while (!stopping.signal.aborted) {
      const isBusy = await workOnNext(tasks, ports, stopping.signal).catch((error: unknown) => {
        ports.log.warn({ err: error }, 'sources could not be asked')
        return false
      })
      if (!isBusy) await pauseUntil(pauseMs, stopping.signal)
    }
  }
  const working = Array.from({ length: atOnce }, (_, at) => work(at === 0 ? [...runs, ...looks] : runs))
  return {
    async stop() {
      stopping.abort()
      await Promise.all(working)
    },
  }
}

/** Does what is due longest; false where nothing is. */
type Task = (ports: Ports, stopping: AbortSignal) => Promise<boolean>

const runs: readonly Task[] = [askNext]
/** One at a time, and after runs. */
const looks: readonly Task[] = [checkNextPostback, lookAtNextLink]

async function workOnNext(tasks: readonly Task[], ports: Ports, stopping: AbortSignal): Promise<boolean> {
  for (const task of tasks) if (await task(ports, stopping)) return true
  return false
}

/** Asks the source that is due longest. False: there is none. */
async function askNext(ports: Ports, stopping: AbortSignal): Promise<boolean> {
  const { db, store, clock, newId } = ports
  const lease = newId()
  const source = await store.sources.takeDueSource(db, { lease, leaseMs, nowMs: clock.nowMs() })
  if (source === undefined) return false
  // Readers of feeds are many files: a process without sources does without them.
  const { runSource } = await import('../features/sources/run-source.ts')
  await runSource(ports, { source, lease, actor: 'server', stopping })
  return true
}

/** Looks at the postback that was seen longest ago. False: all were seen today. */
async function checkNextPostback(ports: Ports, stopping: AbortSignal): Promise<boolean> {
  const { db, store, clock, newId } = ports
  const lease = newId()
  const sourceId = await store.sourcePostbacks.takeDuePostback(db, { lease, leaseMs, nowMs: clock.nowMs() })
  if (sourceId === undefined) return false
  const { checkPostback } = await import('../features/sources/connect-postback.ts')
  await checkPostback(ports, { sourceId, lease, stopping })
  return true
}

/** Looks at one link of the source whose look is due longest. False: all have had their part of the day. */
async function lookAtNextLink(ports: Ports, stopping: AbortSignal): Promise<boolean> {
  const { db, store, clock } = ports
  const sourceId = await store.sourceLinks.takeDueLinkSource(db, clock.nowMs())
  if (sourceId === undefined) return false
  const link = await store.sourceLinks.findLinkToLookAt(db, sourceId, clock.nowMs())
  if (link === undefined) return true
  const { lookAtLink } = await import('../features/sources/look-at-link.ts')
  await lookAtLink(ports, { sourceId, link, stopping })
  return true
}
