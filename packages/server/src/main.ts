import cluster from 'node:cluster'
import { type GivenSettings, readSettings } from './settings/config.ts'
import { allocateYoung } from './boot/process/allocate-young.ts'
import { returnMemory } from './boot/process/return-memory.ts'
import { assertAlone, noteBegun } from './boot/assert-alone.ts'
import { startEarly } from './boot/early-start.ts'
import { markStart } from './boot/process/start-marks.ts'
import type { Serving } from './boot/serve.ts'

/** How long a stop may take, beyond DRAIN_MS: requests, then rows, then the database. */
const stopTimeoutMs = 25_000

/**
 * `quoin serve`: runs until SIGTERM, SIGINT or SIGHUP, then drains. Rejects when the server cannot start. `isAccepted`: a
 * restored database is begun with although another server seems to go on.
 */
export async function runServer({ isAccepted = false } = {}): Promise<void> {
  markStart('program begun')
  allocateYoung()
  const settings = readSettings(process.env)
  const stopping = new AbortController()
  const starting = start(settings, { stopping: stopping.signal, isAccepted })
  let isStopping = false
  const stop = (signal: NodeJS.Signals): void => {
    // Ctrl-C reaches us from the terminal and again through npm: the second one is not impatience.
    if (isStopping) return
    isStopping = true
    setTimeout(() => giveUp(signal), settings.drainMs + stopTimeoutMs).unref()
    // A start is not torn in two: what it has begun to make, it finishes. It waits for nobody any more.
    stopping.abort()
    starting.then(stopServing, () => {})
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop)
  if (process.env['npm_lifecycle_event'] !== undefined) whenParentIsGone(() => stop('SIGTERM'))
  const serving = await starting.catch((error: unknown) => {
    // A worker whose start has failed listens to its primary still, which would keep it.
    process.channel?.unref()
    throw error
  })
  returnMemory()
  // A worker without its primary has no database and no limits.
  if (cluster.isWorker) process.on('disconnect', () => stop('SIGTERM'))
  else if (!isStopping && serving.welcome !== '') console.log(serving.welcome)
}

/** PostgreSQL starts while the rest of the program is loaded, in which time nothing else gets a turn. */
async function start(
  settings: GivenSettings,
  { stopping, isAccepted }: { readonly stopping: AbortSignal; readonly isAccepted: boolean },
): Promise<Serving> {
  if (cluster.isPrimary) {
    if (!isAccepted) await assertAlone(settings)
    await noteBegun(settings.dataDir)
  }
  const early = await startEarly(settings, stopping)
  try {
    await early.launched
    const isCluster = settings.workers > 1 && cluster.isPrimary
    const serve = isCluster
      ? (await import('./boot/serve-cluster.ts')).serveCluster
      : (await import('./boot/serve.ts')).serve
    markStart('program loaded')
    return await serve(early, process.env, stopping)
  } finally {
    await early.close()
  }
}

/**
 * A signal to npm alone ends npm and the shell between it and us, and nothing reaches us: we would hold the port with
 * nobody to stop us. The loss of that shell therefore counts as the signal.
 */
function whenParentIsGone(stop: () => void): void {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) stop()
  }, 250).unref()
}

function stopServing(serving: Serving): void {
  serving.stop().then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
}

function giveUp(signal: NodeJS.Signals): void {
  console.error(`Not stopped in time after ${signal}: ending now.`)
  process.exit(1)
}
