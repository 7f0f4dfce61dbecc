import type { Log } from '../ports/ports.ts'
import { systemClock } from '../adapters/system-clock.ts'
import { acceptServer } from '../features/system/accept-server.ts'
import type { GivenSettings } from '../settings/config.ts'
import { store } from '../store/index.ts'
import { type HostAnswer, hostOf, latestOf } from '../store/pg/choose-host.ts'
import { awayReasonOf } from '../store/pg/connection-faults.ts'
import { askAllHosts, openDatabase, readFromHost } from '../store/pg/database.ts'
import { hasTables, migrate, migrationsDirectory } from '../store/pg/migrate.ts'
import { isLater } from '../store/pg/server-rank.ts'
import type { ServerSeen } from '../store/pg/session.ts'
import { aheadPerTimeline, keepWriteNumbers } from '../store/pg/watermark.ts'
import type { WriteNumbers, WrittenSince } from '../store/system/acceptances.ts'
import { StartError } from './process/start-error.ts'
import { type RememberedServer, TimelineFile } from './timeline-file.ts'

/** A host of DATABASE_URL as a person is told of it. */
interface HostState {
  readonly host: string
  readonly state: 'takes writes' | 'only reads' | 'away'
  /** Why it is away. */
  readonly reason?: string
  readonly system?: string | undefined
  readonly timeline?: number | undefined
  readonly acceptances?: number
}

/** The facts that a person must know before they go back to a server. */
export interface AcceptancePlan {
  readonly accepted: string
  readonly hosts: readonly HostState[]
  readonly remembered: readonly RememberedServer[]
  /** The rows of a later server that the accepted one has not; null where none that is later answers. */
  readonly writtenSince: (WrittenSince & { readonly host: string }) | null
  readonly newestHere: { readonly clickAtMs: number | null; readonly postbackAtMs: number | null }
  /** Carries it out. */
  accept(actor: string): Promise<{ readonly acceptances: number }>
}

type Needs = Pick<GivenSettings, 'databaseUrl' | 'dataDir'>
type Answered = Extract<HostAnswer, { server: ServerSeen }>

/** Asks every host, without the rule that forbids the earlier one, and says what going back to `host` would mean. */
export async function planAcceptance(
  { databaseUrl, dataDir }: Needs,
  { host, log }: { host: string | undefined; log: Log },
): Promise<AcceptancePlan> {
  if (databaseUrl === null) {
    throw new StartError('DATABASE_URL is not set: the embedded database has no other one to go back from.')
  }
  const answers = await askAllHosts(databaseUrl)
  const answered = answers.filter((answer) => 'server' in answer)
  const chosen = pick(answers, host)
  const memory = new TimelineFile(dataDir, { nowMs: systemClock.nowMs, user: 'command' })
  const numbers = await numbersOf(chosen)
  const others = answered.filter((other) => other !== chosen && other.server.system === chosen.server.system)
  const left = latestOf(others.filter(({ server }) => isLater(server, chosen.server)))
  return {
    accepted: hostOf(chosen.url),
    hosts: answers.map(tell),
    remembered: memory.list(),
    writtenSince: left === undefined ? null : { host: hostOf(left.url), ...(await countOn(left, numbers)) },
    newestHere: await readFromHost(chosen.url, (db) => store.acceptances.findNewestTimes(db)),
    async accept(actor) {
      const known = [numbers, ...(await Promise.all(others.map(numbersOf)))]
      const written = memory.list().filter(({ system }) => system === chosen.server.system)
      return await raise(chosen, {
        actor,
        log,
        memory,
        acceptancesMax: Math.max(...[...known, ...written].map(({ acceptances }) => acceptances)),
        aheadMin: Math.max(
          ...known.map(({ ahead }) => ahead),
          ...written.map(({ timeline }) => timeline * aheadPerTimeline),
        ),
      })
    },
  }
}

function pick(answers: readonly HostAnswer[], host: string | undefined): Answered {
  const named = host === undefined ? answers : answers.filter(({ url }) => hostOf(url) === host)
  const told = answers.map((answer) => describeHost(tell(answer))).join('\n')
  const [first, second] = named.filter((answer) => 'server' in answer && !answer.server.isReadOnly)
  if (first === undefined || !('server' in first)) {
    const what = host === undefined ? 'No host of DATABASE_URL takes' : `${host} does not take`
    throw new StartError(`${what} writes, and one that only reads can't be accepted.\n${told}`)
  }
  if (second === undefined) return first
  throw new StartError(`More than one host takes writes: say which one by --host.\n${told}`)
}

function tell(answer: HostAnswer): HostState {
  const host = hostOf(answer.url)
  if ('failure' in answer) return { host, state: 'away', reason: awayReasonOf(answer.failure) }
  const { system, timeline, acceptances, isReadOnly } = answer.server
  return { host, state: isReadOnly ? 'only reads' : 'takes writes', system, timeline, acceptances }
}

/** One line for a person. */
export function describeHost({ host, state, reason, timeline, acceptances }: HostState): string {
  return state === 'away'
    ? `${host}: away, ${reason}`
    : `${host}: ${state}, timeline ${timeline ?? 'unknown'}, acceptances ${acceptances}`
}

async function numbersOf({ url }: Answered): Promise<WriteNumbers> {
  return await readFromHost(url, (db) => store.acceptances.findWriteNumbers(db))
}

async function countOn({ url }: Answered, { ahead }: WriteNumbers): Promise<WrittenSince> {
  return await readFromHost(url, (db) => store.acceptances.countWrittenSince(db, ahead))
}

interface Raising {
  readonly actor: string
  readonly log: Log
  readonly memory: TimelineFile
  readonly acceptancesMax: number
  readonly aheadMin: number
}

async function raise(
  { url, server }: Answered,
  { memory, log, ...given }: Raising,
): Promise<{ readonly acceptances: number }> {
  const db = await openDatabase({ url, connectionsMax: 2, statementTimeoutMs: 30_000 })
  const { system, timeline } = server
  try {
    if (!(await hasTables(db))) throw new StartError(`The database at ${hostOf(url)} has no tables of Quoin.`)
    await migrate(db, migrationsDirectory)
    await keepWriteNumbers(db, server)
    const world = { db, store, clock: systemClock }
    const { acceptances } = await acceptServer(world, { host: hostOf(url), timeline, ...given })
    if (system !== undefined && timeline !== undefined) await memory.keep({ system, timeline, acceptances })
    log.warn({ host: hostOf(url), timeline, acceptances }, 'database accepted')
    return { acceptances }
  } finally {
    await db.close()
  }
}
