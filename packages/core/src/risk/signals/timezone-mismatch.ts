import { isCountry } from '../../detect/country.ts'
import type { Signal } from '../signal.ts'
import { countriesOfTimezone } from '../fingerprint/timezones.ts'

/** The clock is set to another country than the address is in: a proxy, or a traveller. */
export const timezoneMismatch: Signal = {
  name: 'timezone_mismatch',
  group: 'network',
  read({ timezone, country, address }) {
    if (timezone === undefined || country === undefined || !isCountry(country)) return undefined
    // Relays and anycast are in no country; without knowing that it is none of them, nothing is known.
    if (address === undefined) return undefined
    if (address.class === 'relay') return 0
    const countries = countriesOfTimezone(timezone)
    return countries && Number(!countries.includes(country))
  },
  describe: ({ timezone, country }) => `the device's time zone is ${timezone}, its address is in ${country}`,
}
