import { chownSync, mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, openDatabase } from '../../../packages/server/src/store/pg/database.ts'
import { mountDisk } from './cluster-folder.ts'
import type { ClusterPorts, ClusterSecrets } from './cluster-ports.ts'
import { CuttableLink } from './cuttable-link.ts'
import { Daemon, type Identity } from './daemon.ts'
import { findPostgres } from './programs.ts'
import { processesIn, signalAll } from './processes-in.ts'
import { fillShippedFile } from './shipped-file.ts'

export interface NodeOptions {
  readonly name: string
  readonly address: string
  readonly folder: string
  readonly identity: Identity
  readonly ports: ClusterPorts
  readonly secrets: ClusterSecrets
  /** Placeholders of the shipped files that are the same on all nodes. */
  readonly shared: Readonly<Record<string, string | number>>
}

const diskMegabytes = 1_024

/** One machine: an etcd, a Patroni and its PostgreSQL, on a loopback address and a disk of their own. */
export class ClusterNode {
  readonly name: string
  readonly address: string
  readonly folder: string
  /** Connections of other nodes to its PostgreSQL, and those of clients. */
  readonly peers: CuttableLink
  readonly clients: CuttableLink
  readonly etcd: Daemon
  readonly patroni: Daemon
  /** Its PostgreSQL as a person starts it, without Patroni. */
  readonly byHand: Daemon
  readonly #options: NodeOptions
  #hasDisk = false

  constructor(options: NodeOptions) {
    const { name, address, folder, identity, ports } = options
    this.#options = options
    this.name = name
    this.address = address
    this.folder = folder
    const target = { host: address, port: ports.postgres }
    this.peers = new CuttableLink({ host: address, port: ports.peers }, target)
    this.clients = new CuttableLink({ host: address, port: ports.clients }, target)
    const daemon = (file: string, log: string, ...words: readonly string[]): Daemon =>
      new Daemon({ file, words, folder, log: join(folder, log), identity })
    this.etcd = daemon('etcd', 'etcd.log', '--config-file', join(folder, 'etcd.yml'))
    this.patroni = daemon('patroni', 'patroni.log', join(folder, 'patroni.yml'))
    const server = join(findPostgres() ?? '', 'postgres')
    this.byHand = daemon(server, 'by-hand.log', '-D', this.dataFolder, ...aloneWords)
  }

  get disk(): string {
    return join(this.folder, 'disk')
  }

  get dataFolder(): string {
    return join(this.disk, 'data')
  }

  /** Where its disk is one of its own, which may be filled. */
  get hasDisk(): boolean {
    return this.#hasDisk
  }

  /** As a client of the database names it. */
  get host(): string {
    return `${this.address}:${this.#options.ports.clients}`
  }

  async open(): Promise<void> {
    const { name, address, identity, ports, shared } = this.#options
    mkdirSync(this.folder, { mode: 0o700 })
    this.#hasDisk = mountDisk(this.disk, diskMegabytes)
    const values = {
      ...shared,
      NODE: name,
      ADDRESS: address,
      PEER_HOST: `${address}:${ports.peers}`,
    }
    this.#write('etcd.yml', fillShippedFile('etcd.yml', { ...values, FOLDER: this.folder }))
    this.#write('patroni.yml', fillShippedFile('patroni.yml', { ...values, FOLDER: this.disk }))
    if (identity.uid !== undefined && identity.gid !== undefined)
      for (const path of [this.folder, this.disk]) chownSync(path, identity.uid, identity.gid)
    await this.peers.open()
    await this.clients.open()
  }

  start(): void {
    this.etcd.start()
    this.patroni.start()
  }

  /** Everything that runs on it, at once. */
  signal(name: NodeJS.Signals): void {
    signalAll(processesIn(this.folder), name)
  }

  async kill(): Promise<void> {
    this.signal('SIGKILL')
    for (const daemon of [this.etcd, this.patroni, this.byHand]) await daemon.end('SIGKILL')
    // Processes that it had started meanwhile.
    this.signal('SIGKILL')
  }

  /** Patroni and PostgreSQL at once; its etcd goes on. */
  killDatabase(): void {
    this.patroni.signal('SIGKILL')
    this.signalPostgres('SIGKILL')
  }

  postmaster(): number {
    return Number(readFileSync(join(this.dataFolder, 'postmaster.pid'), 'utf8').split('\n')[0])
  }

  /** PostgreSQL alone. */
  signalPostgres(name: NodeJS.Signals): void {
    signalAll(processesIn(this.dataFolder), name)
  }

  /** Nothing of its data is left; Patroni copies the leader's. */
  async empty(): Promise<void> {
    await this.kill()
    rmSync(this.dataFolder, { recursive: true, force: true })
  }

  freeBytes(): number {
    const { bavail, bsize } = statfsSync(this.disk)
    return bavail * bsize
  }

  async isLeader(): Promise<boolean> {
    const asked = fetch(`http://${this.address}:${this.#options.ports.rest}/primary`, {
      signal: AbortSignal.timeout(1_000),
    })
    return (await asked.catch(() => undefined))?.status === 200
  }

  /** As the superuser, on this server alone, past the links that may be cut. */
  async ask<Row>(text: string, name = 'postgres'): Promise<Row[]> {
    const url = `postgres://postgres:${this.#options.secrets.superuser}@${this.address}:${this.#options.ports.postgres}/${name}`
    const database: Database = await openDatabase({ url, connectionsMax: 1, statementTimeoutMs: 10_000 })
    try {
      return await database.query<Row>(text)
    } finally {
      await database.close()
    }
  }

  async close(): Promise<void> {
    await this.peers.close()
    await this.clients.close()
  }

  #write(name: string, text: string): void {
    writeFileSync(join(this.folder, name), text, { mode: 0o600 })
    const { uid, gid } = this.#options.identity
    if (uid !== undefined && gid !== undefined) chownSync(join(this.folder, name), uid, gid)
  }
}

/** It waits for no standby, so that it would take what it must not. */
const aloneWords = ['-c', 'synchronous_standby_names=', '-c', 'archive_mode=off']
