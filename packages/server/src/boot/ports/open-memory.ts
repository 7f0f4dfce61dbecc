import { setImmediate as endOfTurn } from 'node:timers/promises'
import { FileAddressDirectory } from '../../adapters/addresses/address-directory.ts'
import type { DatabaseGate } from '../../adapters/database-gate/database-gate.ts'
import { openGeo } from '../../adapters/addresses/geo.ts'
import { WeightsFile } from '../../adapters/risk-weights/weights-file.ts'
import { addressFilesOf, type Settings } from '../../settings/config.ts'
import type { Clock, Log, Ports, UsageNotes } from '../../ports/ports.ts'
import { LiveExclusions } from '../../snapshots/live/live-exclusions.ts'
import { LiveClickAgents } from '../../snapshots/live/live-click-agents.ts'
import { LiveClock } from '../../snapshots/live/live-clock.ts'
import { LiveNetworkActivity } from '../../snapshots/live/live-network-activity.ts'
import { LiveReviewQueue } from '../../snapshots/live/live-review-queue.ts'
import { LiveRanking } from '../../snapshots/ranking/live-ranking.ts'
import { LiveRiskFigures } from '../../snapshots/live/live-risk-figures.ts'
import { barredAgeMaxMs, CatalogueKeeper } from '../../snapshots/kept/kept-catalogue.ts'
import type { Kept } from '../../snapshots/kept/kept-file.ts'
import { type OpenSnapshots, prepareSnapshots } from '../../snapshots/open-snapshots.ts'
import type { Database } from '../../store/pg/database.ts'

interface MemoryNeeds {
  readonly settings: Settings
  readonly db: Database
  readonly databaseUrl: () => string
  /** Under which a catalogue is kept. */
  readonly catalogueOwner: string
  /** The last good catalogue that an earlier process has kept. */
  readonly kept?: Kept | undefined
  readonly clock: Clock
  readonly log: Log
  readonly gate: DatabaseGate
  readonly usage: Pick<UsageNotes, 'listMatched'>
}

/**
 * The data that a process holds in memory: rows of the database, files of the operator, and figures read now and
 * then.
 */
export interface OpenMemory
  extends Pick<Ports, 'geo' | 'addresses' | 'riskWeights' | 'shadowWeights' | 'clickAgents'> {
  readonly snapshots: OpenSnapshots
  readonly exclusions: LiveExclusions
  readonly riskFigures: LiveRiskFigures
  readonly ranking: LiveRanking
  readonly review: LiveReviewQueue
  readonly networkActivity: LiveNetworkActivity
  readonly clocks: LiveClock
  /** Reads what no answer can be without. */
  load(): Promise<void>
  /** Reads what the first clicks need, and a start does not. */
  warm(): void
  /** Begins to keep up; returns what ends it. */
  follow(): Promise<readonly (() => Promise<void> | void)[]>
}

export async function openMemory({
  settings,
  db,
  databaseUrl,
  kept,
  catalogueOwner,
  clock,
  log,
  gate,
  usage,
}: MemoryNeeds): Promise<OpenMemory> {
  const addresses = new FileAddressDirectory(addressFilesOf(settings), log)
  const snapshots = prepareSnapshots({
    db,
    databaseUrl,
    kept,
    log,
    nowMs: () => clock.nowMs(),
    fallbackImageUrl: `${settings.baseUrl}/images/offer.svg`,
    asnOf: (address) => addresses.describe(address)?.asn,
    onListMatch: (entryId) => usage.listMatched(entryId),
  })
  const geo = await openGeo(settings.geoDatabase === null ? {} : { path: settings.geoDatabase })
  const weights = new WeightsFile(settings.riskWeights, log)
  const exclusions = new LiveExclusions({
    db,
    snapshots,
    clock,
    log,
    isUnavailable: (error) => gate.isFault(error),
  })
  if (kept !== undefined && clock.nowMs() - kept.keptAtMs < barredAgeMaxMs) {
    const { offerIds, wide } = kept.content.barred
    exclusions.restoreCapped({ offerIds: new Set(offerIds), wide })
  }
  const keeper = new CatalogueKeeper({
    db,
    dataDir: settings.dataDir,
    owner: catalogueOwner,
    log,
    nowMs: () => clock.nowMs(),
    catalogue: () => snapshots.catalogue(),
    catalogueVersion: () => snapshots.catalogueVersion(),
    bars: () => exclusions.ofEverybody(),
  })
  const riskFigures = new LiveRiskFigures({ db, clock, log })
  const ranking = new LiveRanking({ db, snapshots, log, pause: () => endOfTurn() })
  const review = new LiveReviewQueue({ db, clock, log })
  const networkActivity = new LiveNetworkActivity({ db, clock, log })
  const clocks = new LiveClock({ db, clock, log })
  const clickAgents = new LiveClickAgents({ db, log })
  return {
    snapshots,
    geo,
    addresses,
    exclusions,
    riskFigures,
    ranking,
    review,
    networkActivity,
    clocks,
    clickAgents,
    // A file of the operator's own wins over what was learned.
    riskWeights: () =>
      settings.riskWeights === null ? (snapshots.weights().active ?? weights.current()) : weights.current(),
    shadowWeights: () => (settings.riskWeights === null ? snapshots.weights().candidate : undefined),
    async load() {
      await snapshots.load()
      await exclusions.refreshCapped()
    },
    warm: () => addresses.warm(),
    follow: async () => [
      keeper.follow(),
      await snapshots.follow(),
      exclusions.follow(),
      addresses.follow(),
      weights.follow(),
      riskFigures.follow(),
      ranking.follow(),
      review.follow(),
      networkActivity.follow(),
      clocks.follow(),
      clickAgents.follow(),
    ],
  }
}
