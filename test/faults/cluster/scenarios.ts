import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { askOnce } from '../support/ask-once.ts'
import { createFaultWorld, type FaultWorld } from '../support/fault-world.ts'
import type { Verdict } from '../support/journal.ts'
import { type ClusterNode, missingForCluster, PatroniCluster, waitFor } from './patroni-cluster.ts'

/*
 * Two faults of a Patroni cluster, one after the other and again and again: `npm run faults:cluster -- --times 10`.
 *
 * 1. *Hung commits.* Patroni of the primary is killed and its PostgreSQL runs on. The lock expires, a standby is
 *    promoted, and the old primary takes sessions and statements but ends no commit, since its standbys are gone.
 * 2. *Restart.* The old primary is made to take writes again (no standby is waited for), Quoin is killed and started
 *    with the old primary first in DATABASE_URL.
 */
const times = Number(process.env['FAULTS_CLUSTER_TIMES'] ?? 1)
const skip = missingForCluster() ?? false

interface Round {
  readonly t: TestContext
  readonly world: FaultWorld
  readonly cluster: PatroniCluster
}

/** How long nobody was served: the longest time between two postbacks that were taken. */
class Gap {
  readonly #world: FaultWorld
  readonly #stopping = new AbortController()
  readonly #asking: Promise<void>
  #lastMs = performance.now()
  #longestMs = 0

  constructor({ t, world }: Round) {
    this.#world = world
    this.#asking = this.#ask()
    t.after(() => this.stop())
  }

  async stop(): Promise<number> {
    this.#stopping.abort()
    await this.#asking
    return Math.max(this.#longestMs, performance.now() - this.#lastMs) / 1000
  }

  async #ask(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const asked = await askOnce(this.#world).catch(() => undefined)
      if (asked?.click === 302) this.#world.journal.clickAcknowledged(asked.clickId)
      if (asked?.postback === 200) {
        this.#world.journal.postbackAcknowledged(asked.clickId)
        this.#longestMs = Math.max(this.#longestMs, performance.now() - this.#lastMs)
        this.#lastMs = performance.now()
      }
      await delay(50)
    }
  }
}

async function countRows(node: ClusterNode): Promise<number> {
  const [row] = await node.ask<{ rows: number }>(
    `select (select count(*) from clicks) + (select count(*) from conversions) + (select count(*) from audit_log)
      + (select count(*) from postback_requests) + (select count(*) from conversion_events) as rows`,
    'quoin',
  )
  return row?.rows ?? Number.NaN
}

async function timelineOf(node: ClusterNode): Promise<number> {
  const [row] = await node.ask<{ timeline: number }>(
    `select ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as timeline`,
  )
  return row?.timeline ?? Number.NaN
}

/** Patroni of the primary is killed; returns for how long nobody was served. */
async function hangCommits(round: Round, old: ClusterNode): Promise<number> {
  const gap = new Gap(round)
  await delay(2_000)
  old.killPatroni()
  const leader = await round.cluster.leader(old)
  await waitFor('a write to the new leader', async () => {
    // It holds the lock a moment before it takes writes.
    const rows = await countRows(leader).catch(() => Number.NaN)
    await delay(1_000)
    return (await countRows(leader).catch(() => Number.NaN)) > rows ? true : undefined
  })
  await delay(2_000)
  return await gap.stop()
}

/** Quoin is killed and started beside a writable old primary; returns for how long nobody was served. */
async function restart(round: Round, old: ClusterNode, url: string): Promise<number> {
  const { world } = round
  await old.ask(`alter system set synchronous_standby_names = ''`)
  await old.ask('select pg_reload_conf()')
  await old.ask('create table if not exists proof (id int)', 'quoin')
  const rows = await countRows(old)
  const gap = new Gap(round)
  await delay(1_000)
  await world.killServer()
  await world.startServer({ environment: { DATABASE_URL: url } })
  await delay(3_000)
  const seconds = await gap.stop()
  const written = (await countRows(old)) - rows
  lower.rows += written
  return seconds
}

/** The rows that reached a server on a lower timeline than one that was written to. */
const lower = { rows: 0 }

test('a Patroni cluster whose old primary stays: nothing acknowledged is lost, nothing is written to it', {
  skip,
}, async (t) => {
  const cluster = await PatroniCluster.start(t)
  const database = {
    url: cluster.urlOf(cluster.nodes),
    dataDir: cluster.pathOf('none'),
    stop: async () => {},
    start: async () => {},
  }
  const world = await createFaultWorld(t, { database })
  const round = { t, world, cluster }
  const figures = { hung: [] as number[], restarted: [] as number[] }
  let verdict: Verdict | undefined
  for (let time = 1; time <= times; time += 1) {
    const old = await cluster.leader()
    const url = cluster.urlOf([old, ...cluster.nodes.filter((node) => node !== old)])
    await world.killServer()
    await world.startServer({ environment: { DATABASE_URL: url } })
    const load = world.load({ visitors: 8, networks: 4 })
    const hung = await hangCommits(round, old)
    const leader = await cluster.leader(old)
    const timelines = [await timelineOf(old), await timelineOf(leader)]
    const restarted = await restart(round, old, url)
    await load.stop()
    await world.settle()
    verdict = await world.journal.compare(cluster.urlOf([leader]))
    figures.hung.push(hung)
    figures.restarted.push(restarted)
    t.diagnostic(JSON.stringify({ time, timelines, hung, restarted, lowerRows: lower.rows, ...verdict }))
    const { lostClicks, lostPostbacks, doubles, ledgerFaults } = verdict
    assert.deepEqual([lostClicks, lostPostbacks, doubles, ledgerFaults, lower.rows], [0, 0, 0, 0, 0])
    await old.ask('alter system reset synchronous_standby_names')
    old.start()
    await cluster.untilWhole()
  }
  for (const [name, seconds] of Object.entries(figures)) t.diagnostic(`${name}: ${describeSeconds(seconds)}`)
})

function describeSeconds(seconds: readonly number[]): string {
  const sorted = seconds.toSorted((one, other) => one - other)
  const [least = 0, middle = 0, most = 0] = [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)]
  return `not served for ${least.toFixed(1)} to ${most.toFixed(1)} s, median ${middle.toFixed(1)} s`
}
