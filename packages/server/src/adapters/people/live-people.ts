import { hash } from 'node:crypto'
import { isProgramToken } from '@quoin/core/people/program-token.ts'
import type {
  MemberSession,
  OperatorToken,
  People,
  PersonSession,
  PublisherToken,
} from '../../ports/people.ts'
import type { Clock } from '../../ports/ports.ts'
import type { Db } from '../../store/pg/database.ts'
import { findMemberByToken } from '../../store/people/memberships.ts'
import { usePublisherToken } from '../../store/people/publisher-tokens.ts'
import { findSessionByToken } from '../../store/people/sessions.ts'
import { useToken } from '../../store/people/tokens.ts'
import { type CookieRules, readSessionCookie } from './session-cookie.ts'

/** How long a found caller is believed: another process's revocation takes effect within it. */
const keptMs = 3_000
const keptMax = 1_000

interface PeopleNeeds {
  readonly db: Db
  readonly clock: Clock
  readonly cookies: CookieRules
}

/** Callers as the database knows them, and for a moment the memory. */
export function openPeople({ db, clock, cookies }: PeopleNeeds): People {
  const sessions = new Kept<PersonSession>(clock)
  const tokens = new Kept<OperatorToken>(clock)
  const members = new Kept<MemberSession>(clock)
  const publisherTokens = new Kept<PublisherToken>(clock)
  const findPerson = (cookieHeader: string, isAnew = false) => {
    const token = readSessionCookie(cookies, cookieHeader)
    if (token === undefined) return undefined
    return sessions.find(token, () => findSessionByToken(db, token, clock.nowMs()), isAnew)
  }
  return {
    findPerson,
    async findSession(cookieHeader, isAnew) {
      const person = await findPerson(cookieHeader, isAnew)
      return person?.role ? { ...person, role: person.role } : undefined
    },
    findMember(cookieHeader, isAnew) {
      const token = readSessionCookie(cookies, cookieHeader)
      if (token === undefined) return undefined
      return members.find(token, () => findMemberByToken(db, token, clock.nowMs()), isAnew)
    },
    findToken(token, isAnew) {
      if (!isProgramToken('qot', token)) return undefined
      return tokens.find(token, () => useToken(db, hash('sha256', token, 'buffer'), clock.nowMs()), isAnew)
    },
    findPublisherToken(token, isAnew) {
      if (!isProgramToken('qpt', token)) return undefined
      const digest = hash('sha256', token, 'buffer')
      return publisherTokens.find(token, () => usePublisherToken(db, digest, clock.nowMs()), isAnew)
    },
    forget() {
      for (const kept of [sessions, tokens, members, publisherTokens]) kept.clear()
    },
  }
}

/** Values found lately; a value that was not found is asked for each time. */
class Kept<Value> {
  readonly #clock: Clock
  readonly #values = new Map<string, { readonly value: Value; readonly untilMs: number }>()
  /** Raised by `clear`: what was asked for before it may be out of date, and is not kept. */
  #round = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  async find(
    key: string,
    look: () => Promise<Value | undefined>,
    isAnew = false,
  ): Promise<Value | undefined> {
    const known = this.#values.get(key)
    if (!isAnew && known !== undefined && known.untilMs > this.#clock.monotonicMs()) return known.value
    const round = this.#round
    const value = await look()
    this.#values.delete(key)
    if (value === undefined || round !== this.#round) return value
    if (this.#values.size >= keptMax) this.#values.delete(this.#values.keys().next().value ?? '')
    this.#values.set(key, { value, untilMs: this.#clock.monotonicMs() + keptMs })
    return value
  }

  clear(): void {
    this.#round += 1
    this.#values.clear()
  }
}
