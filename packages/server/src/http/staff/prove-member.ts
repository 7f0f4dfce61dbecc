import type { Operation } from '@quoin/contract/operation.ts'
import { type Awaitable, whenKnown } from '@quoin/core/awaitable.ts'
import { invalidApiSecret, notFound } from '@quoin/core/errors.ts'
import { memberRoles } from '@quoin/core/people/member-role.ts'
import { publisherTokenActor } from '@quoin/core/people/program-token.ts'
import type { MemberSession } from '../../ports/people.ts'
import type { Ports } from '../../ports/ports.ts'
import { bearerToken } from '../prove.ts'
import type { Attempt, Prover } from '../prover.ts'
import type { Member } from './member-route.ts'
import { openRoleProver, type RoleNeeds } from './prove-role.ts'

/**
 * The people of publishers, and their programs. Each call is about one publisher: the token's own, or the one that the
 * parameter `publisher` names among those that the person may act for. Any other is RESOURCE_NOT_FOUND, like one that
 * does not exist.
 */
export function openMemberProver(needs: RoleNeeds): Prover<Member> {
  return openRoleProver(needs, {
    roles: memberRoles,
    askForProof:
      "Sign in, or send a publisher's token as Authorization: Bearer. What was given is missing, wrong or has ended.",
    identify: (attempt, isAnew) => identify(needs.ports, attempt, isAnew),
    check: refuseSuspended,
    isSameScope: (before, now) => before.publisherId === now.publisherId && before.isView === now.isView,
  })
}

function identify(
  { people }: Pick<Ports, 'people'>,
  attempt: Attempt,
  isAnew: boolean,
): Awaitable<Member | undefined> {
  const { client, query } = attempt
  const asked = query['publisher']
  const token = bearerToken(client)
  if (token !== undefined) {
    return whenKnown(people.findPublisherToken(token, isAnew), (found) => {
      if (found === undefined) return undefined
      const { id: tokenId, name, role, publisherId, publisher, status: publisherStatus } = found
      if (asked !== undefined && asked !== String(publisherId)) throw unknownPublisher()
      const program = { personId: null, sessionId: null, tokenId, isView: false }
      return {
        ...program,
        actor: publisherTokenActor(publisherId, name),
        name,
        role,
        publisherId,
        publisher,
        publisherStatus,
      }
    })
  }
  const cookies = client.header('cookie')
  if (cookies === undefined) return undefined
  return whenKnown(people.findMember(cookies, isAnew), (found) => found && memberOf(found, asked))
}

function memberOf({ memberships, ...person }: MemberSession, asked: unknown): Member {
  const [first] = memberships
  if (first === undefined) throw invalidApiSecret('You belong to no publisher here.')
  const chosen =
    asked === undefined ? first : memberships.find(({ publisherId }) => String(publisherId) === asked)
  if (chosen === undefined) throw unknownPublisher()
  const { personId, sessionId, name, email } = person
  const { publisherId, publisher, role, viewUntilMs, status: publisherStatus } = chosen
  return {
    actor: `person:${email}`,
    name,
    role,
    personId,
    sessionId,
    publisherId,
    publisher,
    tokenId: null,
    publisherStatus,
    isView: viewUntilMs !== null,
  }
}

/** The people of a suspended publisher read what is theirs and change nothing; whoever looks for the platform may. */
function refuseSuspended({ method }: Operation, { publisherStatus, isView }: Member): void {
  if (method === 'GET' || publisherStatus !== 'suspended' || isView) return
  throw invalidApiSecret(
    'Your publisher is suspended: you may read everything and change nothing. Ask the platform.',
  )
}

function unknownPublisher() {
  return notFound('There is no such publisher, or you do not belong to it.')
}
