import { type StaffRole, staffRoles } from '@quoin/core/people/staff-role.ts'

/** How pages name the roles. */
export const roleWords: Readonly<Record<StaffRole, string>> = {
  analyst: 'Analyst',
  reviewer: 'Reviewer',
  operator: 'Operator',
}

export const roleOptions = staffRoles.map((value) => ({ value, label: roleWords[value] }))
