import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import type { CredentialRow } from '../../store/credentials/credentials.ts'

/** A key or the end of a secret, with when it is used. */
export function presentCredential(row: CredentialRow) {
  return {
    id: String(row.id),
    mode: row.mode,
    shown: row.shown,
    created_at: secondsOf(row.createdAtMs),
    expires_at: secondsOf(row.expiresAtMs),
    revoked_at: secondsOf(row.revokedAtMs),
    last_used_at: secondsOf(row.lastUsedAtMs),
    leaked_at: secondsOf(row.leakedAtMs),
    leaked_origin: row.leakedOrigin,
  }
}
