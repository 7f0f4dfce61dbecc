import { CapIndex } from '@quoin/core/caps/cap-index.ts'
import type { Catalogue } from '@quoin/core/catalogue/catalogue.ts'
import { dayOf } from '@quoin/core/time/calendar-day.ts'
import { dayMs } from '@quoin/core/time/durations.ts'
import type {
  AppDirectory,
  CapDirectory,
  ListDirectory,
  NetworkDirectory,
  TermsDirectory,
} from '../ports/directories.ts'
import type { Log, Snapshots } from '../ports/ports.ts'
import { listApps } from '../store/apps/apps.ts'
import { listEndpoints } from '../store/callbacks/callback-endpoints.ts'
import { listCaps } from '../store/caps/caps.ts'
import { listApiKeys, listApiSecrets } from '../store/credentials/credentials.ts'
import { listRates } from '../store/terms/exchange-rates.ts'
import { listActiveEntries } from '../store/lists/lists.ts'
import { listMarginHistory } from '../store/terms/margin-rules.ts'
import { listPromotions } from '../store/terms/promotions.ts'
import { listNetworks } from '../store/networks/networks.ts'
import {
  listSnapshotVersions,
  snapshotChannel,
  type SnapshotName,
} from '../store/snapshots/snapshot-versions.ts'
import { createAppDirectory } from './directories/app-directory.ts'
import { type AsnOf, createListDirectory } from './directories/list-directory.ts'
import { LiveSnapshot } from './live-snapshot.ts'
import { type LearnedWeights, loadWeights } from './load-weights.ts'
import { loadCatalogue, loadCatalogueOf } from './catalogue/load-catalogue.ts'
import { restoreKept } from './kept/kept-content.ts'
import type { Kept } from './kept/kept-file.ts'
import { createNetworkDirectory } from './directories/network-directory.ts'
import { createTermsDirectory } from './directories/terms-directory.ts'
import type { Database } from '../store/pg/database.ts'

/** The fence behind the notifications: how old another process's change may get at most. */
const fenceMs = 1_000

export interface OpenSnapshots extends Snapshots {
  /** The weights that were learned from outcomes. */
  weights(): LearnedWeights
  /** When the catalogue was loaded last. */
  catalogueLoadedAtMs(): number
  /** The version in the database that the catalogue has at least. */
  catalogueVersion(): number | undefined
  /** Reads all of them. Until then they are what was kept, or nothing: whoever asks then is refused for the moment. */
  load(): Promise<void>
  /** Keeps up with what other processes write, until the returned function is called. */
  follow(): Promise<() => Promise<void>>
}

interface SnapshotOptions {
  readonly db: Database
  readonly log: Log
  readonly nowMs: () => number
  /** For the thread that builds a large catalogue. */
  readonly databaseUrl: () => string
  readonly fallbackImageUrl: string
  /** For lists that name an autonomous system. */
  readonly asnOf?: AsnOf
  /** Hears of each entry of a list that decides about somebody. */
  readonly onListMatch?: (entryId: number) => void
  /** The only offer that is asked about, or null for none; absent: all. */
  readonly onlyOfferId?: number | null
  /** The last good catalogue that an earlier process has kept. */
  readonly kept?: Kept | undefined
}

/** All of them, loaded. */
export async function openSnapshots(given: SnapshotOptions): Promise<OpenSnapshots> {
  const snapshots = prepareSnapshots(given)
  await snapshots.load()
  return snapshots
}

export function prepareSnapshots(given: SnapshotOptions): OpenSnapshots {
  const db = forLoads(given.db)
  const options = { ...given, db }
  const { log, nowMs, onlyOfferId } = options
  const kept = given.kept && restoreKept(given.kept.content, given)
  const versions = new Map<SnapshotName, number>()
  let catalogueLoadedAtMs = given.kept?.keptAtMs ?? nowMs()
  const catalogue = new LiveSnapshot<Catalogue>(async () => {
    const loaded = await (onlyOfferId === undefined
      ? loadCatalogue(options)
      : loadCatalogueOf(options, onlyOfferId))
    catalogueLoadedAtMs = nowMs()
    return loaded
  }, kept?.catalogue)
  const apps = new LiveSnapshot<AppDirectory>(() => loadApps(db), kept?.apps)
  const networks = new LiveSnapshot<NetworkDirectory>(async () =>
    createNetworkDirectory(await listNetworks(db)),
  )
  const lists = new LiveSnapshot<ListDirectory>(
    async () => createListDirectory(await listActiveEntries(db, nowMs()), options.asnOf, options.onListMatch),
    kept?.lists,
  )
  const caps = new LiveSnapshot<CapDirectory>(() => loadCaps(db), kept?.caps)
  const terms = new LiveSnapshot<TermsDirectory>(() => loadTerms(db, nowMs()), kept?.terms)
  const weights = new LiveSnapshot<LearnedWeights>(() => loadWeights(db, log))
  const live = { catalogue, apps, networks, lists, caps, terms, weights }
  const refresh = async (name: SnapshotName): Promise<void> => {
    const version = (await readVersions(given.db)).get(name)
    await live[name].refresh()
    // Read before it was loaded: what follows changes need not load it once more.
    if (version !== undefined) versions.set(name, Math.max(version, versions.get(name) ?? version))
  }
  return {
    catalogue: () => catalogue.current(),
    apps: () => apps.current(),
    networks: () => networks.current(),
    lists: () => lists.current(),
    caps: () => caps.current(),
    terms: () => terms.current(),
    weights: () => weights.current(),
    catalogueLoadedAtMs: () => catalogueLoadedAtMs,
    catalogueVersion: () => versions.get('catalogue'),
    refresh,
    async load() {
      // Versions first: what is written while loading is then seen as a newer version.
      const read = await readVersions(given.db)
      // One after another: a session of its own for each takes longer to begin than its rows to read.
      for (const one of Object.values(live)) await one.refresh()
      for (const [name, version] of read) versions.set(name, version)
    },
    follow: () => followChanges({ db: given.db, log, versions, refresh }),
  }
}

/** All rows of a table are read at once, and no answer waits for them: longer than a request may. */
const loadMaxMs = 30_000

function forLoads(db: Database): Database {
  return {
    ...db,
    query: (text, values, options = { timeoutMs: loadMaxMs }) => db.query(text, values, options),
  }
}

async function loadApps(db: Database): Promise<AppDirectory> {
  const [apps, keys, secrets, endpoints] = await Promise.all([
    listApps(db),
    listApiKeys(db),
    listApiSecrets(db),
    listEndpoints(db),
  ])
  return createAppDirectory({ apps, keys, secrets, endpoints })
}

async function loadCaps(db: Database): Promise<CapDirectory> {
  const { version, caps } = await listCaps(db)
  return { version, index: new CapIndex(caps) }
}

/** A report may be about a click, or of a day, as old as this; what is older decides nothing any more. */
const termsDays = 400
const marginsMax = 50_000
const ratesDays = 60
const ratesMax = 50_000

async function loadTerms(db: Database, nowMs: number): Promise<TermsDirectory> {
  const sinceMs = nowMs - termsDays * dayMs
  const sinceDay = dayOf(nowMs - ratesDays * dayMs)
  const [margins, promotions, rates] = await Promise.all([
    listMarginHistory(db, { sinceMs, limit: marginsMax }),
    listPromotions(db, { sinceMs }),
    listRates(db, { sinceDay, limit: ratesMax }),
  ])
  return createTermsDirectory({ margins, promotions, rates })
}

async function readVersions(db: Database): Promise<Map<SnapshotName, number>> {
  return new Map((await listSnapshotVersions(db)).map(({ name, version }) => [name, version]))
}

interface Following {
  readonly db: Database
  readonly log: Log
  readonly versions: Map<SnapshotName, number>
  readonly refresh: (name: SnapshotName) => Promise<void>
}

/**
 * A notification asks for a look at once; the timer looks anyway, should one have been missed. Each snapshot is
 * brought up by itself: a revoked key must not wait for a large catalogue, nor fail with it.
 */
async function followChanges({ db, log, versions, refresh }: Following): Promise<() => Promise<void>> {
  const refreshing = new Map<SnapshotName, Promise<void>>()
  const bringUp = async (name: SnapshotName): Promise<void> => {
    try {
      await refresh(name)
    } catch (error) {
      log.warn({ err: error, name }, 'snapshot refresh failed')
    } finally {
      refreshing.delete(name)
    }
  }
  const look = async (): Promise<void> => {
    for (const [name, version] of await readVersions(db)) {
      if (version === versions.get(name) || refreshing.has(name)) continue
      refreshing.set(name, bringUp(name))
    }
  }
  const looks = new Repeated(() =>
    look().catch((error: unknown) => log.warn({ err: error }, 'snapshot versions could not be read')),
  )
  const ask = (): void => looks.ask()
  const unlisten = await db.listen(snapshotChannel, ask, ask)
  const timer = setInterval(ask, fenceMs)
  return async () => {
    clearInterval(timer)
    await unlisten()
    await looks.end()
    await Promise.all(refreshing.values())
  }
}

/** One run at a time; who asks while one is on its way gets another after it, which sees what they know of. */
class Repeated {
  readonly #run: () => Promise<void>
  #running: Promise<void> | undefined
  #isAskedAgain = false

  constructor(run: () => Promise<void>) {
    this.#run = run
  }

  ask(): void {
    if (this.#running) this.#isAskedAgain = true
    else this.#running = this.#runAll()
  }

  async end(): Promise<void> {
    await this.#running
  }

  async #runAll(): Promise<void> {
    do {
      this.#isAskedAgain = false
      await this.#run()
    } while (this.#isAskedAgain)
    this.#running = undefined
  }
}
