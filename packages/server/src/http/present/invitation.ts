import type { LinkRow } from '../../store/people/links.ts'

/** An open invitation in a list. */
export function presentInvitation({ id, email, role, actor, createdAtMs, expiresAtMs }: LinkRow) {
  return {
    ...{ id, email, role, actor },
    created_at: Math.floor(createdAtMs / 1000),
    expires_at: Math.floor(expiresAtMs / 1000),
  }
}
