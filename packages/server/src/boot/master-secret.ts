import { randomBytes } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { GivenSettings } from '../settings/config.ts'
import { addPrivateFile, isSystemError } from './process/private-file.ts'
import { StartError } from './process/start-error.ts'

const secretBytes = 32
const lengthMin = 32

interface SecretNeeds {
  readonly settings: Pick<GivenSettings, 'secret' | 'dataDir'>
  /** Whether the database already holds what a secret was used for. */
  readonly isInUse: () => Promise<boolean>
}

/** QUOIN_SECRET, or the one that was made with the embedded database and is kept in DATA_DIR, mode 0600. */
export async function openMasterSecret({ settings, isInUse }: SecretNeeds): Promise<string> {
  if (settings.secret !== null) return settings.secret
  const path = join(settings.dataDir, 'secret')
  const kept = (await readSecret(path)) ?? (await makeSecret(path, isInUse))
  if (kept.length >= lengthMin) return kept
  throw new StartError(`${path} is damaged: restore it from a backup, or set QUOIN_SECRET`)
}

async function makeSecret(path: string, isInUse: () => Promise<boolean>): Promise<string> {
  // A new one would silently forget every known device and open no stored secret of a network any more.
  if (await isInUse()) {
    throw new StartError(
      `${path} is missing, although the database beside it is in use: restore it from a backup, ` +
        'or set QUOIN_SECRET to begin with a new one',
    )
  }
  await mkdir(join(path, '..'), { recursive: true })
  await addPrivateFile(path, randomBytes(secretBytes).toString('base64url'))
  return (await readSecret(path)) ?? ''
}

async function readSecret(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return undefined
    throw error
  }
}
