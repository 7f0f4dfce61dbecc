import { existsSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { openKeyring } from '../adapters/crypto/keyring.ts'
import { addPrivateFile, isSystemError, replacePrivateFile } from '../boot/process/private-file.ts'
import { isBase, readFileOf, secretsName } from './backup-record.ts'
import { listErasuresAfter } from './kept-erasures.ts'
import { signerOf } from './kept-log.ts'
import { assertNoMoment } from './make-database.ts'
import {
  assertKnown,
  assertSealed,
  compareAmounts,
  restoreBackup,
  type RestoredDatabase,
  type RestoreNeeds,
  restoreSpool,
  withDatabase,
} from './restore-backup.ts'
import { putToldIds } from './put-told-ids.ts'
import { type RestoredFacts, restoredName, toldName } from './restored-facts.ts'
import { rowsInBackup } from './rows/kept-rows.ts'
import { assertEmptyDatabase, loadRows } from './rows/load-rows.ts'
import { type DatabaseRows, readRows } from './rows/database-rows.ts'
import { openSecrets } from './seal-secrets.ts'
import { store } from '../store/index.ts'

interface IntoDatabaseNeeds
  extends Pick<
    RestoreNeeds,
    'repository' | 'backup' | 'passphrase' | 'isWithLog' | 'until' | 'nowMs' | 'log'
  > {
  /** An empty database. */
  readonly url: string
  /** The folder that the server on it is going to have: it gets the secret and the clicks that waited. */
  readonly dataDir: string
  /** The secret that the server is going to be given; null where it reads it in its folder. */
  readonly secret: string | null
}

/**
 * Restores a backup into an empty database of any PostgreSQL: the rows of a logical copy, or those of a base backup, which
 * is made to run beside for that. The folder gets all that the first start needs before the rows count; the database is
 * empty, and the folder as it was, where anything fails.
 */
export async function restoreIntoDatabase(
  needs: IntoDatabaseNeeds,
): Promise<RestoredFacts & { readonly differences: string[] }> {
  const { repository, backup, passphrase, url, dataDir } = needs
  const secrets = openSecrets(await buffer(readFileOf(repository, backup, secretsName)), passphrase)
  assertSealed(backup, secrets)
  await assertKnown(backup)
  await assertFolderFree(dataDir)
  const isGiven = await assertSecretFits(needs, secrets.master)
  await assertEmptyDatabase(url)
  const filled: RestoredFacts[] = []
  const load = async (rows: DatabaseRows, endsAt: string): Promise<void> => {
    await loadRows(url, rows, async () => {
      const facts = await factsOf(needs, { endsAt, master: secrets.master })
      filled.push(await fillFolder(needs, { facts, master: secrets.master, isGiven }))
    })
  }
  const isMade = !existsSync(dataDir)
  try {
    if (isBase(backup)) {
      await mkdir(dataDir, { recursive: true, mode: 0o700 })
      const check = async ({ url: from, db }: RestoredDatabase): Promise<void> => {
        const endsAt = (await store.backupInventory.findLastReplayed(db)) ?? backup.record.begunAt
        await readRows(from, (rows) => load(rows, endsAt))
      }
      const draft = join(dataDir, `restored-${process.pid}`)
      await restoreBackup({ ...needs, dataDir: draft, isKept: false, check })
    } else {
      assertNoMoment(backup, needs.until)
      await load(await rowsInBackup(repository, backup), backup.record.begunAt)
    }
  } catch (error) {
    // A folder that was filled belongs to rows that may count: nobody knows of a commit that was not answered.
    if (filled.length === 0) await emptyFolder(dataDir, { isMade, isGiven })
    throw error
  }
  const [facts] = filled
  if (facts === undefined) throw new Error('Nothing was restored')
  const differences: string[] = []
  await withDatabase(url, async (db) => void differences.push(...(await compareAmounts(db, backup))))
  return { ...facts, differences }
}

async function factsOf(
  { repository, backup, nowMs, log }: IntoDatabaseNeeds,
  { endsAt, master }: { readonly endsAt: string; readonly master: string },
): Promise<RestoredFacts> {
  const sign = signerOf(openKeyring({ current: master, previous: null }))
  const erasures = await listErasuresAfter(repository, { afterMs: Date.parse(endsAt), sign, log })
  const restoredAt = new Date(nowMs()).toISOString()
  return { backup: backup.name, repository: repository.name, endsAt, restoredAt, erasures }
}

interface Filling {
  readonly facts: RestoredFacts
  readonly master: string
  /** The server has the secret. */
  readonly isGiven: boolean
}

async function fillFolder(
  needs: IntoDatabaseNeeds,
  { facts, master, isGiven }: Filling,
): Promise<RestoredFacts> {
  const { repository, dataDir, log } = needs
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  if (!isGiven) await addPrivateFile(join(dataDir, 'secret'), master)
  await restoreSpool(needs, dataDir)
  const toldIds = await putToldIds(repository, dataDir, { endsAt: facts.endsAt, master, log })
  const all = { ...facts, toldIds }
  await replacePrivateFile(join(dataDir, restoredName), JSON.stringify(all))
  return all
}

async function emptyFolder(
  dataDir: string,
  { isMade, isGiven }: { readonly isMade: boolean; readonly isGiven: boolean },
): Promise<void> {
  const names = isMade
    ? ['']
    : ['spool', toldName, `${toldName}.part`, restoredName, ...(isGiven ? [] : ['secret'])]
  for (const name of names) await rm(join(dataDir, name), { recursive: true, force: true }).catch(() => {})
}

/** A folder of a server that runs would be taken for restored at its next start. */
async function assertFolderFree(dataDir: string): Promise<void> {
  const taken = ['postgres', 'spool', 'server.json', toldName, restoredName].find((name) =>
    existsSync(join(dataDir, name)),
  )
  if (taken !== undefined)
    throw new Error(
      `${resolve(dataDir)} is the folder of another server (${taken}): set DATA_DIR to one that is not there yet`,
    )
}

/** Whether the server has the secret of the backup already. Throws where it has another one. */
async function assertSecretFits({ secret, dataDir }: IntoDatabaseNeeds, master: string): Promise<boolean> {
  const path = join(dataDir, 'secret')
  const found =
    secret ??
    (await readFile(path, 'utf8').catch((error: unknown) => {
      if (isSystemError(error, 'ENOENT')) return undefined
      throw error
    }))
  if (found === undefined || found.trim() === master) return found !== undefined
  throw new Error(
    secret === null
      ? `${resolve(path)} is another secret than that of the backup: set DATA_DIR to a folder that is not there yet`
      : 'QUOIN_SECRET is another secret than that of the backup: leave it out, and the one of the backup is put into DATA_DIR',
  )
}
