import type { MemberRole } from '@quoin/core/people/member-role.ts'
import type { StaffRole } from '@quoin/core/people/staff-role.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import type { Invitation } from '../../store/people/links.ts'

/** An open invitation in a list. */
export function presentInvitation<Role extends StaffRole | MemberRole>({
  id,
  email,
  role,
  actor,
  createdAtMs,
  expiresAtMs,
}: Invitation<Role>) {
  return { id, email, role, actor, created_at: secondsOf(createdAtMs), expires_at: secondsOf(expiresAtMs) }
}
