import { type Awaitable, whenKnown } from '@quoin/core/awaitable.ts'
import { operatorTokenActor } from '@quoin/core/people/program-token.ts'
import { staffRoles } from '@quoin/core/people/staff-role.ts'
import { openTokenCheck } from '../../features/credentials/open-token-check.ts'
import type { Ports } from '../../ports/ports.ts'
import { bearerToken } from '../prove.ts'
import type { Attempt, Prover } from '../prover.ts'
import { openRoleProver, type RoleNeeds } from './prove-role.ts'
import type { Staff } from './staff-route.ts'

/** The people of the platform, and programs with an operator token. */
export function openStaffProver(needs: RoleNeeds): Prover<Staff> {
  const { ports } = needs
  const isMaster =
    ports.settings.operatorToken === null ? isNone : openTokenCheck(ports.settings.operatorToken)
  return openRoleProver(needs, {
    roles: staffRoles,
    askForProof:
      'Sign in, or send an operator token as Authorization: Bearer. What was given is missing, wrong or has ended.',
    identify: (attempt, isAnew) => identify(ports, { attempt, isAnew, isMaster }),
  })
}

function isNone(): boolean {
  return false
}

interface Identifying {
  readonly attempt: Attempt
  readonly isAnew: boolean
  readonly isMaster: (token: string) => boolean
}

function identify(
  { people }: Pick<Ports, 'people'>,
  { attempt: { client }, isAnew, isMaster }: Identifying,
): Awaitable<Staff | undefined> {
  const token = bearerToken(client)
  if (token !== undefined) {
    if (isMaster(token)) {
      return {
        ...program,
        tokenId: null,
        actor: 'token:OPERATOR_TOKEN',
        name: 'OPERATOR_TOKEN',
        role: 'operator',
      }
    }
    return whenKnown(people.findToken(token, isAnew), (found) =>
      found === undefined
        ? undefined
        : {
            ...program,
            tokenId: found.id,
            actor: operatorTokenActor(found.name),
            name: found.name,
            role: found.role,
          },
    )
  }
  const cookies = client.header('cookie')
  if (cookies === undefined) return undefined
  return whenKnown(people.findSession(cookies, isAnew), (found) => {
    if (found === undefined) return undefined
    const { personId, sessionId, name, email, role } = found
    return { actor: `person:${email}`, name, role, personId, sessionId, tokenId: null }
  })
}

const program = { personId: null, sessionId: null }
