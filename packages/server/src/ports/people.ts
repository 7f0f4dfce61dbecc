import type { Awaitable } from '@quoin/core/awaitable.ts'
import type { MemberRole } from '@quoin/core/people/member-role.ts'
import type { StaffRole } from '@quoin/core/people/staff-role.ts'
import type { PublisherStatus } from '@quoin/core/publishers/publisher.ts'
import type { Membership } from '../store/people/memberships.ts'

/** A person who has signed in. */
export interface PersonSession {
  readonly sessionId: string
  readonly personId: string
  readonly name: string
  readonly email: string
  /** Their role at the platform; null where they have none. */
  readonly role: StaffRole | null
}

/** A person of the platform who has signed in. */
interface StaffSession extends PersonSession {
  readonly role: StaffRole
}

/** A person who has signed in, with the publishers that they may act for. */
export interface MemberSession extends Omit<PersonSession, 'role'> {
  readonly memberships: readonly Membership[]
}

/** A publisher's program. */
export interface PublisherToken {
  readonly id: string
  readonly name: string
  readonly role: MemberRole
  readonly publisherId: number
  readonly publisher: string
  readonly status: PublisherStatus
}

/** A program's token that was made on the dashboard. */
export interface OperatorToken {
  readonly id: string
  readonly name: string
  readonly role: StaffRole
}

/**
 * The people of the platform, as far as a request needs to know them. A found caller is remembered for a moment, unless
 * they are asked for `anew`: whoever has just lost their access must not change anything by which they come back.
 */
export interface People {
  /** By the `Cookie` header of a request; undefined where no session of it holds, or it is nobody's of the platform. */
  findSession(cookieHeader: string, isAnew?: boolean): Awaitable<StaffSession | undefined>
  /** The same for whoever has signed in, with a role at the platform or without. */
  findPerson(cookieHeader: string, isAnew?: boolean): Awaitable<PersonSession | undefined>
  /** The same with the publishers that they may act for, which may be none. */
  findMember(cookieHeader: string, isAnew?: boolean): Awaitable<MemberSession | undefined>
  /** By the token of an `Authorization` header; undefined where it is unknown, expired or revoked. */
  findToken(token: string, isAnew?: boolean): Awaitable<OperatorToken | undefined>
  /** The same for the programs of publishers. */
  findPublisherToken(token: string, isAnew?: boolean): Awaitable<PublisherToken | undefined>
  /** After a change of people, roles, sessions or tokens: this process asks the database anew. */
  forget(): void
}

/** The browser in front of which somebody sits. */
export interface Browser {
  /** Its `Cookie` header. */
  readonly cookies: string
  readonly address: string
  readonly userAgent: string | undefined
}

/** Values of `Set-Cookie` that the browser must get. */
type SetCookies = readonly string[]

export type SignIn =
  | { readonly state: 'signed_in'; readonly personId: string; readonly setCookies: SetCookies }
  /** The password was right; a code is asked for, too. */
  | { readonly state: 'second_step'; readonly setCookies: SetCookies }
  /** Wrong; `isOver`: the sign-in must begin anew. `isLocked`: too many wrong codes, for a quarter of an hour. */
  | { readonly state: 'refused'; readonly isOver?: boolean; readonly isLocked?: boolean }

export interface TwoFactorSecret {
  /** `otpauth://…` for an authenticator app. */
  readonly uri: string
  readonly recoveryCodes: readonly string[]
}

/** Passwords, second steps and cookies: what the sign-in library does. Loaded at the first call. */
export interface Authenticator {
  signIn(given: { readonly email: string; readonly password: string }, browser: Browser): Promise<SignIn>
  passSecondStep(
    given: { readonly code: string; readonly isRecoveryCode: boolean },
    browser: Browser,
  ): Promise<SignIn>
  /** The cookies of a new session of somebody who has proved themselves otherwise, who is known in this browser now. */
  writeCookies(session: { readonly token: string; readonly email: string }, browser: Browser): SetCookies
  /** The cookie by which a browser is known in which somebody has signed in. */
  rememberBrowser(email: string, browser: Browser): SetCookies
  /** The id of a browser in which this address has signed in before; undefined where it has not. */
  findKnownBrowser(email: string, browser: Browser): string | undefined
  /** Takes the cookies of a session away. */
  expireCookies(): SetCookies
  hashPassword(password: string): Promise<string>
  checkPassword(hash: string, password: string): Promise<boolean>
  /** Undefined where the password is wrong. */
  beginTwoFactor(password: string, browser: Browser): Promise<TwoFactorSecret | undefined>
  /** With the first code two-factor is on, and the session has a new id. Undefined where the code is wrong. */
  confirmTwoFactor(code: string, browser: Browser): Promise<SetCookies | undefined>
  endTwoFactor(password: string, browser: Browser): Promise<SetCookies | undefined>
  renewRecoveryCodes(password: string, browser: Browser): Promise<readonly string[] | undefined>
}
