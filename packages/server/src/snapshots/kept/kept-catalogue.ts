import { join } from 'node:path'
import { minuteMs } from '@quoin/core/time/durations.ts'
import type { SecretPrints } from '@quoin/core/credentials/judge-secret.ts'
import type { Catalogue } from '@quoin/core/catalogue/catalogue.ts'
import type { Bars } from '@quoin/core/caps/bars.ts'
import type { Log } from '../../ports/ports.ts'
import { listSnapshotVersions } from '../../store/snapshots/snapshot-versions.ts'
import type { Db } from '../../store/pg/database.ts'
import { gatherKept } from './kept-content.ts'
import { type Kept, readKept, writeKept } from './kept-file.ts'

/** A large catalogue is tens of megabytes, and one that is imported all day changes all day. */
const keepEveryMs = 5 * minuteMs

/** Beside the spool, which has to outlast the process as well. */
function pathIn(dataDir: string): string {
  return join(dataDir, 'spool', 'catalogue')
}

interface FindNeeds {
  readonly log: Pick<Log, 'warn'>
  /** Fingerprints of the secrets that this process has. */
  readonly secret: SecretPrints
}

/** The last good catalogue that a process of this folder has kept; undefined where there is none that can be used. */
export async function findKept(dataDir: string, { log, secret }: FindNeeds): Promise<Kept | undefined> {
  try {
    const kept = await readKept(pathIn(dataDir))
    if ([secret.current, secret.previous].includes(kept.secretPrint)) return kept
    throw new Error('it was kept under another QUOIN_SECRET')
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (!isMissing) log.warn({ err: error }, 'last good catalogue not used')
    return undefined
  }
}

interface KeepNeeds {
  readonly db: Db
  readonly dataDir: string
  readonly log: Pick<Log, 'warn'>
  readonly nowMs: () => number
  readonly secretPrint: string
  readonly catalogue: () => Catalogue
  readonly bars: () => Bars
}

/** Keeps what links are answered by on the disk, for a start while the database cannot be read. */
export class CatalogueKeeper {
  readonly #needs: KeepNeeds
  #versions = ''
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
    const { db, dataDir, nowMs, secretPrint, catalogue, bars } = this.#needs
    const versions = (await listSnapshotVersions(db))
      .map(({ name, version }) => `${name} ${version}`)
      .join(', ')
    if (versions === this.#versions) return
    const keptAtMs = nowMs()
    const content = await gatherKept(db, { catalogue: catalogue(), bars: bars(), nowMs: keptAtMs })
    await writeKept(pathIn(dataDir), { versions, keptAtMs, secretPrint, content })
    this.#versions = versions
  }
}
