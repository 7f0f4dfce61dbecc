import { once } from 'node:events'
import { clearLeftFolders } from './cluster-folder.ts'
import { type Laboratory, withLaboratory } from './laboratory.ts'
import { missingForCluster } from './programs.ts'
import { stopOnSignals } from './stop-on-signals.ts'

/** A cluster as deploy/ha describes it, on this machine, until Ctrl-C: `npm run cluster`. */
const missing = missingForCluster()
if (missing !== undefined) {
  console.error(missing)
  process.exitCode = 1
} else {
  for (const folder of await clearLeftFolders())
    console.log(`An earlier cluster was killed and had left ${folder}; it is ended and removed.`)
  const stopped = stopOnSignals()
  console.log('Three nodes, HAProxy and two Quoins are started; that takes half a minute.')
  await withLaboratory(stopped, async (laboratory) => {
    console.log(describe(laboratory))
    if (!stopped.aborted) await once(stopped, 'abort')
  })
  console.log('The cluster has ended; no process and no folder is left.')
  // A start that was stopped may still wait for something.
  process.exit()
}

function describe({ cluster, quoins, installation, url }: Laboratory): string {
  const { nodes, ports, secrets } = cluster
  const rows: readonly (readonly [string, string])[] = [
    ['Quoin, by HAProxy', url],
    ...quoins.map(({ name, url: own }) => [`Quoin ${name}`, own] as const),
    ['Dashboard', `${url}/dashboard/`],
    ['API key', installation.apiKey],
    ['API secret', installation.apiSecret],
    ['A link', `${url}/track?offerId=${installation.offerId}&apiKey=${installation.apiKey}&userId=somebody`],
    ['Database, leader', cluster.urlByProxy()],
    ['Database, standbys', `postgres://quoin:${secrets.quoin}@127.0.0.1:${ports.replica}/quoin`],
    ['Database, all hosts', cluster.urlByHosts()],
    ['Superuser', `postgres, ${secrets.superuser}`],
    ['QUOIN_SECRET', secrets.master],
    ...nodes.map(
      ({ name, address, folder }) =>
        [`Node ${name}`, `${address}, Patroni http://${address}:${ports.rest}/cluster, ${folder}`] as const,
    ),
    ['Redis', cluster.redis === undefined ? 'not installed' : `redis://127.0.0.1:${ports.redis}`],
  ]
  const lines = rows.map(([name, value]) => `  ${name.padEnd(20)} ${value}`)
  return ['The cluster serves. Ctrl-C ends it.', '', ...lines, ''].join('\n')
}
