import { chooseAccount } from './account.ts'
import { prepareBinaries } from './binaries.ts'
import { prepareCluster } from './cluster.ts'
import { dataPathsIn, prepareDataDir, writeSecret } from './data-paths.ts'
import { giveAll } from './give-all.ts'
import { beginLaterTimeline } from './later-timeline.ts'

interface LaterCluster {
  /** A data directory without a cluster. */
  readonly dataDir: string
  readonly password: string
  /** Its log begins on a later timeline than this one. */
  readonly after: number
}

/** A new cluster has written its log from there on. */
const beginning = { timeline: 1, lsn: '0/1000000' }

/**
 * Makes an empty cluster that takes the place of another one: no piece of its log has a name that one of the other has. It
 * is not started: that is for `recoverCluster`.
 */
export async function makeLaterCluster({ dataDir, password, after }: LaterCluster): Promise<void> {
  const paths = dataPathsIn(dataDir)
  const account = await chooseAccount(paths.cluster)
  await prepareDataDir(paths, account)
  await writeSecret(paths.passwordFile, password)
  const binaries = await prepareBinaries(account)
  const { path } = await prepareCluster(paths, { binaries, account, onLaunch: () => {} })
  await beginLaterTimeline(path, { end: beginning, timeline: after + 1 })
  await giveAll(path, account)
}
