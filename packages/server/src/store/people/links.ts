import type { MemberRole } from '@quoin/core/people/member-role.ts'
import type { StaffRole } from '@quoin/core/people/staff-role.ts'
import type { Db } from '../pg/database.ts'

export type LinkKind = 'set_up' | 'demo' | 'invitation' | 'reset' | 'sign_up'

interface NewLink {
  readonly id: string
  readonly kind: LinkKind
  readonly digest: Uint8Array
  readonly organizationId: number | null
  readonly email: string | null
  readonly role: StaffRole | MemberRole | null
  readonly personId: string | null
  readonly actor: string
  /** Whether whoever uses it has proven the address by it. */
  readonly confirmsAddress: boolean
  readonly nowMs: number
  readonly expiresAtMs: number
}

export interface LinkRow {
  readonly id: string
  readonly kind: LinkKind
  readonly organizationId: number | null
  readonly email: string | null
  /** A role of the platform or of a publisher, as the organization is. */
  readonly role: StaffRole | MemberRole | null
  readonly personId: string | null
  readonly actor: string
  readonly confirmsAddress: boolean
  readonly createdAtMs: number
  readonly expiresAtMs: number
}

/** A link that invites somebody, with a role of the organization. */
export interface Invitation<Role extends StaffRole | MemberRole> extends LinkRow {
  readonly email: string
  readonly role: Role
}

const linkColumns = `id, kind, organization_id as "organizationId", email, role, user_id as "personId", actor,
  confirms_address as "confirmsAddress", created_at as "createdAtMs", expires_at as "expiresAtMs"`

const isOpen = 'used_at is null and revoked_at is null and expires_at > to_timestamp($2::bigint / 1000.0)'

export async function insertLink(tx: Db, link: NewLink): Promise<void> {
  await tx.query(
    `insert into people_links
       (id, kind, digest, organization_id, email, role, user_id, actor, confirms_address, created_at,
        expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, to_timestamp($10::bigint / 1000.0),
       to_timestamp($11::bigint / 1000.0))`,
    [
      ...[link.id, link.kind, link.digest, link.organizationId, link.email, link.role, link.personId],
      ...[link.actor, link.confirmsAddress, link.nowMs, link.expiresAtMs],
    ],
  )
}

export async function findOpenLink(db: Db, digest: Uint8Array, nowMs: number): Promise<LinkRow | undefined> {
  const [row] = await db.query<LinkRow>(
    `select ${linkColumns} from people_links where digest = $1 and ${isOpen}`,
    [digest, nowMs],
  )
  return row
}

/** Uses a link up. When two callers try at once, one gets it and the other finds nothing. */
export async function takeLink(tx: Db, digest: Uint8Array, nowMs: number): Promise<LinkRow | undefined> {
  const [row] = await tx.query<LinkRow>(
    `update people_links set used_at = to_timestamp($2::bigint / 1000.0) where digest = $1 and ${isOpen}
     returning ${linkColumns}`,
    [digest, nowMs],
  )
  return row
}

/** The open invitations of one organization, newest first. */
/** The roles are those of the organization. */
export async function listInvitations<Role extends StaffRole | MemberRole>(
  db: Db,
  organizationId: number,
  nowMs: number,
): Promise<Invitation<Role>[]> {
  return await db.query(
    `select ${linkColumns} from people_links
     where kind = 'invitation' and organization_id = $1 and ${isOpen} order by created_at desc, id desc limit 500`,
    [organizationId, nowMs],
  )
}

/** How many an organization has made since a time, whatever became of them. */
export async function countInvitationsSince(
  db: Db,
  organizationId: number,
  sinceMs: number,
): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*) from people_links
     where kind = 'invitation' and organization_id = $1 and created_at > to_timestamp($2::bigint / 1000.0)`,
    [organizationId, sinceMs],
  )
  return row?.count ?? 0
}

/** Whether there was such an invitation that nobody had accepted. */
export async function revokeInvitation(
  tx: Db,
  { id, organizationId, nowMs }: { id: string; organizationId: number; nowMs: number },
): Promise<LinkRow | undefined> {
  const [row] = await tx.query<LinkRow>(
    `update people_links set revoked_at = to_timestamp($2::bigint / 1000.0)
     where id = $1 and kind = 'invitation' and organization_id = $3 and ${isOpen} returning ${linkColumns}`,
    [id, nowMs, organizationId],
  )
  return row
}

interface Superseded {
  readonly kinds: readonly LinkKind[]
  readonly email?: string
  readonly personId?: string
  readonly organizationId?: number
  /** The person or program who made them. */
  readonly actor?: string
  readonly nowMs: number
}

/** Ends the open links of some kinds: a new one takes their place, or what they were for has happened. */
export async function revokeLinks(tx: Db, { kinds, nowMs, ...of }: Superseded): Promise<void> {
  await tx.query(
    `update people_links set revoked_at = to_timestamp($2::bigint / 1000.0)
     where kind = any($1) and ${isOpen} and ($3::text is null or email = $3) and ($4::text is null or user_id = $4)
       and ($5::bigint is null or organization_id = $5) and ($6::text is null or actor = $6)`,
    [kinds, nowMs, of.email ?? null, of.personId ?? null, of.organizationId ?? null, of.actor ?? null],
  )
}

/** Made by somebody whose address has changed: it ends with them still. */
export async function renameLinkActor(
  tx: Db,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await tx.query('update people_links set actor = $2 where actor = $1', [from, to])
}
