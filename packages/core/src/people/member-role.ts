/** Rights of a person, or a program in their place, at a publisher, from the least on. */
export const memberRoles = ['analyst', 'developer', 'owner'] as const
export type MemberRole = (typeof memberRoles)[number]
