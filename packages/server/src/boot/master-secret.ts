import { randomBytes } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { judgeSecret } from '@quoin/core/credentials/judge-secret.ts'
import { openKeyring } from '../adapters/crypto/keyring.ts'
import { secretPrintsOf } from '../features/credentials/accept-secret.ts'
import { findSecretPrints, upsertSecretPrints } from '../store/credentials/master-secret.ts'
import type { Database } from '../store/pg/database.ts'
import { addPrivateFile, isSystemError } from './process/private-file.ts'
import { StartError } from './process/start-error.ts'

const secretBytes = 32
const lengthMin = 32

interface SecretNeeds {
  readonly settings: {
    readonly secret: string | null
    readonly previousSecret: string | null
    readonly dataDir: string
  }
  readonly db: Database
  /** Whether the database already holds what a secret was used for. */
  readonly isInUse: () => Promise<boolean>
  /**
   * A server stays, a command comes and goes; `accept` takes a secret for the database's own, whatever it was
   * before.
   */
  readonly user: 'server' | 'command' | 'accept'
}

/**
 * QUOIN_SECRET, or the one that was made with the embedded database and is kept in DATA_DIR, mode 0600. Throws where
 * the database is used with another one.
 */
export async function openMasterSecret(needs: SecretNeeds): Promise<string> {
  const { settings, isInUse } = needs
  const path = join(settings.dataDir, 'secret')
  const isKept = settings.secret === null
  const secret = settings.secret ?? (await readSecret(path)) ?? (await makeSecret(path, isInUse))
  await assertFits(secret, needs, isKept ? path : undefined)
  return secret
}

/** The secret as far as it is known without the database: a first start is going to make it. */
export async function findMasterSecret({
  secret,
  dataDir,
}: Pick<SecretNeeds['settings'], 'secret' | 'dataDir'>): Promise<string | undefined> {
  return secret ?? (await readSecret(join(dataDir, 'secret')))
}

async function assertFits(
  secret: string,
  { settings: { previousSecret }, db, user }: SecretNeeds,
  path: string | undefined,
): Promise<void> {
  const given = {
    ...secretPrintsOf(openKeyring({ current: secret, previous: previousSecret })),
    isKept: path !== undefined,
    isServer: user === 'server',
  }
  await db.transaction(async (tx) => {
    const stored = await findSecretPrints(tx)
    const verdict = judgeSecret(user === 'accept' ? undefined : stored, given)
    if (!verdict.fits) throw new StartError(path === undefined ? notThisSecret : notThisFile(path))
    if (verdict.store) await upsertSecretPrints(tx, verdict.store)
  })
}

const ifLost = 'if that one is lost, "quoin secret accept" begins with this one'

const notThisSecret =
  'QUOIN_SECRET is not the secret that this database is used with: set that one, ' +
  `or name it in QUOIN_SECRET_PREVIOUS to rotate it; ${ifLost}`

function notThisFile(path: string): string {
  return (
    `${path} is not the secret that this database is used with, which was given in QUOIN_SECRET: ` +
    `set that again; ${ifLost}`
  )
}

async function makeSecret(path: string, isInUse: () => Promise<boolean>): Promise<string> {
  // A new one would silently forget every known device and open no stored secret of a network any more.
  if (await isInUse()) {
    throw new StartError(
      `${path} is missing, although the database beside it is in use: restore it from a backup, ` +
        'or set QUOIN_SECRET to the one that is used; if it is lost, to a new one, for "quoin secret accept"',
    )
  }
  await mkdir(join(path, '..'), { recursive: true })
  await addPrivateFile(path, randomBytes(secretBytes).toString('base64url'))
  return (await readSecret(path)) ?? ''
}

async function readSecret(path: string): Promise<string | undefined> {
  const secret = await readText(path)
  if (secret !== undefined && secret.length < lengthMin) {
    throw new StartError(`${path} is damaged: restore it from a backup, or set QUOIN_SECRET`)
  }
  return secret
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return undefined
    throw error
  }
}
