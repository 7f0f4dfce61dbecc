import { join } from 'node:path'
import { dayMs, hourMs, minuteMs } from '@quoin/core/time/durations.ts'
import type { Catalogue } from '@quoin/core/catalogue/catalogue.ts'
import type { Bars } from '@quoin/core/caps/bars.ts'
import type { Log } from '../../ports/ports.ts'
import { listSnapshotVersions } from '../../store/snapshots/snapshot-versions.ts'
import type { Db } from '../../store/pg/database.ts'
import { gatherKept } from './kept-content.ts'
import { type Kept, readKept, writeKept } from './kept-file.ts'

/** A large catalogue is tens of megabytes, and one that is imported all day changes all day. */
const keepEveryMs = 5 * minuteMs

/** Later many a cap has begun a new day: offers that caps kept from everybody are believed so long. */
export const barredAgeMaxMs = hourMs

/** Beside the spool, which has to outlast the process as well. */
function pathIn(dataDir: string): string {
  return join(dataDir, 'spool', 'catalogue')
}

/** An older one names offers, keys and lists that are long over: as long as a folder of the spool is waited for. */
const ageMaxMs = 3 * dayMs
/** It is kept anew so often, changed or not. */
const renewedEveryMs = dayMs / 2

interface FindNeeds {
  readonly dataDir: string
  /** The prints that it may have. */
  readonly owners: readonly string[]
  readonly nowMs: number
  readonly log: Pick<Log, 'warn'>
}

/** The last good catalogue that a process of this folder has kept; undefined where there is none that can be used. */
export async function findKept({ dataDir, owners, nowMs, log }: FindNeeds): Promise<Kept | undefined> {
  try {
    const kept = await readKept(pathIn(dataDir))
    if (!owners.includes(kept.owner)) throw new Error('it is of another database, or another QUOIN_SECRET')
    if (nowMs - kept.keptAtMs > ageMaxMs) throw new Error('it is older than three days')
    return kept
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (!isMissing) log.warn({ err: error }, 'last good catalogue not used')
    return undefined
  }
}

interface KeepNeeds {
  readonly db: Db
  readonly dataDir: string
  readonly owner: string
  readonly log: Pick<Log, 'warn'>
  readonly nowMs: () => number
  readonly catalogue: () => Catalogue
  /** The version that the catalogue in memory has at least, which may be behind the database's. */
  readonly catalogueVersion: () => number | undefined
  readonly bars: () => Bars
}

/** Keeps what links are answered by on the disk, for a start while the database cannot be read. */
export class CatalogueKeeper {
  readonly #needs: KeepNeeds
  /** The state that was kept last. */
  #kept = ''
  #timer: NodeJS.Timeout | undefined
  #keeping: Promise<void> = Promise.resolve()

  constructor(needs: KeepNeeds) {
    this.#needs = needs
  }

  /** Now, and again when something has changed. */
  follow(): () => Promise<void> {
    this.#keepLater()
    this.#timer = setInterval(() => this.#keepLater(), keepEveryMs)
    this.#timer.unref()
    return async () => {
      clearInterval(this.#timer)
      this.#keepLater()
      await this.#keeping
    }
  }

  #keepLater(): void {
    this.#keeping = this.#keeping.then(() =>
      this.#keep().catch((error: unknown) => {
        this.#needs.log.warn({ err: error }, 'last good catalogue not kept')
      }),
    )
  }

  async #keep(): Promise<void> {
    const { db, dataDir, owner, nowMs, catalogue, catalogueVersion, bars } = this.#needs
    const inMemory = catalogueVersion()
    const versions = (await listSnapshotVersions(db))
      .map(({ name, version }) => `${name} ${name === 'catalogue' ? (inMemory ?? version) : version}`)
      .join(', ')
    const keptAtMs = nowMs()
    const barred = bars()
    const kept = `${versions}; ${tellBars(barred, keptAtMs)}; ${Math.floor(keptAtMs / renewedEveryMs)}`
    if (kept === this.#kept) return
    const content = await gatherKept(db, { catalogue: catalogue(), bars: barred, nowMs: keptAtMs })
    await writeKept(pathIn(dataDir), { versions, keptAtMs, owner, content })
    this.#kept = kept
  }
}

/** Another text when they are others, and when they have to be kept anew to be believed. */
function tellBars({ offerIds, wide }: Bars, nowMs: number): string {
  if (offerIds.size === 0 && wide.length === 0) return 'none'
  const half = Math.floor(nowMs / (barredAgeMaxMs / 2))
  return JSON.stringify([[...offerIds].sort((a, b) => a - b), wide, half])
}
