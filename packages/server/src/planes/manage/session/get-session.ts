import { getMySession as operation } from '@quoin/contract/manage/session/session-operations.ts'
import { whenKnown } from '@quoin/core/awaitable.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import { memberRoute } from '../../../http/staff/member-route.ts'
import type { Membership } from '../../../store/people/memberships.ts'

export const getMySession = memberRoute(operation, ({ ports: { people }, member, client }) => {
  const { actor, name, role, publisherId, publisher, publisherStatus: status, isView } = member
  const own = { publisherId, publisher, status, role, viewUntilMs: null }
  const found = member.sessionId === null ? undefined : people.findMember(client.header('cookie') ?? '')
  return whenKnown(found, (person) => ({
    data: {
      actor,
      name,
      role,
      publisher_id: String(publisherId),
      publisher,
      is_view: isView,
      publisher_status: status,
      publishers: (person?.memberships ?? [own]).map(presentMembership),
    },
    message: `You are ${name}, for ${publisher}.`,
  }))
})

function presentMembership({ publisherId, publisher, role, viewUntilMs }: Membership) {
  const viewEndsAt = secondsOf(viewUntilMs)
  return { id: String(publisherId), name: publisher, role, view_ends_at: viewEndsAt }
}
