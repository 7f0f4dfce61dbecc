import type { SecretPrints } from '@quoin/core/credentials/judge-secret.ts'
import type { Keyring, Ports } from '../../ports/ports.ts'

const printLength = 32

/** Fingerprints of the secrets that a process has, derived like keys of their own; nothing leads back to a secret. */
export function secretPrintsOf(keyring: Pick<Keyring, 'acceptedDigests'>): SecretPrints {
  const [current = '', previous = null] = keyring
    .acceptedDigests('master secret', 'fingerprint')
    .map((digest) => digest.toString('hex').slice(0, printLength))
  return { current, previous }
}

/** Binds the database to the secret of this process, whatever it was bound to before. */
export async function acceptSecret(
  { db, store, clock, keyring }: Pick<Ports, 'db' | 'store' | 'clock' | 'keyring'>,
  actor: string,
): Promise<{ readonly isRotating: boolean }> {
  const prints = secretPrintsOf(keyring)
  await db.transaction(async (tx) => {
    await store.masterSecret.findSecretPrints(tx)
    await store.masterSecret.upsertSecretPrints(tx, prints)
    const trace = { actor, action: 'secret.accepted' as const, object: 'secret:master', details: {} }
    await store.audit.insertAudit(tx, { ...trace, nowMs: clock.nowMs() })
  })
  return { isRotating: prints.previous !== null }
}
