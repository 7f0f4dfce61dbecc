import type { Authenticator, Browser, SignIn } from '../../ports/people.ts'
import { areSignInFacts, findSignInFacts } from '../../store/people/sign-in-facts.ts'
import { countSecondStep, takeCode } from '../../store/people/used-codes.ts'
import { findKnownBrowser, rememberBrowser } from './known-browser.ts'
import type { AuthNeeds } from './open-auth.ts'
import { checkPassword, hashPassword } from './password-hash.ts'
import {
  type CookieRules,
  expireSessionCookies,
  onlyCookie,
  readSessionCookie,
  readSignInCookie,
  writeSessionCookie,
} from './session-cookie.ts'

/**
 * Codes of one person that are looked at, over all their sign-ins. Ten wrong ones lock the step; each sign-in takes five,
 * and is told by a sixth that it is over.
 */
const secondStepsPerMinute = 12

/** The sign-in library behind our port. It is loaded at the first call: most processes never need it. */
export function openAuthenticator(needs: AuthNeeds): Authenticator {
  const { cookies } = needs
  const load = once(async () => {
    const { openAuth, addressHeader } = await import('./open-auth.ts')
    return { auth: openAuth(needs), addressHeader }
  })
  /** Calls the library with one cookie of the browser's and no other. */
  const loadFor = async (browser: Browser, cookie?: 'session_token' | 'two_factor') => {
    const { auth, addressHeader } = await load()
    const headers = new Headers({ [addressHeader]: browser.address, 'user-agent': browser.userAgent ?? '' })
    const brought = cookie === undefined ? '' : cookieFor(cookies, cookie, browser.cookies)
    if (brought !== '') headers.set('cookie', brought)
    return { api: auth.api, call: { headers, returnHeaders: true as const } }
  }
  /** Ends a session that the library has made and no browser has got. */
  const endUnseen = async (token: string): Promise<void> => {
    const { auth } = await load()
    await (await auth.$context).internalAdapter.deleteSession(token)
  }
  return {
    async signIn(body, browser) {
      const { api, call } = await loadFor(browser)
      const judged = await findSignInFacts(needs.db, body.email)
      const answer = await unlessRefused(() => api.signInEmail({ ...call, body }))
      if ('refusal' in answer) return { state: 'refused' }
      // A password is looked at for a while: one that was changed meanwhile has ended all sessions but this one.
      if (judged !== undefined && (await areSignInFacts(needs.db, body.email, judged)))
        return toSignIn(answer)
      if ('user' in answer.response) await endUnseen(textIn(answer.response, 'token'))
      return { state: 'refused' }
    },
    async passSecondStep({ code, isRecoveryCode }, browser) {
      // The library looks whether the step is locked before it looks at a code: many at once would all be in time.
      const signIn = readSignInCookie(cookies, browser.cookies)
      const tries = signIn === undefined ? 0 : await countSecondStep(needs.db, signIn)
      if (tries > secondStepsPerMinute) return { state: 'refused', isLocked: true }
      const { api, call } = await loadFor(browser, 'two_factor')
      const answer = await unlessRefused<Answered>(() =>
        isRecoveryCode
          ? api.verifyBackupCode({ ...call, body: { code } })
          : api.verifyTOTP({ ...call, body: { code } }),
      )
      if ('refusal' in answer) return refusedStep(answer.refusal)
      const passed = toSignIn(answer)
      if (passed.state !== 'signed_in' || isRecoveryCode) return passed
      if (await takeCode(needs.db, { personId: passed.personId, code })) return passed
      // The library lets a code in for as long as it is valid, and has made a session, which nobody has seen yet.
      await endUnseen(textIn(answer.response, 'token'))
      return { state: 'refused', isOver: true }
    },
    writeCookies: ({ token, email }, browser) => [
      writeSessionCookie(cookies, token),
      rememberBrowser(cookies, browser.cookies, email),
    ],
    rememberBrowser: (email, browser) => [rememberBrowser(cookies, browser.cookies, email)],
    findKnownBrowser: (email, browser) => findKnownBrowser(cookies, browser.cookies, email),
    expireCookies: () => expireSessionCookies(cookies),
    hashPassword: (password) => hashPassword(password, needs.passwordCost),
    checkPassword,
    async beginTwoFactor(password, browser) {
      const { api, call } = await loadFor(browser, 'session_token')
      const answer = await unlessRefused(() =>
        api.enableTwoFactor({ ...call, body: { password, method: 'totp' } }),
      )
      if ('refusal' in answer || answer.response.method !== 'totp') return undefined
      const { totpURI, backupCodes } = answer.response
      return { uri: totpURI, recoveryCodes: backupCodes }
    },
    async confirmTwoFactor(code, browser) {
      const { api, call } = await loadFor(browser, 'session_token')
      const answer = await unlessRefused<Answered>(() => api.verifyTOTP({ ...call, body: { code } }))
      if ('refusal' in answer) return undefined
      await takeCode(needs.db, { personId: personIn(answer.response), code })
      return answer.headers.getSetCookie()
    },
    async endTwoFactor(password, browser) {
      const { api, call } = await loadFor(browser, 'session_token')
      const answer = await unlessRefused(() => api.disableTwoFactor({ ...call, body: { password } }))
      return 'refusal' in answer ? undefined : answer.headers.getSetCookie()
    },
    async renewRecoveryCodes(password, browser) {
      const { api, call } = await loadFor(browser, 'session_token')
      const answer = await unlessRefused(() => api.generateBackupCodes({ ...call, body: { password } }))
      return 'refusal' in answer ? undefined : answer.response.backupCodes
    },
  }
}

/** A session's cookie is given on only where its signature is ours, in the form that the library signs now. */
function cookieFor(rules: CookieRules, name: 'session_token' | 'two_factor', header: string): string {
  if (name === 'two_factor') return onlyCookie(rules, name, header)
  const token = readSessionCookie(rules, header)
  return token === undefined ? '' : (writeSessionCookie(rules, token).split(';')[0] ?? '')
}

interface Answered {
  readonly headers: Headers
  readonly response: object
}

/** An answer that has no session yet asks for the second step. */
function toSignIn({ headers, response }: Answered): SignIn {
  const setCookies = headers.getSetCookie()
  if (!('user' in response)) return { state: 'second_step', setCookies }
  return { state: 'signed_in', personId: personIn(response), setCookies }
}

function personIn(response: object): string {
  const user = 'user' in response ? response.user : undefined
  return textIn(typeof user === 'object' && user !== null ? user : {}, 'id')
}

function textIn(answer: object, name: string): string {
  const value = new Map<string, unknown>(Object.entries(answer)).get(name)
  if (typeof value !== 'string') throw new Error(`The sign-in library named no ${name}`)
  return value
}

interface LibraryRefusal {
  readonly statusCode: number
  readonly body: { readonly code?: string } | undefined
}

const overCodes: readonly (string | undefined)[] = [
  'INVALID_TWO_FACTOR_COOKIE',
  'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE',
]

function refusedStep({ body }: LibraryRefusal): SignIn {
  if (body?.code === 'ACCOUNT_TEMPORARILY_LOCKED') return { state: 'refused', isLocked: true }
  return { state: 'refused', isOver: overCodes.includes(body?.code) }
}

/** The library's errors below 500 are answers; all else is a fault. */
async function unlessRefused<Answer>(
  call: () => Promise<Answer>,
): Promise<Answer | { readonly refusal: LibraryRefusal }> {
  try {
    return await call()
  } catch (error) {
    if (isRefusal(error) && error.statusCode < 500) return { refusal: error }
    throw error
  }
}

function isRefusal(error: unknown): error is LibraryRefusal {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
}

/** One load for all who ask; one that failed is tried again. */
function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () =>
    (made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    }))
}
