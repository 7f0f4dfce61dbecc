import { createHmac, timingSafeEqual } from 'node:crypto'

/** How the cookies of people are named and what they are signed with. */
export interface CookieRules {
  /** `__Host-` over HTTPS: no other host, nor a page over plain HTTP, can set such a cookie. */
  readonly prefix: string
  readonly isSecure: boolean
  /** The present secret first; the one before a rotation is still accepted. */
  readonly secrets: readonly [string, ...string[]]
  readonly lifeSec: number
}

/** The name under which a cookie of the sign-in library is sent. */
function cookieName({ prefix }: Pick<CookieRules, 'prefix'>, name: string): string {
  return `${prefix}.${name}`
}

/** The token of the session that a browser brings, once its signature is found to be ours. */
export function readSessionCookie(rules: CookieRules, cookieHeader: string): string | undefined {
  return readSigned(rules, 'session_token', cookieHeader)
}

/** The name of the sign-in that waits for its second step, once its signature is found to be ours. */
export function readSignInCookie(rules: CookieRules, cookieHeader: string): string | undefined {
  return readSigned(rules, 'two_factor', cookieHeader)
}

/** The text of a cookie, once its signature is found to be ours. */
export function readSigned(rules: CookieRules, name: string, cookieHeader: string): string | undefined {
  const value = findCookie(cookieHeader, cookieName(rules, name))
  if (value === undefined) return undefined
  const signed = decode(value)
  const at = signed.lastIndexOf('.')
  if (at < 1) return undefined
  const [token, signature] = [signed.slice(0, at), Buffer.from(signed.slice(at + 1))]
  const isOurs = rules.secrets.some((secret) => {
    const expected = Buffer.from(sign(secret, token))
    return expected.length === signature.length && timingSafeEqual(expected, signature)
  })
  return isOurs ? token : undefined
}

/** The `Set-Cookie` of a session. */
export function writeSessionCookie(rules: CookieRules, token: string): string {
  return writeSigned(rules, { name: 'session_token', text: token, lifeSec: rules.lifeSec })
}

/** The `Set-Cookie` of a text with our signature. */
export function writeSigned(
  rules: CookieRules,
  { name, text, lifeSec }: { readonly name: string; readonly text: string; readonly lifeSec: number },
): string {
  const value = encodeURIComponent(`${text}.${sign(rules.secrets[0], text)}`)
  return setCookie(rules, { name, value, lifeSec })
}

/** The headers that take a session's cookie, and that of a sign-in under way, from a browser. */
export function expireSessionCookies(rules: CookieRules): readonly string[] {
  return ['session_token', 'two_factor'].map((name) => setCookie(rules, { name, value: '', lifeSec: 0 }))
}

/** Only this one cookie of those that a browser has sent, as it sent it. */
export function onlyCookie(rules: CookieRules, name: string, cookieHeader: string): string {
  const full = cookieName(rules, name)
  const value = findCookie(cookieHeader, full)
  return value === undefined ? '' : `${full}=${value}`
}

function setCookie(
  rules: CookieRules,
  { name, value, lifeSec }: { readonly name: string; readonly value: string; readonly lifeSec: number },
): string {
  const secure = rules.isSecure ? '; Secure' : ''
  return `${cookieName(rules, name)}=${value}; Max-Age=${lifeSec}; Path=/; HttpOnly${secure}; SameSite=Lax`
}

/** As the sign-in library signs its cookies. */
function sign(secret: string, value: string): string {
  return createHmac('sha256', secret).update(value).digest('base64')
}

/** A browser that brings two of one name was given one by somebody else: then neither counts. */
function findCookie(header: string, name: string): string | undefined {
  const values = header
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
  return values.length === 1 ? values[0]?.slice(name.length + 1) : undefined
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return ''
  }
}
