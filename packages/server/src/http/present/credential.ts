import type { CredentialRow } from '../../store/credentials/credentials.ts'

/** A key or the end of a secret, with when it is used. */
export function presentCredential(row: CredentialRow) {
  return {
    ...{ id: String(row.id), mode: row.mode, shown: row.shown },
    created_at: Math.floor(row.createdAtMs / 1000),
    expires_at: secondsOf(row.expiresAtMs),
    revoked_at: secondsOf(row.revokedAtMs),
    last_used_at: secondsOf(row.lastUsedAtMs),
    leaked_at: secondsOf(row.leakedAtMs),
    leaked_origin: row.leakedOrigin,
  }
}

function secondsOf(ms: number | null): number | null {
  return ms === null ? null : Math.floor(ms / 1000)
}
