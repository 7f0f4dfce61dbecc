import type { DataOf } from '../../api/operation-types.ts'

/** As operators and publishers are told of a user; who of the platform listed them is not told to publishers. */
export type UserStory = DataOf<'getUser'> | DataOf<'getMyUser'>

/** Where the timeline of a click stands for the reader. */
export type LinkOf = (clickId: string) => string

export const listWords = { block: 'Blocked', review: 'In review', allow: 'Allowed' } as const
