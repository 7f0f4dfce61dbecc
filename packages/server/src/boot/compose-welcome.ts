import cluster from 'node:cluster'
import type { Log } from '../ports/ports.ts'
import type { Settings } from '../settings/config.ts'
import type { Demo } from './demo/keep-demo.ts'
import type { SetUp } from './keep-set-up.ts'
import { tellRestored } from './tell-restored.ts'
import { printWelcome } from './welcome.ts'

interface WelcomeNeeds {
  readonly settings: Settings
  readonly demo: Demo | undefined
  readonly countApps: () => Promise<number>
  readonly makeSetUp: () => Promise<SetUp | undefined>
  readonly log: Log
  readonly afterRestore: Parameters<typeof tellRestored>[1]['begin']
}

/**
 * The text for the person who started the server. It serves already: a database that goes away in this moment must not
 * end it. The link to set it up is then made by the next start, or by `people link`.
 */
export async function composeWelcome({
  settings,
  demo,
  countApps,
  makeSetUp,
  log,
  afterRestore,
}: WelcomeNeeds): Promise<string> {
  try {
    const appsCount = await countApps()
    const setUp = await makeSetUp()
    const welcome = printWelcome({
      settings,
      demo,
      setUp,
      appsCount,
      isTerminal: process.stdout.isTTY === true,
    })
    // The primary of a cluster says it for its workers.
    const restored = cluster.isWorker
      ? undefined
      : await tellRestored(settings.dataDir, { log, begin: afterRestore })
    return restored === undefined ? welcome : `${welcome}\n${restored}\n`
  } catch (error) {
    log.warn({ err: error }, 'welcome could not be composed')
    return ''
  }
}
