import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { chooseAccount, identityOf } from '../../../packages/embedded-postgres/src/account.ts'
import { findFreePort } from '../../../packages/embedded-postgres/src/free-port.ts'
import { type Database, openDatabase } from '../../../packages/server/src/store/pg/database.ts'

/** Enough for an initdb and two base backups on a busy machine. */
const waitMaxMs = 180_000
const password = 'of-the-cluster-tests'

/** Undefined where all is installed that a cluster needs. */
export function missingForCluster(): string | undefined {
  const missing = ['patroni', 'etcd'].filter((name) => spawnSync(name, ['--version']).status !== 0)
  if (spawnSync('/usr/bin/python3', ['-c', 'import etcd']).status !== 0) missing.push('python3-etcd')
  if (findBinaries() === undefined) missing.push('postgresql')
  return missing.length === 0 ? undefined : `not installed: ${missing.join(', ')}`
}

/** The newest of Debian's PostgreSQL servers. */
function findBinaries(): string | undefined {
  const found = globSync('/usr/lib/postgresql/*/bin/initdb')
  const numberOf = (path: string): number => Number(path.split('/')[4])
  const [newest] = found.toSorted((one, other) => numberOf(other) - numberOf(one))
  return newest === undefined ? undefined : dirname(newest)
}

/** A PostgreSQL under Patroni, on an address of its own. */
export class ClusterNode {
  readonly name: string
  readonly address: string
  readonly #cluster: PatroniCluster
  #patroni: ChildProcess | undefined

  constructor(cluster: PatroniCluster, name: string, address: string) {
    this.#cluster = cluster
    this.name = name
    this.address = address
  }

  get host(): string {
    return `${this.address}:${this.#cluster.port}`
  }

  /** Patroni alone; a PostgreSQL that runs is taken over. */
  start(): void {
    this.#patroni = this.#cluster.run(this.name, 'patroni', [this.#cluster.pathOf(this.name, 'patroni.yml')])
  }

  /** PostgreSQL runs on, as it is. */
  killPatroni(): void {
    this.#patroni?.kill('SIGKILL')
  }

  async isLeader(): Promise<boolean> {
    const asked = fetch(`http://${this.address}:${this.#cluster.restPort}/primary`, {
      signal: AbortSignal.timeout(1_000),
    })
    return (await asked.catch(() => undefined))?.status === 200
  }

  /** As the superuser, on this server alone. */
  async ask<Row>(text: string, name = 'postgres'): Promise<Row[]> {
    const url = `postgres://postgres:${password}@${this.host}/${name}`
    const database: Database = await openDatabase({ url, connectionsMax: 1, statementTimeoutMs: 10_000 })
    try {
      return await database.query<Row>(text)
    } finally {
      await database.close()
    }
  }

  end(): void {
    this.killPatroni()
    try {
      const file = this.#cluster.pathOf(this.name, 'data', 'postmaster.pid')
      process.kill(Number(readFileSync(file, 'utf8').split('\n')[0]), 'SIGQUIT')
    } catch {
      // It has ended, or was never there.
    }
  }
}

/**
 * Three nodes in a temporary folder, with synchronous replication, and an etcd that elects their leader. It speaks the
 * second version of etcd's interface: by the third, Patroni 3.0.2 lets a leader that was frozen take its lock back.
 */
export class PatroniCluster {
  readonly nodes: readonly ClusterNode[]
  readonly port: number
  readonly restPort: number
  readonly #folder: string
  readonly #identity: { uid?: number; gid?: number }
  readonly #etcdPorts: readonly [client: number, peer: number]
  #etcd: ChildProcess | undefined

  private constructor(
    folder: string,
    identity: { uid?: number; gid?: number },
    ports: readonly [number, number, number, number],
  ) {
    this.#folder = folder
    this.#identity = identity
    this.port = ports[0]
    this.restPort = ports[1]
    this.#etcdPorts = [ports[2], ports[3]]
    this.nodes = [2, 3, 4].map((last) => new ClusterNode(this, `n${last}`, `127.0.0.${last}`))
  }

  static async start(t: TestContext): Promise<PatroniCluster> {
    const folder = await mkdtemp(join(tmpdir(), 'quoin-cluster-'))
    // As root, PostgreSQL runs as another account, which must get through.
    await chmod(folder, 0o755)
    const identity = identityOf(await chooseAccount(folder))
    const [port, restPort, client, peer] = [
      await findFreePort(),
      await findFreePort(),
      await findFreePort(),
      await findFreePort(),
    ]
    const cluster = new PatroniCluster(folder, identity, [port, restPort, client, peer])
    const end = (): void => cluster.#end()
    // Also when a signal ends the run.
    process.once('exit', end)
    t.after(async () => {
      process.off('exit', end)
      cluster.#end()
      await delay(1_000)
      await rm(folder, { recursive: true, force: true })
    })
    await cluster.#begin()
    return cluster
  }

  /** The address of the database, with the hosts in the order of the nodes. */
  urlOf(nodes: readonly ClusterNode[]): string {
    return `postgres://quoin:${password}@${nodes.map(({ host }) => host).join(',')}/quoin`
  }

  /** Resolves to the leader, once there is one besides `but`. */
  async leader(but?: ClusterNode): Promise<ClusterNode> {
    return await waitFor('a leader', async () => {
      for (const node of this.nodes) if (node !== but && (await node.isLeader())) return node
      return undefined
    })
  }

  /** Resolves when both standbys follow the leader, one of them such that commits wait for it. */
  async untilWhole(): Promise<void> {
    await waitFor('two standbys', async () => {
      const leader = await this.leader()
      const text = `select sync_state as state from pg_stat_replication where state = 'streaming'`
      const rows = await leader.ask<{ state: string }>(text).catch(() => [])
      return rows.length === 2 && rows.some(({ state }) => state === 'sync') ? true : undefined
    })
  }

  pathOf(...names: readonly string[]): string {
    return join(this.#folder, ...names)
  }

  run(name: string, program: string, words: readonly string[]): ChildProcess {
    const environment = { ...process.env, HOME: this.pathOf(name), LC_ALL: 'C.UTF-8' }
    const child = spawn('sh', ['-c', 'exec "$0" "$@" >>"$HOME/log" 2>&1', program, ...words], {
      ...this.#identity,
      cwd: this.#folder,
      env: environment,
      stdio: 'ignore',
      detached: true,
    })
    child.on('error', () => {})
    return child
  }

  #end(): void {
    for (const node of this.nodes) node.end()
    this.#etcd?.kill('SIGKILL')
  }

  async #begin(): Promise<void> {
    await this.#makeFolder('etcd')
    const [client, peer] = this.#etcdPorts.map((port) => `http://127.0.0.1:${port}`)
    this.#etcd = this.run('etcd', 'etcd', [
      ...['--name', 'etcd', '--data-dir', this.pathOf('etcd', 'data'), '--enable-v2=true'],
      ...[`--listen-client-urls=${client}`, `--advertise-client-urls=${client}`],
      ...[`--listen-peer-urls=${peer}`, `--initial-advertise-peer-urls=${peer}`],
      ...[`--initial-cluster=etcd=${peer}`, '--log-level=warn'],
    ])
    const [first, ...others] = this.nodes
    for (const node of this.nodes) {
      await this.#makeFolder(node.name)
      await writeFile(this.pathOf(node.name, 'patroni.yml'), this.#configurationOf(node), { mode: 0o644 })
    }
    first?.start()
    const leader = await this.leader()
    for (const node of others) node.start()
    await leader.ask(`create role quoin login password '${password}'`)
    await leader.ask('create database quoin owner quoin')
    await this.untilWhole()
  }

  async #makeFolder(name: string): Promise<void> {
    await mkdir(this.pathOf(name), { mode: 0o700 })
    const { uid, gid } = this.#identity
    if (uid !== undefined && gid !== undefined) await chown(this.pathOf(name), uid, gid)
  }

  /** JSON is YAML. */
  #configurationOf({ name, address, host }: ClusterNode): string {
    const parameters = {
      max_connections: 120,
      shared_buffers: '64MB',
      wal_level: 'replica',
      hot_standby: 'on',
      wal_log_hints: 'on',
      max_wal_senders: 10,
      max_replication_slots: 10,
      wal_keep_size: '512MB',
      synchronous_commit: 'on',
    }
    const rest = `${address}:${this.restPort}`
    return JSON.stringify({
      scope: 'quoin',
      name,
      restapi: { listen: rest, connect_address: rest },
      etcd: { hosts: `127.0.0.1:${this.#etcdPorts[0]}` },
      bootstrap: {
        dcs: {
          ttl: 20,
          loop_wait: 2,
          retry_timeout: 3,
          maximum_lag_on_failover: 1_048_576,
          synchronous_mode: true,
          postgresql: { use_pg_rewind: true, use_slots: true, parameters },
        },
        initdb: [{ encoding: 'UTF8' }, 'data-checksums'],
        pg_hba: ['local all all trust', 'host all all 127.0.0.0/8 scram-sha-256', replicationRule],
      },
      postgresql: {
        listen: host,
        connect_address: host,
        data_dir: this.pathOf(name, 'data'),
        bin_dir: findBinaries(),
        pgpass: this.pathOf(name, 'pgpass'),
        basebackup: [{ checkpoint: 'fast' }],
        parameters: { unix_socket_directories: this.pathOf(name) },
        authentication: {
          superuser: { username: 'postgres', password },
          replication: { username: 'replicator', password },
          rewind: { username: 'rewinder', password },
        },
      },
    })
  }
}

const replicationRule = 'host replication replicator 127.0.0.0/8 scram-sha-256'

export async function waitFor<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  const endMs = performance.now() + waitMaxMs
  while (performance.now() < endMs) {
    const found = await look()
    if (found !== undefined) return found
    await delay(200)
  }
  throw new Error(`${what} did not come in ${waitMaxMs / 1000} s`)
}
