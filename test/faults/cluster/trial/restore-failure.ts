import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { repository, runProgram } from '../../../support/run-program.ts'
import { Connection } from '../../support/connection.ts'
import { Journal } from '../../support/journal.ts'
import type { ClusterQuoin } from '../cluster-quoin.ts'
import type { Installation } from '../../support/installation.ts'
import type { Laboratory } from '../laboratory.ts'
import { reportOf, startClients } from './clients.ts'
import type { Failure } from './failure.ts'
import { restart } from './quoin-failures.ts'

const database = 'restored'
const passphrase = 'a-passphrase-of-the-trial-0123456789'
/** How long callers come before the backup is made. */
const beforeBackupMs = 4_000
const pagesMax = 10_000

interface Kept {
  /** Acknowledged before the backup: it has all of this. */
  readonly backedUp: Journal
  readonly backups: string
  /** Acknowledged until the servers were stopped; what came after the backup is gone. */
  stopped: Journal
  /** Where a follower of the list of changes stood by then. */
  cursor: string
}

async function runCommand(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  const program = join(repository, 'packages', 'server', 'bin', 'quoin.js')
  const ended = await runProgram(process.execPath, [program, ...words], {
    ...environment,
    BACKUP_PASSPHRASE: passphrase,
  })
  if (ended.code !== 0) throw new Error(`${words.join(' ')}: ${ended.stderr}`)
}

interface Followed {
  readonly cursor: string
  readonly clickIds: ReadonlySet<string>
}

/** Reads the publishers' list of changes to its end. */
async function follow(url: string, { apiKey, apiSecret }: Installation, from?: string): Promise<Followed> {
  const clickIds = new Set<string>()
  let cursor = from
  for (let pages = 0; pages < pagesMax; pages += 1) {
    const query = cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}`
    const answer = await fetch(`${url}/api/v1/conversions${query}`, {
      headers: { 'X-API-Key': apiKey, 'X-API-Secret': apiSecret },
    })
    if (!answer.ok) throw new Error(`the list of changes answered ${await answer.text()}`)
    const page = (await answer.json()) as {
      data: { click_id: string }[]
      meta: { has_more: boolean; next_cursor: string }
    } // the contract's list
    for (const { click_id: clickId } of page.data) clickIds.add(clickId)
    cursor = page.meta.next_cursor
    if (!page.meta.has_more) return { cursor, clickIds }
  }
  throw new Error(`the list of changes has more than ${pagesMax} pages`)
}

/** Networks report again what the backup has: each is a repeat, and taken. */
async function repeat(port: number, journal: Journal): Promise<number> {
  const connection = new Connection(port)
  let refused = 0
  for (const clickId of journal.postbacks) {
    const { status } = await connection.get(reportOf(clickId))
    if (status !== 200) refused += 1
  }
  connection.close()
  return refused
}

/** With a data folder of its own, as after a restore. */
async function startOnRestored({ environmentOf }: Laboratory, quoin: ClusterQuoin): Promise<void> {
  const environment = { DATABASE_URL: environmentOf(database)['DATABASE_URL'] ?? '' }
  quoin.start({ environment: { ...environment, DATA_DIR: restoredFolder(quoin) } })
}

const restoredFolder = (quoin: ClusterQuoin): string => `${quoin.dataDir}-restored`

/**
 * Callers, a backup, more callers; then the servers are stopped, the backup is restored into an empty database, and they are
 * started there while callers go on. Acknowledgements between the backup and the stop are gone by nature, and are counted apart.
 */
export function restoreFailure(): Failure {
  let kept: Kept | undefined
  const held = (): Kept => {
    if (kept === undefined) throw new Error('there is no backup')
    return kept
  }
  return {
    name: 'restore',
    title: 'a backup of before is restored, and networks report again',
    back: 'when healed',
    refusesVisitors: true,
    async prepare({ cluster, quoins: [a], installation, environmentOf }) {
      const journal = new Journal()
      const { ports } = cluster
      const clients = startClients({
        installation,
        journal,
        visitors: 4,
        ports: { front: ports.quoin, a: ports.quoinA, b: ports.quoinB },
      })
      await delay(beforeBackupMs)
      await clients.stop()
      const backups = join(cluster.folder, 'backups')
      const { cursor } = await follow(a.url, installation)
      await runCommand(['backup', backups], { ...environmentOf('quoin'), DATA_DIR: a.dataDir })
      await cluster.makeDatabase(database)
      kept = { backedUp: journal, backups, stopped: new Journal(), cursor }
      return { installation, database }
    },
    async make(laboratory, { journal }) {
      const { quoins, installation, environmentOf } = laboratory
      const [a] = quoins
      const state = held()
      state.cursor = (await follow(a.url, installation, state.cursor)).cursor
      await Promise.all(quoins.map((quoin) => quoin.daemon.end()))
      state.stopped = journal.copy()
      const url = environmentOf(database)['DATABASE_URL'] ?? ''
      const environment = { ...environmentOf('quoin'), DATA_DIR: restoredFolder(a) }
      await runCommand(['restore', state.backups, '--into', url], environment)
      return async () => {
        for (const quoin of quoins) await startOnRestored(laboratory, quoin)
        for (const quoin of quoins) await quoin.untilReady()
      }
    },
    async compare({ cluster, quoins: [a], installation }, { journal, url }) {
      const { backedUp, stopped, cursor } = held()
      const since = journal.since(stopped)
      const verdict = await since.compare(url)
      const before = await backedUp.compare(url)
      const refused = await repeat(cluster.ports.quoin, backedUp)
      const again = await backedUp.compare(url)
      const { clickIds } = await follow(a.url, installation, cursor)
      const skipped = since.postbacks.filter((clickId) => !clickIds.has(clickId)).length
      const faults = [
        [before.lostClicks + before.lostPostbacks, 'of the backup are missing'],
        [refused, 'repeats were refused'],
        [again.doubles, 'doubled by repeats'],
        [skipped, 'skipped by a follower of the list of changes'],
      ] as const
      const broken = faults.filter(([count]) => count > 0).map(([count, told]) => `${count} ${told}`)
      if (broken.length > 0) throw new Error(broken.join('; '))
      return { verdict, note: `${stopped.acknowledged} acknowledged after the backup are gone` }
    },
    async clear({ quoins }) {
      for (const quoin of quoins) await restart(quoin)
    },
  }
}
