import type { StaffRole } from '@quoin/core/people/staff-role.ts'
import type { Db } from '../pg/database.ts'

/**
 * The platform's organization, locked until the transaction ends: of two who demote each other at once, the second
 * sees what the first did.
 */
export async function lockPlatform(tx: Db): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    "select id from people_organizations where kind = 'platform' for update",
  )
  if (row === undefined) throw new Error('The platform has no organization')
  return row.id
}

interface Membership {
  readonly organizationId: number
  readonly personId: string
  readonly role: StaffRole
  readonly nowMs: number
}

export async function upsertStaff(
  tx: Db,
  { organizationId, personId, role, nowMs }: Membership,
): Promise<void> {
  await tx.query(
    `insert into people_members (organization_id, kind, user_id, role, created_at)
     values ($1, 'platform', $2, $3, to_timestamp($4::bigint / 1000.0))
     on conflict (organization_id, user_id) do update set role = excluded.role`,
    [organizationId, personId, role, nowMs],
  )
}

/** Whether they belong anywhere still. */
export async function deleteStaff(tx: Db, personId: string): Promise<{ readonly isLeft: boolean }> {
  await tx.query("delete from people_members where user_id = $1 and kind = 'platform'", [personId])
  const left = await tx.query('select from people_members where user_id = $1 limit 1', [personId])
  return { isLeft: left.length > 0 }
}

export async function countOperators(db: Db): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    "select count(*) from people_members where kind = 'platform' and role = 'operator'",
  )
  return row?.count ?? 0
}

/** Whether an operator has a password: then the service is set up. */
export async function hasSetUpOperator(db: Db): Promise<boolean> {
  const rows = await db.query(
    `select from people_members m join people_accounts a on a.user_id = m.user_id
     where m.kind = 'platform' and m.role = 'operator' and a.password is not null limit 1`,
  )
  return rows.length > 0
}
