import type { OutgoingRequest } from '../../../ports/outgoing.ts'

export const masked = '***'
const urlLengthMax = 2_048
const bodyLengthMax = 8_192

/** Parameters and headers that carry a secret or what is made of one, whatever an endpoint calls them. */
const secretName =
  /secret|token|passw|pwd|passphrase|credential|signature|hmac|checksum|(?:api|access|private)[-_]?key|authorization|^(sig|sign|hash|secure_hash|verifier|auth|key|pass|jwt|bearer)$/i

/** Whether a parameter or header of this name is kept secret. */
export function isSecretName(name: string): boolean {
  return secretName.test(name)
}

interface Masking {
  /** Where this endpoint's signature goes. */
  readonly signatureNames: readonly string[]
  /** The names that are shown although they look like secrets. */
  readonly shownNames?: readonly string[]
}

type ShownRequest = OutgoingRequest

/**
 * A request as it may be kept and shown: bounded, and without signatures and secrets. Anybody who could read a signed
 * request in a log could send it again.
 */
export function maskRequest(
  request: OutgoingRequest,
  { signatureNames, shownNames = [] }: Masking,
): ShownRequest {
  const isOneOf = (names: readonly string[], name: string): boolean =>
    names.some((known) => known.toLowerCase() === name.toLowerCase())
  const isSecret = (name: string): boolean =>
    !isOneOf(shownNames, name) && (isSecretName(name) || isOneOf(signatureNames, name))
  const headers = Object.entries(request.headers).map(([name, value]) => [
    name,
    isSecret(name) ? masked : value,
  ])
  return {
    method: request.method,
    url: storable(maskUrl(request.url, isSecret), urlLengthMax),
    headers: Object.fromEntries(headers),
    body: request.body === null ? null : storable(maskBody(request, isSecret), bodyLengthMax),
  }
}

/** An address without what its query keeps secret: also for an endpoint's own. */
export function maskUrl(url: string, isSecret: (name: string) => boolean = isSecretName): string {
  const start = url.indexOf('?')
  return start < 0 ? url : url.slice(0, start + 1) + maskPairs(url.slice(start + 1), isSecret)
}

function maskBody({ headers, body }: OutgoingRequest, isSecret: (name: string) => boolean): string {
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  if (body === null) return ''
  if (type.startsWith('application/x-www-form-urlencoded')) return maskPairs(body, isSecret)
  // The members of our own JSON: a value is a text, and escaped quotes do not end it.
  return body.replaceAll(/"([^"\\]+)":("(?:[^"\\]|\\.)*")/g, (pair, name: string) =>
    isSecret(name) ? `"${name}":"${masked}"` : pair,
  )
}

function maskPairs(query: string, isSecret: (name: string) => boolean): string {
  return query
    .split('&')
    .map((pair) => {
      const [name = ''] = pair.split('=', 1)
      return isSecret(decoded(name)) ? `${name}=${masked}` : pair
    })
    .join('&')
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

function storable(text: string, lengthMax: number): string {
  return text.slice(0, lengthMax).toWellFormed().replaceAll('\u0000', '\ufffd')
}
