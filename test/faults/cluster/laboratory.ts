import { once } from 'node:events'
import { join } from 'node:path'
import type { Installation } from '../support/installation.ts'
import { Cluster } from './cluster.ts'
import { makeClusterInstallation } from './cluster-installation.ts'
import { ClusterQuoin } from './cluster-quoin.ts'
import { bounded } from './wait-for.ts'

const endMaxMs = 60_000

/** A cluster with two Quoins: `a` reaches the database by HAProxy, `b` by naming all hosts. */
export interface Laboratory {
  readonly cluster: Cluster
  readonly quoins: readonly [a: ClusterQuoin, b: ClusterQuoin]
  readonly installation: Installation
  /** Where visitors, networks and publishers come. */
  readonly url: string
  /** The settings of a Quoin that uses this database, by HAProxy. */
  environmentOf(database: string): Readonly<Record<string, string>>
}

/** Hands the laboratory to `use`, and ends all of it afterwards, however that ends; undefined when it was stopped before. */
export async function withLaboratory<T>(
  stopped: AbortSignal,
  use: (laboratory: Laboratory) => Promise<T>,
): Promise<T | undefined> {
  const cluster = await Cluster.make()
  try {
    const laboratory = await Promise.race([startLaboratory(cluster), whenAborted(stopped)])
    return laboratory === undefined ? undefined : await use(laboratory)
  } finally {
    await bounded('the end of the cluster', cluster.end(), endMaxMs)
  }
}

async function whenAborted(signal: AbortSignal): Promise<undefined> {
  if (!signal.aborted) await once(signal, 'abort')
}

async function startLaboratory(cluster: Cluster): Promise<Laboratory> {
  await cluster.start()
  const { ports } = cluster
  const url = `http://127.0.0.1:${ports.quoin}`
  const environmentOf = (database: string): Readonly<Record<string, string>> => ({
    DATABASE_URL: cluster.urlByProxy(database),
    QUOIN_SECRET: cluster.secrets.master,
    BASE_URL: url,
    TRUST_PROXY: '127.0.0.1',
    DEFAULT_COUNTRY: 'US',
    LINKS_PER_MINUTE: '1000000',
    OUTGOING_ALLOW: '127.0.0.0/8',
    DRAIN_MS: '2000',
    ...(cluster.redis === undefined ? {} : { REDIS_URL: `redis://127.0.0.1:${ports.redis}` }),
  })
  const quoin = (name: string, port: number, environment: Readonly<Record<string, string>>): ClusterQuoin =>
    new ClusterQuoin({ name, folder: join(cluster.folder, `quoin-${name}`), port, environment })
  const environment = environmentOf('quoin')
  const quoins = [
    quoin('a', ports.quoinA, environment),
    quoin('b', ports.quoinB, { ...environment, DATABASE_URL: cluster.urlByHosts() }),
  ] as const
  for (const one of quoins) one.start()
  for (const one of quoins) await one.untilReady()
  const [a] = quoins
  const installation = await makeClusterInstallation({
    environment: { ...environment, DATA_DIR: a.dataDir },
    url: a.url,
    folder: cluster.folder,
  })
  // Both keep the new offer when they end, so that one that starts while the database is away knows it.
  await Promise.all(quoins.map((one) => one.daemon.end()))
  for (const one of quoins) one.start()
  for (const one of quoins) await one.untilReady()
  return { cluster, quoins, installation, url, environmentOf }
}
