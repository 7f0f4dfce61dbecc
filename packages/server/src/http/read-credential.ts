import { invalidFields } from '@quoin/core/errors.ts'

/** Where a request may carry its credentials. */
interface CredentialSources {
  readonly query: Readonly<Record<string, unknown>>
  /** Names in lower case, as Node gives them. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Readonly<Record<string, unknown>>
}

const headerNames = { apiKey: 'x-api-key', apiSecret: 'x-api-secret' } as const

/**
 * One credential, from query, headers or body. Given twice with the same value is fine, with different values it is
 * INVALID_REQUEST: nobody may wonder which one counted.
 */
export function readCredential(
  { query, headers, body }: CredentialSources,
  name: keyof typeof headerNames,
): string | undefined {
  const header = headers[headerNames[name]]
  // As nearly every caller sends it: once, in a header.
  if (typeof header === 'string' && query[name] === undefined && body[name] === undefined) {
    if (!header.includes(',')) return header === '' ? undefined : header
  }
  const given = [query[name], headerValues(header), body[name]].flat()
  const values = new Set(given.filter((value) => value !== undefined).map(textOf))
  if (values.size > 1) {
    throw invalidFields([{ field: name, rule: 'single', message: 'is given with different values' }])
  }
  const [value] = values
  return value === '' ? undefined : value
}

/** A header that came twice arrives as one list (RFC 9110 §5.3); no credential has a comma in it. */
function headerValues(header: string | string[] | undefined): string[] | undefined {
  return header === undefined ? undefined : String(header).split(/\s*,\s*/)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
