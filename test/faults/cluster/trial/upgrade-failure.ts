import { join } from 'node:path'
import { makeClusterInstallation } from '../cluster-installation.ts'
import type { Laboratory } from '../laboratory.ts'
import { findLastRelease, openEarlierCheckout } from './earlier-checkout.ts'
import type { Failure, Stage } from './failure.ts'
import { restart } from './quoin-failures.ts'

/** The database whose tables the version before makes. */
const database = 'before'
/** How long the two versions serve side by side. */
const besideSec = 10

/** Each Quoin with the address of the other database; without a name, with the cluster's own. */
async function startOn(laboratory: Laboratory, checkout: string): Promise<void> {
  const environment = laboratory.environmentOf(database)
  for (const quoin of laboratory.quoins) {
    await quoin.daemon.end()
    quoin.start({ checkout, environment: { DATABASE_URL: environment['DATABASE_URL'] ?? '' } })
    await quoin.untilReady()
  }
}

/** Both Quoins begin as the version before and are replaced one after the other; the first to come brings the tables up to date. */
export function upgradeFailure(against: string | undefined): Failure {
  const chosen = against ?? findLastRelease()
  return {
    name: 'upgrade',
    title: 'a rolling restart, the version before beside this one',
    back: 'by itself',
    secondsMin: besideSec,
    missing: () =>
      chosen === undefined ? 'no release is in the history; name a checkout by --against' : undefined,
    async prepare(laboratory): Promise<Stage> {
      const { cluster, quoins } = laboratory
      const checkout = openEarlierCheckout(chosen ?? '', join(cluster.folder, 'version-before'))
      await cluster.makeDatabase(database)
      await startOn(laboratory, checkout)
      const [a] = quoins
      const environment = { ...laboratory.environmentOf(database), DATA_DIR: a.dataDir }
      const installation = await makeClusterInstallation({
        environment,
        url: a.url,
        folder: cluster.folder,
        checkout,
      })
      return { installation, database }
    },
    async make({ cluster, quoins: [a, b] }) {
      const environment = { DATABASE_URL: cluster.urlByProxy(database) }
      await restart(a, { environment })
      return async () => await restart(b, { environment })
    },
    async clear({ quoins }) {
      for (const quoin of quoins) await restart(quoin)
    },
  }
}
