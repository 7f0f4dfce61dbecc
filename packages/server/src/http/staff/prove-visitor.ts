import { invalidApiKey, invalidApiSecret, rateLimitExceeded } from '@quoin/core/errors.ts'
import { whenKnown } from '@quoin/core/awaitable.ts'
import type { Browser, PersonSession } from '../../ports/people.ts'
import type { Ports } from '../../ports/ports.ts'
import { type BoundedLimiter, customerOf } from '../bounded-limiter.ts'
import type { Attempt, Prover } from '../prover.ts'
import { isOwnPage } from './own-page.ts'

interface Needs {
  readonly ports: Ports
  /** Calls per address. */
  readonly calls: BoundedLimiter
  /** Passwords, codes and links that are tried, per account and per address. */
  readonly tries: { readonly perAccount: BoundedLimiter; readonly perAddress: BoundedLimiter }
}

/** Somebody in front of the dashboard's pages, signed in or not. */
export interface Visitor {
  readonly browser: Browser
  readonly person: PersonSession | undefined
  /** Counts one try, of an account where it names one; throws RATE_LIMIT_EXCEEDED where there were too many. */
  countTry(account?: string): void
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
      admit(ports, calls, customerOf(client.address))
      const cookies = client.header('cookie') ?? ''
      const found = operation.proof === 'person' ? ports.people.findPerson(cookies) : undefined
      return whenKnown(found, (person) => {
        if (operation.proof === 'person' && person === undefined) throw invalidApiKey('Please sign in.')
        const { address, userAgent } = client
        return {
          browser: { cookies, address, userAgent: userAgent?.slice(0, userAgentMax) },
          person,
          countTry(account) {
            admit(ports, tries.perAddress, customerOf(address))
            if (account !== undefined) admit(ports, tries.perAccount, account)
          },
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

function admit({ meters }: Ports, limiter: BoundedLimiter, key: string): void {
  const { isAdmitted, retryAfterSec } = limiter.admit(key)
  if (isAdmitted) return
  meters.count('rate_limited_total')
  throw rateLimitExceeded(retryAfterSec)
}
