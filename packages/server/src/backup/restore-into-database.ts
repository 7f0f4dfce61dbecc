import { mkdir, readFile } from 'node:fs/promises'
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
  type RestoreNeeds,
  restoreSpool,
  withDatabase,
} from './restore-backup.ts'
import { type RestoredFacts, restoredName } from './restored-facts.ts'
import { rowsInBackup } from './rows/kept-rows.ts'
import { assertEmptyDatabase, loadRows } from './rows/load-rows.ts'
import { readRows } from './rows/database-rows.ts'
import { openSecrets } from './seal-secrets.ts'

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
 * is made to run beside for that. The database is empty, and the folder as it was, where that fails.
 */
export async function restoreIntoDatabase(
  needs: IntoDatabaseNeeds,
): Promise<RestoredFacts & { readonly differences: string[] }> {
  const { repository, backup, passphrase, url, dataDir, nowMs, log } = needs
  const secrets = openSecrets(await buffer(readFileOf(repository, backup, secretsName)), passphrase)
  assertSealed(backup, secrets)
  await assertKnown(backup)
  const isGiven = await assertSecretFits(needs, secrets.master)
  await assertEmptyDatabase(url)
  let endsAt = backup.record.begunAt
  if (isBase(backup)) {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    const made = await restoreBackup({
      ...needs,
      dataDir: join(dataDir, `restored-${process.pid}`),
      isKept: false,
      check: async ({ url: from }) => void (await readRows(from, (source) => loadRows(url, source))),
    })
    endsAt = made.endsAt
  } else {
    assertNoMoment(backup, needs.until)
    await loadRows(url, await rowsInBackup(repository, backup))
  }
  const differences: string[] = []
  await withDatabase(url, async (db) => void differences.push(...(await compareAmounts(db, backup))))
  const sign = signerOf(openKeyring({ current: secrets.master, previous: null }))
  const erasures = await listErasuresAfter(repository, { afterMs: Date.parse(endsAt), sign, log })
  const restoredAt = new Date(nowMs()).toISOString()
  const facts = { backup: backup.name, repository: repository.name, endsAt, restoredAt, erasures }
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  if (!isGiven) await addPrivateFile(join(dataDir, 'secret'), secrets.master)
  await restoreSpool(needs, dataDir)
  await replacePrivateFile(join(dataDir, restoredName), JSON.stringify(facts))
  return { ...facts, differences }
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
