import type { ApiKey, ApiSecret, Mode } from '@quoin/core/apps/app.ts'
import type { Db } from '../pg/database.ts'

export async function listApiKeys(db: Db): Promise<ApiKey[]> {
  return await db.query(
    `select id, app_id as "appId", key, mode, expires_at as "expiresAtMs", revoked_at as "revokedAtMs"
     from api_keys order by id`,
    [],
  )
}

export async function listApiSecrets(db: Db): Promise<ApiSecret[]> {
  return await db.query(
    `select id, app_id as "appId", mode, digest, expires_at as "expiresAtMs", revoked_at as "revokedAtMs"
     from api_secrets order by id`,
    [],
  )
}

export async function insertApiKey(
  db: Db,
  { appId, key, mode, label }: { appId: number; key: string; mode: Mode; label: string },
): Promise<number> {
  const [row] = await db.query<{ id: number }>(
    'insert into api_keys (app_id, key, mode, label) values ($1, $2, $3, $4) returning id',
    [appId, key, mode, label],
  )
  return row?.id ?? 0
}

export async function insertApiSecret(
  db: Db,
  secret: { appId: number; digest: Uint8Array; masked: string; mode: Mode },
): Promise<number> {
  const [row] = await db.query<{ id: number }>(
    'insert into api_secrets (app_id, digest, masked, mode) values ($1, $2, $3, $4) returning id',
    [secret.appId, secret.digest, secret.masked, secret.mode],
  )
  return row?.id ?? 0
}

/** The part of a key or secret that may be seen: never the secret, nor its digest. */
export interface CredentialRow {
  readonly id: number
  readonly appId: number
  readonly shown: string
  readonly mode: Mode
  readonly createdAtMs: number
  readonly expiresAtMs: number | null
  readonly revokedAtMs: number | null
  readonly lastUsedAtMs: number | null
  readonly leakedAtMs: number | null
  readonly leakedOrigin: string | null
}

/** The keys of one app, or of all. */
export async function listShownKeys(db: Db, appId: number | null = null): Promise<CredentialRow[]> {
  return await db.query(
    `select id, app_id as "appId", key as shown, mode, created_at as "createdAtMs", expires_at as "expiresAtMs",
       revoked_at as "revokedAtMs", last_used_at as "lastUsedAtMs", null as "leakedAtMs", null as "leakedOrigin"
     from api_keys where $1::bigint is null or app_id = $1 order by id`,
    [appId],
  )
}

export async function listShownSecrets(db: Db, appId: number | null = null): Promise<CredentialRow[]> {
  return await db.query(
    `select id, app_id as "appId", masked as shown, mode, created_at as "createdAtMs",
       expires_at as "expiresAtMs", revoked_at as "revokedAtMs", last_used_at as "lastUsedAtMs",
       leaked_at as "leakedAtMs", leaked_origin as "leakedOrigin"
     from api_secrets where $1::bigint is null or app_id = $1 order by id`,
    [appId],
  )
}

interface Expiry {
  readonly appId: number
  readonly mode: Mode
  readonly exceptId: number
  readonly expiresAtMs: number
}

/** Lets the app's present secrets run out: never later than they would have anyway. Returns how many. */
export async function expireApiSecrets(db: Db, expiry: Expiry): Promise<number> {
  return await expireIn('api_secrets', db, expiry)
}

/** The same for its keys. */
export async function expireApiKeys(db: Db, expiry: Expiry): Promise<number> {
  return await expireIn('api_keys', db, expiry)
}

async function expireIn(
  table: 'api_keys' | 'api_secrets',
  db: Db,
  { appId, mode, exceptId, expiresAtMs }: Expiry,
): Promise<number> {
  const rows = await db.query(
    `update ${table} set expires_at = least(coalesce(expires_at, 'infinity'), $4)
     where app_id = $1 and mode = $2 and id <> $3 and revoked_at is null returning id`,
    [appId, mode, exceptId, new Date(expiresAtMs)],
  )
  return rows.length
}

/** A set end is final: revoking twice keeps the first moment. Undefined when there is none to revoke. */
export async function revokeApiKey(
  db: Db,
  id: number,
  nowMs: number,
): Promise<Pick<CredentialRow, 'appId'> | undefined> {
  const [row] = await db.query<Pick<CredentialRow, 'appId'>>(
    `update api_keys set revoked_at = coalesce(revoked_at, $2) where id = $1 returning app_id as "appId"`,
    [id, new Date(nowMs)],
  )
  return row
}

export async function revokeApiSecret(
  db: Db,
  id: number,
  nowMs: number,
): Promise<Pick<CredentialRow, 'appId'> | undefined> {
  const [row] = await db.query<Pick<CredentialRow, 'appId'>>(
    `update api_secrets set revoked_at = coalesce(revoked_at, $2) where id = $1 returning app_id as "appId"`,
    [id, new Date(nowMs)],
  )
  return row
}

export async function noteKeysUsed(db: Db, ids: readonly number[], nowMs: number): Promise<void> {
  await db.query('update api_keys set last_used_at = $2 where id = any($1::bigint[])', [ids, new Date(nowMs)])
}

export async function noteSecretsUsed(db: Db, ids: readonly number[], nowMs: number): Promise<void> {
  await db.query('update api_secrets set last_used_at = $2 where id = any($1::bigint[])', [
    ids,
    new Date(nowMs),
  ])
}

/** The first sighting is kept: it says since when the secret has been known. */
export async function noteSecretLeaked(db: Db, id: number, origin: string, nowMs: number): Promise<void> {
  await db.query(
    'update api_secrets set leaked_at = $3, leaked_origin = $2 where id = $1 and leaked_at is null',
    [id, origin, new Date(nowMs)],
  )
}
