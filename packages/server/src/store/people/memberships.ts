import type { MemberRole } from '@quoin/core/people/member-role.ts'
import type { PublisherStatus } from '@quoin/core/publishers/publisher.ts'
import type { Db } from '../pg/database.ts'

/** A publisher that a person may act for. */
export interface Membership {
  readonly publisherId: number
  readonly publisher: string
  readonly status: PublisherStatus
  readonly role: MemberRole
  /** Unix milliseconds; null where they belong to it, and until when where they look at it for the platform. */
  readonly viewUntilMs: number | null
}

interface MemberSessionRow {
  readonly sessionId: string
  readonly personId: string
  readonly name: string
  readonly email: string
  readonly memberships: readonly Membership[]
}

/** Whose session it is while it holds, with the publishers that they may act for. */
export async function findMemberByToken(
  db: Db,
  token: string,
  nowMs: number,
): Promise<MemberSessionRow | undefined> {
  const [row] = await db.query<MemberSessionRow>(
    `select s.id as "sessionId", u.id as "personId", u.name, u.email, coalesce((
       select json_agg(json_build_object('publisherId', p.id, 'publisher', p.name, 'status', p.status, 'role', found.role,
         'viewUntilMs', found.until) order by found.until is not null, p.id)
       from (
         select o.publisher_id, m.role, null::bigint as until from people_members m
         join people_organizations o on o.id = m.organization_id
         where m.user_id = u.id and m.kind = 'publisher'
         union all
         select v.publisher_id, v.role, floor(extract(epoch from v.expires_at) * 1000)::bigint from people_views v
         join people_members staff on staff.user_id = u.id and staff.kind = 'platform'
         where v.session_id = s.id and v.expires_at > to_timestamp($2::bigint / 1000.0)
       ) found join publishers p on p.id = found.publisher_id
     ), '[]') as memberships
     from people_sessions s join people_users u on u.id = s.user_id
     where s.token = $1 and s.expires_at > to_timestamp($2::bigint / 1000.0)`,
    [token, nowMs],
  )
  return row
}
