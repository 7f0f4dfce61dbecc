import type { Operation } from '@quoin/contract/operation.ts'
import { type Awaitable, whenKnown } from '@quoin/core/awaitable.ts'
import { invalidApiKey, invalidApiSecret, rateLimitExceeded } from '@quoin/core/errors.ts'
import { isAtLeast } from '@quoin/core/people/role-ladder.ts'
import type { Ports } from '../../ports/ports.ts'
import { limitGuesses, type ProofNeeds } from '../prove.ts'
import type { Attempt, Prover } from '../prover.ts'
import { isOwnPage } from './own-page.ts'

export interface RoleNeeds extends Pick<ProofNeeds, 'ports' | 'guesses'> {
  /** Calls per person or token. */
  readonly calls: ProofNeeds['sessionCalls']
}

/** Whoever calls with a role: a person by their session, or a program. */
export interface RoleHolder {
  /** As the audit log names them: `person:<e-mail>` or `token:<name>`. */
  readonly actor: string
  /** Their name for people. */
  readonly name: string
  readonly role: string
  /** Null for a program. */
  readonly personId: string | null
  readonly sessionId: string | null
  /** Null for a person, and for the token of the environment. */
  readonly tokenId: string | null
}

/** The differences between the callers of one API and another. */
interface RoleProof<Who extends RoleHolder> {
  /** From the least on. */
  readonly roles: readonly Who['role'][]
  /** The message where nobody was found. */
  readonly askForProof: string
  /** Whose call it is, by what is remembered, or `isAnew` by the database. */
  identify(attempt: Attempt, isAnew: boolean): Awaitable<Who | undefined>
  /** Throws where the caller's own state forbids it, whatever their role. */
  readonly check?: (operation: Operation, who: Who) => void
  /** Whether a caller is still about the same as before, where an API can be called about several things. */
  readonly isSameScope?: (before: Who, now: Who) => boolean
}

/**
 * People by the cookie of their session, programs by a token. An absent, wrong or ended one is INVALID_API_KEY; a role
 * that is too low, or a request that another site made in a person's name, is INVALID_API_SECRET.
 */
export function openRoleProver<Who extends RoleHolder>(
  needs: RoleNeeds,
  { roles, askForProof, identify, check, isSameScope = () => true }: RoleProof<Who>,
): Prover<Who> {
  const { ports, calls } = needs
  return {
    ports,
    prove(operation, attempt) {
      return whenKnown(identify(attempt, operation.method !== 'GET'), (who) => {
        if (who === undefined) throw limitGuesses(needs, attempt.client, invalidApiKey(askForProof))
        admit(ports, calls, who)
        checkOrigin(ports, { operation, attempt, who })
        checkRole(roles, operation, who)
        check?.(operation, who)
        return who
      })
    },
    isSession: () => false,
    refusesUnknownFields: true,
    actorOf: ({ actor }) => actor,
    lasting: {
      async proveAgain(operation, attempt, who) {
        const now = await identify(attempt, false)
        if (now === undefined || !isSame(who, now) || !isSameScope(who, now)) throw invalidApiKey(askForProof)
        check?.(operation, now)
      },
      streamsOf: ({ personId, actor }) =>
        personId === null
          ? { holder: actor, streamsMax: streamsPerToken }
          : { holder: `person:${personId}`, streamsMax: streamsPerPerson },
    },
  }
}

/** Each tab with a live view has one. */
const streamsPerPerson = 10
const streamsPerToken = 5

/** Another role, or another session in the same browser, is another caller: what they began ends. */
function isSame(before: RoleHolder, now: RoleHolder): boolean {
  return before.actor === now.actor && before.role === now.role && before.sessionId === now.sessionId
}

interface Asking {
  readonly operation: Operation
  readonly attempt: Attempt
  readonly who: RoleHolder
}

function checkOrigin({ settings }: Pick<Ports, 'settings'>, { operation, attempt, who }: Asking): void {
  if (operation.method === 'GET' || who.sessionId === null) return
  if (isOwnPage(attempt.client, settings.baseUrl)) return
  throw invalidApiSecret("What changes something must come from the dashboard's own pages, or with a token.")
}

/** An operation that names no role is for the highest alone. */
function checkRole(roles: readonly string[], operation: Operation, { role }: RoleHolder): void {
  const least = operation.role ?? roles.at(-1) ?? ''
  if (!isAtLeast(roles, role, least)) {
    throw invalidApiSecret(`This needs the role ${least}; yours is ${role}.`)
  }
}

function admit({ meters }: Pick<Ports, 'meters'>, calls: RoleNeeds['calls'], { actor }: RoleHolder): void {
  const { isAdmitted, retryAfterSec } = calls.admit(actor)
  if (isAdmitted) return
  meters.count('rate_limited_total')
  throw rateLimitExceeded(retryAfterSec)
}
