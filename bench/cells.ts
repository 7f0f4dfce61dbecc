// npm run bench:cells: measures what a link takes here, and simulates cells by it: latency and loss at 0.5, 0.8 and 1.2 of
// their capacity, all ten there and one of them down. Cells behind one another are not built; this is arithmetic.
import { measureService, type Service } from './cells/measure-service.ts'
import { type CellParts, simulateCell } from './cells/simulate-cell.ts'
import { startQuoin } from './quoin-server.ts'
import { rounded } from './report.ts'

const rounds = process.argv.includes('--quick') ? 1 : 5
const simulatedSec = 30
/** A refusal costs so much of a process, as measured for docs/performance-notes.md. */
const refusalMs = 0.023
/** A machine of eight processors: so many processes of Quoin, and PostgreSQL has the rest. */
const processors = 8
/** A commit waits for the standby of another machine as well: a round in a data centre, and its disk. */
const standbyMs = 1
const cells = 10
/** A standby in another region. */
const farMs = 40
const shares = [0.5, 0.8, 1.2]

/** Chance that is the same each time (mulberry32). */
function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

async function measureHere(): Promise<Service> {
  const server = await startQuoin(10_000, 18_457)
  try {
    return await measureService(server, rounds)
  } finally {
    await server.stop()
  }
}

/** Processors are shared such that neither side waits for the other. */
function cellOf({ linkMs, clickMs, commitMs, spoolMs }: Service): CellParts {
  const share = linkMs / (linkMs + clickMs)
  const processes = Math.min(processors - 1, Math.max(1, Math.round(processors * share)))
  return {
    processes,
    databaseProcessors: processors - processes,
    linkMs,
    refusalMs,
    clickMs,
    commitMs: commitMs + standbyMs,
    spoolMs,
    overflowSec: 60,
  }
}

function capacityOf({ processes, databaseProcessors, linkMs, clickMs }: CellParts): number {
  return Math.min(processes / linkMs, databaseProcessors / clickMs) * 1000
}

const service = await measureHere()
const parts = cellOf(service)
const capacity = capacityOf(parts)
console.log(
  JSON.stringify({
    name: 'measured',
    per_second_here: Math.round(service.perSecond),
    link_us: rounded(service.linkMs * 1000, 1),
    click_us: rounded(service.clickMs * 1000, 1),
    commit_ms: rounded(service.commitMs),
    spool_ms: rounded(service.spoolMs),
    half_p50_ms: rounded(service.halfP50Ms, 1),
    half_p99_ms: rounded(service.halfP99Ms, 1),
  }),
)
console.log(
  JSON.stringify({
    name: 'cell',
    processes: parts.processes,
    database_processors: parts.databaseProcessors,
    capacity: Math.round(capacity),
  }),
)
for (const share of shares) {
  for (const [what, more] of [
    ['all up', { ofOthers: 0, farMs: 0 }],
    [`one of ${cells} down`, { ofOthers: 1 / (cells - 1), farMs: 0 }],
    [`all up, standbys ${farMs} ms away`, { ofOthers: 0, farMs }],
  ] as const) {
    const perSecond = capacity * share
    const traffic = {
      perSecond,
      ofOthersPerSecond: perSecond * more.ofOthers,
      seconds: simulatedSec,
      settleSec: 5,
    }
    const run = simulateCell({ ...parts, commitMs: parts.commitMs + more.farMs }, traffic, chance(7))
    console.log(
      JSON.stringify({
        name: what,
        of_capacity: share,
        per_second: Math.round(perSecond),
        p50_ms: rounded(run.p50Ms, 1),
        p99_ms: rounded(run.p99Ms, 1),
        refused: rounded(run.refused),
        on_disk: rounded(run.spooled),
        on_disk_s: rounded(run.spooledMaxSec, 1),
        process_busy: rounded(run.processBusy, 2),
        database_busy: rounded(run.databaseBusy, 2),
      }),
    )
  }
}
