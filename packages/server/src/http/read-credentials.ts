import { type FieldProblem, invalidFields } from '@quoin/core/errors.ts'

export interface GivenCredentials {
  readonly apiKey: string | undefined
  readonly apiSecret: string | undefined
}

interface Places {
  readonly query: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Readonly<Record<string, unknown>>
}

/**
 * Credentials come by query, headers or body (spec §5.3). The same one twice with the same value is fine, with
 * different values it is INVALID_REQUEST: nobody may wonder which one counted.
 */
export function readCredentials({ query, headers, body }: Places): GivenCredentials {
  const problems: FieldProblem[] = []
  const one = (name: string, header: string): string | undefined => {
    const given = [query[name], headers[header], body[name]].flat().filter((value) => value !== undefined)
    const values = new Set(given.map((value) => (typeof value === 'string' ? value : '')))
    if (values.size > 1) {
      problems.push({ field: name, rule: 'single', message: 'is given with different values' })
    }
    const [value] = values
    return value === '' ? undefined : value
  }
  const credentials = { apiKey: one('apiKey', 'x-api-key'), apiSecret: one('apiSecret', 'x-api-secret') }
  if (problems.length > 0) throw invalidFields(problems)
  return credentials
}
