import { invalidApiKey, invalidApiSecret, rateLimitExceeded } from '@quoin/core/errors.ts'
import { whenKnown } from '@quoin/core/awaitable.ts'
import { chooseLanguage, type Language } from '@quoin/core/languages/languages.ts'
import type { Browser, PersonSession } from '../../ports/people.ts'
import type { Ports } from '../../ports/ports.ts'
import { type BoundedLimiter, customerOf } from '../bounded-limiter.ts'
import type { Attempt, Prover } from '../prover.ts'
import { isOwnPage } from './own-page.ts'
import type { TryLimits } from './try-limits.ts'

interface Needs {
  readonly ports: Ports
  /** Calls per address. */
  readonly calls: BoundedLimiter
  readonly tries: TryLimits
}

/** Somebody in front of the dashboard's pages, signed in or not. */
export interface Visitor {
  readonly browser: Browser
  readonly person: PersonSession | undefined
  /** The language of the letters that they ask for. */
  readonly language: Language
  /** Counts one try, of an account where it names one, by a link where one is used; throws RATE_LIMIT_EXCEEDED. */
  countTry(account?: string, linkId?: string): void
  /** Counts one sign-up from their address; throws RATE_LIMIT_EXCEEDED. */
  countSignUp(): void
  /** Counts a password of an account that was wrong. Whether its owner should hear of it now. */
  noteRefused(account: string): boolean
  /** Cookies that the answer carries, whatever came of the call. */
  setCookies(cookies: readonly string[]): void
}

/**
 * The dashboard's own pages, by Origin and Sec-Fetch-Site; and the person, where the operation is about one. Another site
 * can neither sign somebody in nor out.
 */
export function openVisitorProver({ ports, calls, tries }: Needs): Prover<Visitor> {
  return {
    ports,
    prove(operation, attempt) {
      const { client } = attempt
      if (operation.method !== 'GET' && !isOwnPage(client, ports.settings.baseUrl)) {
        throw invalidApiSecret("People sign in on the dashboard's own pages only.")
      }
      check(ports, calls.admit(customerOf(client.address)))
      const cookies = client.header('cookie') ?? ''
      const found =
        operation.proof === 'person'
          ? ports.people.findPerson(cookies, operation.method !== 'GET')
          : undefined
      return whenKnown(found, (person) => {
        if (operation.proof === 'person' && person === undefined) throw invalidApiKey('Please sign in.')
        const { address, userAgent } = client
        const browser = { cookies, address, userAgent: userAgent?.slice(0, userAgentMax) }
        return {
          browser,
          person,
          language: chooseLanguage(client.header('accept-language')),
          countTry(account, linkId) {
            const knownBrowser =
              account === undefined ? undefined : ports.authenticator.findKnownBrowser(account, browser)
            check(ports, tries.admit({ address, account, knownBrowser, linkId }))
          },
          countSignUp: () => check(ports, tries.admitSignUp(address)),
          noteRefused: (account) => tries.noteRefused(account),
          setCookies: (values) => setCookies(attempt, values),
        }
      })
    },
    isSession: () => false,
    refusesUnknownFields: true,
  }
}

const userAgentMax = 500

function setCookies({ responseHeaders }: Attempt, values: readonly string[]): void {
  for (const value of values) responseHeaders.push('set-cookie', value)
}

function check({ meters }: Ports, { isAdmitted, retryAfterSec }: ReturnType<BoundedLimiter['admit']>): void {
  if (isAdmitted) return
  meters.count('rate_limited_total')
  throw rateLimitExceeded(retryAfterSec)
}
