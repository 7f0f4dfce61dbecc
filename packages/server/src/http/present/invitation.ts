import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import type { LinkRow } from '../../store/people/links.ts'

/** An open invitation in a list. */
export function presentInvitation({ id, email, role, actor, createdAtMs, expiresAtMs }: LinkRow) {
  return {
    ...{ id, email, role, actor },
    created_at: secondsOf(createdAtMs),
    expires_at: secondsOf(expiresAtMs),
  }
}
