import { isCountry } from '@quoin/core/detect/country.ts'
import { normalizeAddress } from '@quoin/core/detect/address.ts'
import { Type } from '../json-schema.ts'
import { accepted, type Field, refused, refuseNonText } from './field.ts'

/** ISO 3166-1 alpha-2, any case in, upper case out. */
export const country: Field<string> = {
  schema: Type.String({ pattern: '^[A-Za-z]{2}$', examples: ['DE'] }),
  read(raw) {
    if (typeof raw !== 'string') return refuseNonText(raw)
    // ASCII first: the capital of a dotless i is an I.
    const code = /^[A-Za-z]{2}$/.test(raw) ? raw.toUpperCase() : ''
    return isCountry(code) ? accepted(code) : refused('country', 'must be an ISO 3166-1 alpha-2 country code')
  },
}

/** An IPv4 or IPv6 address of the end user, in its canonical form afterwards. */
export const address: Field<string> = {
  schema: Type.String({
    maxLength: 64,
    anyOf: [{ format: 'ipv4' }, { format: 'ipv6' }],
    examples: ['203.0.113.7'],
  }),
  read(raw) {
    if (typeof raw !== 'string') return refuseNonText(raw)
    const normal = raw.length <= 64 ? normalizeAddress(raw) : undefined
    return normal === undefined ? refused('address', 'must be an IPv4 or IPv6 address') : accepted(normal)
  },
}
