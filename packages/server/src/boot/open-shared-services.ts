import { setImmediate } from 'node:timers/promises'
import { openKeyring } from '../adapters/crypto/keyring.ts'
import { learnInThread } from '../adapters/risk-weights/learn-in-thread.ts'
import { openNewId } from '../adapters/crypto/new-id.ts'
import { openDisk } from '../adapters/disk.ts'
import { systemClock } from '../adapters/system-clock.ts'
import { addressFilesOf, type Settings } from '../settings/config.ts'
import type { Log, Ports } from '../ports/ports.ts'
import { store } from '../store/index.ts'
import { WorkNotes } from '../jobs/work-notes.ts'
import { prepareMaintenance, startMaintenance } from '../jobs/start-maintenance.ts'
import { keepPeers } from '../jobs/keep-peers.ts'
import { openGeo } from '../adapters/addresses/geo.ts'
import { FileAddressDirectory } from '../adapters/addresses/address-directory.ts'
import { WeightsFile } from '../adapters/risk-weights/weights-file.ts'
import { LiveRiskFigures } from '../snapshots/live/live-risk-figures.ts'
import { loadWeights } from '../snapshots/load-weights.ts'
import { keepLearning } from '../jobs/keep-learning.ts'
import { keepRanking } from '../jobs/keep-ranking.ts'
import { rewriteClicks } from '../jobs/rewrite-clicks.ts'
import { keepStats } from '../jobs/keep-stats.ts'
import { beginInTurns, type Work } from './process/begin-in-turns.ts'
import { checkCell } from './check-cell.ts'
import { checkConnections } from './check-connections.ts'
import { loadToldIds } from './load-told-ids.ts'
import { openMasterSecret } from './master-secret.ts'
import type { OpenedDatabase } from './open-database.ts'

/** The parts that exist once, however many processes answer. */
export interface SharedServices {
  readonly opened: OpenedDatabase
  readonly secret: string
  countApps(): Promise<number>
  /** Called when the service answers, whose start the first round of all would slow down. */
  beginPeriodicWork(): void
}

interface ServiceNeeds {
  readonly opened: OpenedDatabase
  readonly log: Log
  readonly stops: AsyncDisposableStack
}

/** Opens the master secret of an opened database and prepares the periodic work; each end goes to `stops`. */
export async function openSharedServices(
  settings: Settings,
  { opened, log, stops }: ServiceNeeds,
): Promise<SharedServices> {
  await checkConnections(opened.database, settings, log)
  await checkCell(opened.database, settings)
  const db = opened.database
  await loadToldIds(settings.dataDir, { db, store, clock: systemClock })
  const countApps = async () => (await store.apps.listApps(db)).length
  const secret = await openMasterSecret({
    settings,
    db,
    user: 'server',
    isInUse: async () => (await countApps()) > 0,
  })
  const keyring = openKeyring({ current: secret, previous: settings.previousSecret })
  // Before the first click there must be a partition for it.
  const works = new WorkNotes({ db, store, clock: systemClock, log })
  await works.expectAll()
  stops.defer(() => works.close())
  const newId = openNewId(settings.cell)
  const needs = { db, store, log, clock: systemClock, settings, newId, keyring }
  const disk = openDisk({ dataDir: settings.dataDir, isEmbedded: settings.databaseUrl === null })
  await prepareMaintenance(needs)
  const begins = [
    () => startMaintenance(needs, (name) => works.note(name)),
    () => rewriteClicks({ ...needs, disk }),
    () => keepStats({ ...needs, onSuccess: () => works.note('statistics') }),
    () => keepRanking({ ...needs, onSuccess: () => works.note('ranking') }),
    () => comparePeersOf({ settings, log, db, keyring, onSuccess: () => works.note('peers') }),
    () =>
      keepLearning({
        ...needs,
        learn: learnInThread,
        onSuccess: () => works.note('learning'),
        // Whoever serves hears of it like of every other process's change.
        snapshots: { refresh: async () => {} },
      }),
  ]
  return { opened, secret, countApps, beginPeriodicWork: () => beginInTurns(begins, stops) }
}

/** Compares accounts by the rules and figures of the moment: this process reads what a server has in memory. */
function comparePeersOf({
  settings,
  log,
  db,
  keyring,
  onSuccess,
}: Pick<Ports, 'settings' | 'log' | 'db' | 'keyring'> & { readonly onSuccess: () => void }): Work {
  const file = new WeightsFile(settings.riskWeights, log)
  return keepPeers({
    db,
    store,
    log,
    clock: systemClock,
    keyring,
    onSuccess,
    riskFigures: new LiveRiskFigures({ db, clock: systemClock, log }),
    geo: openGeo(settings.geoDatabase === null ? {} : { path: settings.geoDatabase }),
    addresses: new FileAddressDirectory(addressFilesOf(settings), log),
    pause: async () => {
      await setImmediate()
    },
    async riskWeights() {
      const learned = settings.riskWeights === null ? await loadWeights(db, log) : undefined
      return learned?.active ?? file.current()
    },
  })
}
