import { isAtLeast } from './role-ladder.ts'

/** Rights of a person, or a program in their place, at this Quoin, from the least on. */
export const staffRoles = ['analyst', 'reviewer', 'operator'] as const
export type StaffRole = (typeof staffRoles)[number]

/** Whether one role may do what asks for at least the other. */
export function mayAct(role: StaffRole, least: StaffRole): boolean {
  return isAtLeast(staffRoles, role, least)
}
