/** Whose API a program's token is for: `qot_…` the operator's, `qpt_…` a publisher's. */
type TokenKind = 'qot' | 'qpt'

/** 256 bits in base64url. */
const pattern = /^(qot|qpt)_[A-Za-z0-9_-]{43}$/

/** A program's token, from 32 random bytes. */
export function formatProgramToken(kind: TokenKind, random: Uint8Array): string {
  const text = btoa(String.fromCharCode(...random))
  return `${kind}_${text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`
}

/** Whether a text has the form of one: what has not is never looked up. */
export function isProgramToken(kind: TokenKind, text: string): boolean {
  return pattern.exec(text)?.[1] === kind
}

/** A program of the platform's, as the audit log names it. */
export function operatorTokenActor(name: string): string {
  return `token:${name}`
}

/** A program of a publisher's. By the id: publishers choose their names, and two names with a slash would be one actor. */
export function publisherTokenActor(publisherId: number, name: string): string {
  return `publisher-token:${publisherId}/${name}`
}

/** The token as it may be shown afterwards: its kind and its last four characters. */
export function maskProgramToken(token: string): string {
  return `${token.slice(0, 4)}…${token.slice(-4)}`
}
