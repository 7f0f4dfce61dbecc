import { hourMs, dayMs, minuteMs } from '@quoin/core/time/durations.ts'
import type { Ports } from '../../../ports/ports.ts'
import type { DemoMonth } from '../../../store/demo/demo-month.ts'
import type { FileEntry } from '../../../ports/offer-files.ts'
import { enableEndpoint } from '../../callbacks/endpoints/switch-endpoint.ts'
import { demoActors } from '../script/cast.ts'
import { doChores } from './chores.ts'
import { withDemoReceiver } from './demo-receiver.ts'
import { Dice } from '../script/dice.ts'
import type { DemoEvent } from '../script/events.ts'
import { openCast } from './open-cast.ts'
import type { Cast } from './read-cast.ts'
import { playCallbacks, playClaims, playReports, playSightings, playVisits } from './play.ts'
import { startOf, writeScript } from '../script/write-script.ts'
import { type ShiftedPorts, shiftPorts } from './shifted-ports.ts'
import { findAddresses } from '../script/visitors.ts'

interface FillOptions {
  /** The offers of the demo's networks, with a column that names the network. */
  readonly readCatalogue: () => AsyncIterable<FileEntry>
  readonly signal: AbortSignal
  /** Lets whoever waits for this process go first. */
  readonly pause: () => Promise<void>
}

/** The time that is written in one go: stopped between two of these chunks, the filling continues there. */
const chunkMs = 2 * hourMs
/** Reports of networks within this time are applied together. */
const sliceMs = 20 * minuteMs
/** The last receiver died this long before the end. */
const deadMs = 2.5 * dayMs

/**
 * Writes the demo's month through the engine's own rules, each chunk at its own time; returns false when it was
 * stopped. Chunks that an earlier start has written are not written again.
 */
export async function fillMonth(ports: Ports, options: FillOptions): Promise<boolean> {
  const { db, store } = ports
  const month = await store.demoMonth.findDemoMonth(db)
  if (month === undefined || month.removedAtMs !== null) return false
  if (month.finishedAtMs !== null) return true
  const starts = await store.demoMonth.startDemoMonth(db)
  const outgoing = withDemoReceiver(ports.outgoing, { deadFromMs: month.endsAtMs - deadMs })
  const shifted = shiftPorts(ports, new Dice(`quoin demo ids ${starts}`), outgoing)
  const cast = await openCast(shifted, { endsAtMs: month.endsAtMs, readCatalogue: options.readCatalogue })
  const addresses = findAddresses(new Dice('quoin demo addresses'), (address) => ports.geo.countryOf(address))
  const stage = { cell: ports.settings.cell, endsAtMs: month.endsAtMs, offers: cast.offers, addresses }
  const script = await writeScript(stage, options.pause)
  if (!(await playAll(shifted, { cast, script, month, options }))) return false
  await wakeEndpoints(ports, cast)
  await store.demoMonth.finishDemoMonth(db, ports.clock.nowMs())
  return true
}

interface Playing {
  readonly cast: Cast
  readonly script: readonly DemoEvent[]
  readonly month: DemoMonth
  readonly options: FillOptions
}

async function playAll(ports: ShiftedPorts, { cast, script, month, options }: Playing): Promise<boolean> {
  const { endsAtMs } = month
  const byChunk = Map.groupBy(script, ({ atMs }) => Math.floor(atMs / chunkMs))
  const endpointIds = endpointIdsOf(ports, cast)
  for (let fromMs = Math.max(month.playedToMs, startOf(endsAtMs)); fromMs < endsAtMs; ) {
    const chunk = Math.floor(fromMs / chunkMs)
    const toMs = Math.min((chunk + 1) * chunkMs, endsAtMs)
    if (options.signal.aborted) return false
    const dayStartMs = Math.floor(fromMs / dayMs) * dayMs
    const isMorning = fromMs <= dayStartMs + 9 * hourMs && toMs > dayStartMs + 9 * hourMs
    const isThere = await ports.store.demoMonth.whileThere(ports.db, async () => {
      if (isMorning) await doChores(ports, cast, { dayStartMs, endsAtMs })
      await playChunk(ports, cast, byChunk.get(chunk) ?? [])
      await playCallbacks(ports, endpointIds, toMs)
      await ports.store.demoMonth.moveDemoMonth(ports.db, toMs)
    })
    if (!isThere) return false
    fromMs = toMs
    await options.pause()
  }
  return true
}

async function playChunk(ports: ShiftedPorts, cast: Cast, events: readonly DemoEvent[]): Promise<void> {
  await playVisits(ports, cast, ofKind(events, 'visit'))
  await playSightings(ports, cast, ofKind(events, 'sighting'))
  const reports = ofKind(events, 'report')
  for (const slice of Map.groupBy(reports, ({ atMs }) => Math.floor(atMs / sliceMs)).values()) {
    await playReports(ports, cast, slice)
  }
  await playClaims(ports, cast, ofKind(events, 'claim'))
}

function ofKind<Kind extends DemoEvent['kind']>(
  events: readonly DemoEvent[],
  kind: Kind,
): readonly Extract<DemoEvent, { kind: Kind }>[] {
  return events.filter((event): event is Extract<DemoEvent, { kind: Kind }> => event.kind === kind)
}

function endpointIdsOf({ snapshots }: Pick<Ports, 'snapshots'>, { apps }: Cast): readonly number[] {
  return [...apps.values()].flatMap(({ appId }) =>
    snapshots
      .apps()
      .listCallbackEndpoints(appId)
      .map(({ id }) => id),
  )
}

/** Remaining callbacks are sent from now on like all others. */
async function wakeEndpoints(ports: Ports, cast: Cast): Promise<void> {
  const [actor] = demoActors
  for (const endpointId of endpointIdsOf(ports, cast)) {
    if (ports.snapshots.apps().findCallbackEndpoint(endpointId)?.status !== 'disabled') continue
    await enableEndpoint(ports, { endpointId, actor })
  }
}
