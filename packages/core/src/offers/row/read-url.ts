import type { Reading } from './reading.ts'

export const addressLengthMax = 2048

/**
 * An absolute http or https address, kept exactly as written: macros such as `{click_id}` must survive, so
 * the URL parser only judges. The host must be literal: a macro there would let a visitor's sub id choose it.
 */
export function readUrl(raw: unknown): Reading<string> {
  if (typeof raw !== 'string') return { problem: 'must be text' }
  const url = raw.trim()
  if (url.length > addressLengthMax) return { problem: `is longer than ${addressLengthMax} characters` }
  if (!/^[\x21-\x7e]+$/.test(url)) {
    return {
      problem:
        'may hold only visible ASCII characters; percent-encode others, and write the host in punycode',
    }
  }
  if (/["<>\\^`]/.test(url)) return { problem: 'must not contain any of " < > \\ ^ ` unless percent-encoded' }
  const authority = /^https?:\/\/([^/?#]+)/i.exec(url)?.[1]
  if (authority === undefined)
    return { problem: 'must be an absolute address that begins with http:// or https://' }
  if (authority.includes('@')) return { problem: 'must not carry a user name or password before the host' }
  if (/[{}$%|]/.test(authority)) return { problem: 'must name its host literally, without macros' }
  if (!URL.canParse(url)) return { problem: 'is not a valid address' }
  return { value: url }
}

/** An address to which a page of ours leads: no other than https. */
export function readSecureUrl(raw: unknown): Reading<string> {
  const reading = readUrl(raw)
  return 'problem' in reading || /^https:/i.test(reading.value)
    ? reading
    : { problem: 'must begin with https://' }
}
