import { createHmac, randomBytes } from 'node:crypto'
import { type CookieRules, readSigned, writeSigned } from './session-cookie.ts'

const name = 'known_browser'
const lifeSec = 400 * 86_400
/** The accounts that one browser is known for; beyond it the first is forgotten. */
const accountsMax = 5
const idBytes = 12
const digestLength = 22

interface KnownBrowser {
  readonly id: string
  /** Digests of the addresses that have signed in there, the latest first. */
  readonly accounts: readonly string[]
}

/** The id of a browser in which an account has signed in before; undefined where it has not. */
export function findKnownBrowser(rules: CookieRules, cookies: string, email: string): string | undefined {
  const known = read(rules, cookies)
  return rules.secrets.some((secret) => known?.accounts.includes(digestOf(secret, email)))
    ? known?.id
    : undefined
}

/** The `Set-Cookie` by which a browser is known from now on, by a signed text that names no address. */
export function rememberBrowser(rules: CookieRules, cookies: string, email: string): string {
  const known = read(rules, cookies) ?? { id: randomBytes(idBytes).toString('base64url'), accounts: [] }
  const digest = digestOf(rules.secrets[0], email)
  const accounts = [digest, ...known.accounts.filter((one) => one !== digest)].slice(0, accountsMax)
  return writeSigned(rules, { name, text: [known.id, ...accounts].join('~'), lifeSec })
}

function read(rules: CookieRules, cookies: string): KnownBrowser | undefined {
  // A session's cookie is signed with the same secrets: only what has the form of ours is taken for one.
  const [id, ...accounts] = readSigned(rules, name, cookies)?.split('~') ?? []
  if (id === undefined || accounts.length === 0) return undefined
  return { id, accounts }
}

function digestOf(secret: string, email: string): string {
  return createHmac('sha256', secret)
    .update(`known browser ${email}`)
    .digest('base64url')
    .slice(0, digestLength)
}
