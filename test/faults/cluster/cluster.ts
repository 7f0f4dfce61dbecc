import { chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chooseAccount, identityOf } from '../../../packages/embedded-postgres/src/account.ts'
import { makeClusterFolder, removeClusterFolder } from './cluster-folder.ts'
import { ClusterNode } from './cluster-node.ts'
import {
  type ClusterPorts,
  type ClusterSecrets,
  findClusterPorts,
  makeClusterSecrets,
} from './cluster-ports.ts'
import { Daemon, type Identity } from './daemon.ts'
import { findPostgres, hasRedis } from './programs.ts'
import { fillShippedFile } from './shipped-file.ts'
import { waitFor } from './wait-for.ts'

/** Enough for an initdb and two base backups on a busy machine. */
const beginMaxMs = 180_000
const wholeMaxMs = 60_000
const nodeCount = 3
/** A laboratory's: a real node has more of each. */
const sizes = {
  SHARED_BUFFERS: '64MB',
  SLOT_KEEP_SIZE: '256MB',
  WAL_KEEP_SIZE: '128MB',
  MAX_WAL_SIZE: '256MB',
}

/** Three nodes and a HAProxy before them, as deploy/ha describes them, and a Redis where there is one. */
export class Cluster {
  readonly folder: string
  readonly ports: ClusterPorts
  readonly secrets: ClusterSecrets
  readonly nodes: readonly ClusterNode[]
  readonly haproxy: Daemon
  readonly redis: Daemon | undefined
  readonly #identity: Identity
  readonly #shared: Readonly<Record<string, string | number>>

  private constructor(folder: string, ports: ClusterPorts, identity: Identity) {
    this.folder = folder
    this.ports = ports
    this.#identity = identity
    this.secrets = makeClusterSecrets()
    const named = Array.from({ length: nodeCount }, (_, index) => ({
      name: `n${index + 1}`,
      address: `127.0.0.${index + 2}`,
    }))
    const peersOf = ({ name, address }: { name: string; address: string }): string =>
      `${name}=http://${address}:${ports.etcdPeer}`
    this.#shared = {
      ...sizes,
      REST_PORT: ports.rest,
      PORT: ports.postgres,
      ETCD_PORT: ports.etcd,
      ETCD_PEER_PORT: ports.etcdPeer,
      ETCD_HOSTS: named.map(({ address }) => `${address}:${ports.etcd}`).join(','),
      ETCD_CLUSTER: named.map(peersOf).join(','),
      NETWORK: '127.0.0.0/8',
      POSTGRESQL_BIN: findPostgres() ?? '',
      SUPERUSER_PASSWORD: this.secrets.superuser,
      REPLICATION_PASSWORD: this.secrets.replication,
      REWIND_PASSWORD: this.secrets.rewind,
    }
    const { secrets } = this
    this.nodes = named.map(
      ({ name, address }) =>
        new ClusterNode({
          name,
          address,
          folder: join(folder, name),
          identity,
          ports,
          secrets,
          shared: this.#shared,
        }),
    )
    this.haproxy = this.#daemon('haproxy', '-db', '-f', join(folder, 'haproxy', 'haproxy.cfg'))
    this.redis = hasRedis()
      ? this.#daemon(
          'redis-server',
          '--port',
          String(ports.redis),
          '--bind',
          '127.0.0.1',
          '--save',
          '',
          '--appendonly',
          'no',
        )
      : undefined
  }

  /** The folder is told before anything can fail, so that whoever asked can clear it. */
  static async make(): Promise<Cluster> {
    const folder = makeClusterFolder()
    return new Cluster(folder, await findClusterPorts(), identityOf(await chooseAccount(folder)))
  }

  async start(): Promise<void> {
    for (const node of this.nodes) await node.open()
    this.#writeHaproxy()
    for (const node of this.nodes) node.start()
    this.haproxy.start()
    this.redis?.start()
    await this.untilWhole(beginMaxMs)
    const leader = await this.leader()
    await leader.ask(`create role quoin login password '${this.secrets.quoin}'`)
    await this.makeDatabase('quoin')
  }

  async makeDatabase(name: string): Promise<void> {
    await (await this.leader()).ask(`create database ${name} owner quoin`)
  }

  /** By HAProxy, which leads to the leader. */
  urlByProxy(name = 'quoin'): string {
    return `postgres://quoin:${this.secrets.quoin}@127.0.0.1:${this.ports.database}/${name}`
  }

  /** With all hosts named, in this order. */
  urlByHosts(name = 'quoin', nodes: readonly ClusterNode[] = this.nodes): string {
    return `postgres://quoin:${this.secrets.quoin}@${nodes.map(({ host }) => host).join(',')}/${name}`
  }

  /** Resolves to the leader, once there is one besides `but`. */
  async leader(but?: ClusterNode): Promise<ClusterNode> {
    return await waitFor('a leader', async () => {
      for (const node of this.nodes) if (node !== but && (await node.isLeader())) return node
      return undefined
    })
  }

  /** The standby that commits wait for, then the others. */
  async standbys(): Promise<readonly ClusterNode[]> {
    const leader = await this.leader()
    const rows = await leader.ask<{ name: string }>(
      `select application_name as name from pg_stat_replication where state = 'streaming' order by sync_state = 'sync' desc, 1`,
    )
    return rows.flatMap(({ name }) => this.nodes.filter((node) => node.name === name))
  }

  /** Resolves when both standbys follow the leader, one of them such that commits wait for it. */
  async untilWhole(withinMs = wholeMaxMs): Promise<void> {
    await waitFor('two standbys', async () => ((await this.#isWhole()) ? true : undefined), withinMs)
  }

  /** Starts whatever does not run; a node that does not come back is copied anew. */
  async makeWhole(): Promise<void> {
    await this.#startAll()
    try {
      await this.untilWhole()
    } catch {
      const leader = await this.leader()
      const following = new Set([leader, ...(await this.standbys())])
      for (const node of this.nodes) if (!following.has(node)) await node.empty()
      await this.#startAll()
      await this.untilWhole()
    }
  }

  /** No process and no folder is left. */
  async end(): Promise<void> {
    for (const node of this.nodes) await node.close()
    await removeClusterFolder(this.folder)
  }

  async #startAll(): Promise<void> {
    for (const node of this.nodes) {
      node.signal('SIGCONT')
      await node.byHand.end('SIGQUIT')
      await node.peers.set('passes')
      await node.clients.set('passes')
      node.start()
    }
    this.haproxy.start()
    this.redis?.start()
  }

  async #isWhole(): Promise<boolean> {
    const answers = await Promise.all(this.nodes.map((node) => node.isLeader()))
    const leaders = this.nodes.filter((_node, index) => answers[index])
    const [leader] = leaders
    if (leader === undefined || leaders.length > 1) return false
    const text = `select sync_state as state from pg_stat_replication where state = 'streaming'`
    const rows = await leader.ask<{ state: string }>(text).catch(() => [])
    return rows.length === nodeCount - 1 && rows.some(({ state }) => state === 'sync')
  }

  #daemon(file: string, ...words: readonly string[]): Daemon {
    const folder = join(this.folder, file)
    mkdirSync(folder)
    const { uid, gid } = this.#identity
    if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
    return new Daemon({ file, words, folder, log: join(folder, 'log'), identity: this.#identity })
  }

  #writeHaproxy(): void {
    const { ports } = this
    const nodes = this.nodes.flatMap(({ name, address, host }) => [
      [`${name.toUpperCase()}_ADDRESS`, address],
      [`${name.toUpperCase()}_DATABASE`, host],
    ])
    const values = {
      ...this.#shared,
      ...Object.fromEntries(nodes),
      DATABASE_BIND: `127.0.0.1:${ports.database}`,
      REPLICA_BIND: `127.0.0.1:${ports.replica}`,
      QUOIN_BIND: `127.0.0.1:${ports.quoin}`,
      QUOIN_A: `127.0.0.1:${ports.quoinA}`,
      QUOIN_B: `127.0.0.1:${ports.quoinB}`,
    }
    const file = join(this.folder, 'haproxy', 'haproxy.cfg')
    writeFileSync(file, fillShippedFile('haproxy.cfg', values), { mode: 0o644 })
  }
}
