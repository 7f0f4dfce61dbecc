import type { StaffRole } from '@quoin/core/people/staff-role.ts'
import type { Db } from '../pg/database.ts'

interface TokenRow {
  readonly id: string
  readonly name: string
  readonly role: StaffRole
  readonly masked: string
  readonly actor: string
  readonly createdAtMs: number
  readonly expiresAtMs: number | null
  readonly lastUsedAtMs: number | null
}

interface NewToken {
  readonly id: string
  readonly name: string
  readonly role: StaffRole
  readonly digest: Uint8Array
  readonly masked: string
  readonly actor: string
  readonly nowMs: number
  readonly expiresAtMs: number | null
}

/** Whether it could be made: no other token that is not revoked has the name. */
export async function insertToken(tx: Db, token: NewToken): Promise<boolean> {
  const rows = await tx.query(
    `insert into people_tokens (id, name, role, digest, masked, actor, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, to_timestamp($7::bigint / 1000.0), to_timestamp($8::bigint / 1000.0))
     on conflict (lower(name)) where revoked_at is null do nothing returning id`,
    [
      ...[token.id, token.name, token.role, token.digest, token.masked, token.actor],
      ...[token.nowMs, token.expiresAtMs],
    ],
  )
  return rows.length > 0
}

/** The name and role of a token while it is valid; its use is noted, to the minute. */
export async function useToken(
  db: Db,
  digest: Uint8Array,
  nowMs: number,
): Promise<Pick<TokenRow, 'id' | 'name' | 'role'> | undefined> {
  const [row] = await db.query<Pick<TokenRow, 'id' | 'name' | 'role'>>(
    `with found as (
       select id, name, role, last_used_at from people_tokens
       where digest = $1 and revoked_at is null
         and (expires_at is null or expires_at > to_timestamp($2::bigint / 1000.0))
     ), noted as (
       update people_tokens set last_used_at = to_timestamp($2::bigint / 1000.0)
       where id = (
         select id from found
         where last_used_at is null or last_used_at < to_timestamp($2::bigint / 1000.0) - interval '1 minute'
       )
     )
     select id, name, role from found`,
    [digest, nowMs],
  )
  return row
}

/** Those that are not revoked, newest first. */
export async function listTokens(db: Db): Promise<TokenRow[]> {
  return await db.query(
    `select id, name, role, masked, actor, created_at as "createdAtMs", expires_at as "expiresAtMs",
       last_used_at as "lastUsedAtMs"
     from people_tokens where revoked_at is null order by created_at desc, id desc limit 500`,
  )
}

/** The name of the token, if it was one. */
export async function revokeToken(tx: Db, id: string, nowMs: number): Promise<string | undefined> {
  const [row] = await tx.query<{ name: string }>(
    `update people_tokens set revoked_at = to_timestamp($2::bigint / 1000.0)
     where id = $1 and revoked_at is null returning name`,
    [id, nowMs],
  )
  return row?.name
}

/** Ends the tokens that somebody has made. Returns their names. */
export async function revokeTokensOf(
  tx: Db,
  { actor, nowMs }: { readonly actor: string; readonly nowMs: number },
): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(
    `update people_tokens set revoked_at = to_timestamp($2::bigint / 1000.0)
     where actor = $1 and revoked_at is null returning name`,
    [actor, nowMs],
  )
  return rows.map(({ name }) => name)
}

/** Made by somebody whose address has changed: it ends with them still. */
export async function renameTokenActor(
  tx: Db,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await tx.query('update people_tokens set actor = $2 where actor = $1', [from, to])
}
