import { Type } from '../../json-schema.ts'
import { accepted, type Field, refused, refuseNonText } from '../../fields/field.ts'

const originMax = 255
const urlMax = 2_048

/** A web origin, as browsers send it in `Origin`. */
export const webOrigin: Field<string> = {
  schema: Type.String({ maxLength: originMax, examples: ['https://games.example'] }),
  read(raw) {
    if (typeof raw !== 'string') return refuseNonText(raw)
    const url = raw.length > originMax ? null : URL.parse(raw)
    if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '')
      return refused('format', 'must be an origin such as https://games.example')
    // No browser sends it, and a frame would be open to all that fits.
    if (url.hostname.includes('*'))
      return refused('format', 'must be one origin: name each subdomain by itself')
    // A browser's address bar adds the slash.
    if (url.origin === raw.toLowerCase().replace(/\/$/, '')) return accepted(url.origin)
    return refused('format', `must be an origin, without a path; that of this address is ${url.origin}`)
  },
}

/** An address that a browser may be led to. */
export const webAddress: Field<string> = {
  schema: Type.String({ maxLength: urlMax, examples: ['https://games.example/offers'] }),
  read(raw) {
    if (typeof raw !== 'string') return refuseNonText(raw)
    const url = raw.length > urlMax ? null : URL.parse(raw)
    const isWeb = url !== null && /^https?:$/.test(url.protocol) && url.username === ''
    return isWeb ? accepted(raw) : refused('format', 'must be an http or https URL')
  },
}
