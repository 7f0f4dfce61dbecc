import type { Chance } from './chance.ts'

/** Where somebody is when they act. */
export interface Place {
  readonly address: string
  readonly timezone: string
  readonly language: string
}

export interface Country {
  readonly code: string
  readonly weight: number
  readonly timezone: string
  readonly language: string
  /** Beginnings of /16s that access providers there have, fixed and mobile. */
  readonly fixed: readonly string[]
  readonly mobile: readonly string[]
}

const made = (
  code: string,
  weight: number,
  [timezone, language]: readonly [string, string],
  fixed: readonly string[],
  mobile: readonly string[],
): Country => ({ code, weight, timezone, language, fixed, mobile })

export const countries: readonly Country[] = [
  made('US', 20, ['America/Chicago', 'en-US'], ['73.12', '73.88', '98.200', '76.100'], ['172.56', '107.77']),
  made('DE', 12, ['Europe/Berlin', 'de-DE'], ['84.150', '87.140', '91.12'], ['80.187']),
  made('GB', 10, ['Europe/London', 'en-GB'], ['86.150', '81.130', '90.200'], ['92.40']),
  made('PL', 10, ['Europe/Warsaw', 'pl-PL'], ['83.10', '79.184'], ['37.47', '5.173']),
  made('BR', 14, ['America/Sao_Paulo', 'pt-BR'], ['177.32', '189.60', '187.20'], ['179.240', '177.79']),
  made('IN', 16, ['Asia/Kolkata', 'en-IN'], ['122.160', '59.90'], ['49.36', '106.210', '157.40']),
  made('ID', 10, ['Asia/Jakarta', 'id-ID'], ['36.70', '180.250'], ['114.120', '182.0']),
]

/** Data centres, and networks of VPN providers. */
export const hosting = ['51.68', '95.216', '159.89', '167.172']
export const vpn = ['146.70', '89.187']

const host = (chance: Chance): string => `${chance.whole(2, 250)}`

/** A line of one's own: a /24 that hardly anybody shares. */
export function drawLine(chance: Chance, networks: readonly string[]): string {
  return `${chance.pick(networks)}.${host(chance)}`
}

export function addressOn(chance: Chance, line: string): string {
  return `${line}.${host(chance)}`
}
