import type { MemberRole } from '@quoin/core/people/member-role.ts'
import type { PublisherStatus } from '@quoin/core/publishers/publisher.ts'
import type { Db } from '../pg/database.ts'

interface TokenRow {
  readonly id: string
  readonly name: string
  readonly role: MemberRole
  readonly masked: string
  readonly actor: string
  readonly createdAtMs: number
  readonly expiresAtMs: number | null
  readonly lastUsedAtMs: number | null
}

interface NewToken {
  readonly id: string
  readonly publisherId: number
  readonly name: string
  readonly role: MemberRole
  readonly digest: Uint8Array
  readonly masked: string
  readonly actor: string
  readonly nowMs: number
  readonly expiresAtMs: number | null
}

/** Whether it could be made: no other token of the publisher's that is not revoked has the name. */
export async function insertPublisherToken(tx: Db, token: NewToken): Promise<boolean> {
  const rows = await tx.query(
    `insert into people_publisher_tokens
       (id, publisher_id, name, role, digest, masked, actor, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, to_timestamp($8::bigint / 1000.0), to_timestamp($9::bigint / 1000.0))
     on conflict (publisher_id, lower(name)) where revoked_at is null do nothing returning id`,
    [
      ...[token.id, token.publisherId, token.name, token.role, token.digest, token.masked, token.actor],
      ...[token.nowMs, token.expiresAtMs],
    ],
  )
  return rows.length > 0
}

interface FoundToken extends Pick<TokenRow, 'id' | 'name' | 'role'> {
  readonly publisherId: number
  readonly publisher: string
  readonly status: PublisherStatus
}

/** The token and its publisher while it is valid; its use is noted, to the minute. */
export async function usePublisherToken(
  db: Db,
  digest: Uint8Array,
  nowMs: number,
): Promise<FoundToken | undefined> {
  const [row] = await db.query<FoundToken>(
    `with found as (
       select id, name, role, publisher_id, last_used_at from people_publisher_tokens
       where digest = $1 and revoked_at is null
         and (expires_at is null or expires_at > to_timestamp($2::bigint / 1000.0))
     ), noted as (
       update people_publisher_tokens set last_used_at = to_timestamp($2::bigint / 1000.0)
       where id = (
         select id from found
         where last_used_at is null or last_used_at < to_timestamp($2::bigint / 1000.0) - interval '1 minute'
       )
     )
     select found.id, found.name, role, publisher_id as "publisherId", p.name as publisher, p.status
     from found join publishers p on p.id = publisher_id`,
    [digest, nowMs],
  )
  return row
}

/** Those that are not revoked, newest first. */
export async function listPublisherTokens(db: Db, publisherId: number): Promise<TokenRow[]> {
  return await db.query(
    `select id, name, role, masked, actor, created_at as "createdAtMs", expires_at as "expiresAtMs",
       last_used_at as "lastUsedAtMs"
     from people_publisher_tokens where publisher_id = $1 and revoked_at is null
     order by created_at desc, id desc limit 500`,
    [publisherId],
  )
}

/** The name of the token, if it was one of theirs. */
export async function revokePublisherToken(
  tx: Db,
  { publisherId, id, nowMs }: { publisherId: number; id: string; nowMs: number },
): Promise<string | undefined> {
  const [row] = await tx.query<{ name: string }>(
    `update people_publisher_tokens set revoked_at = to_timestamp($3::bigint / 1000.0)
     where publisher_id = $1 and id = $2 and revoked_at is null returning name`,
    [publisherId, id, nowMs],
  )
  return row?.name
}

/**
 * Ends the tokens that somebody has made, of one publisher or of all at which they are no owner any more. Returns which.
 */
export async function revokePublisherTokensOf(
  tx: Db,
  { actor, publisherId, nowMs }: { actor: string; publisherId: number | null; nowMs: number },
): Promise<{ readonly publisherId: number; readonly name: string }[]> {
  return await tx.query(
    `update people_publisher_tokens t set revoked_at = to_timestamp($3::bigint / 1000.0)
     where actor = $1 and revoked_at is null and ($2::bigint is null or publisher_id = $2)
       and not exists (
         select from people_members m join people_organizations o on o.id = m.organization_id
         join people_users u on u.id = m.user_id
         where o.publisher_id = t.publisher_id and m.role = 'owner' and t.actor = 'person:' || u.email
       )
     returning publisher_id as "publisherId", name`,
    [actor, publisherId, nowMs],
  )
}

/** Made by somebody whose address has changed: it ends with them still. */
export async function renamePublisherTokenActor(
  tx: Db,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await tx.query('update people_publisher_tokens set actor = $2 where actor = $1', [from, to])
}
