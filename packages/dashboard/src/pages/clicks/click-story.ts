import type { DataOf } from '../../api/operation-types.ts'

export type Story = DataOf<'getClickStory'>

/** The page of the user who clicked. */
export function userPath({ app, user_id }: Pick<Story, 'app' | 'user_id'>): string {
  return `/ops/users/${app?.id ?? '0'}/${encodeURIComponent(user_id)}`
}
