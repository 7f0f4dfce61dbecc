/** An offer as tests think of it; each network writes it in its own way. */
export interface NetworkOffer {
  /** A number as text, for every network but Lootably, whose ids are any text. */
  readonly id: string
  /** Networks without a place for platforms or restrictions write them behind it: `Quest - iOS (No Incent)`. */
  readonly name: string
  /** HTML. */
  readonly description: string
  /** As people write them: `US`, `UK`, `United States`, `GLOBAL (ALL GEOS)`. None: everywhere. */
  readonly countries: readonly string[]
  /** Countries in which it is not offered, where the network can say so. */
  readonly deniedCountries?: readonly string[]
  /** None: all. */
  readonly platforms: readonly NetworkPlatform[]
  /** The amount that the network pays us: `2.50`, `12%`, `1.00 - 3.00`, `variable`; empty where only goals are paid. */
  readonly revenue: string
  /** Absent: that of the network. */
  readonly currency?: string
  /** Other revenues of some of the countries, where the network can say so: further payments, further contracts. */
  readonly prices?: readonly { readonly countries: readonly string[]; readonly revenue: string }[]
  readonly goals: readonly { readonly id: string; readonly name: string; readonly revenue: string }[]
  readonly status: 'active' | 'paused' | 'expired'
  readonly isApproved: boolean
  /** `No Incent`, or empty. */
  readonly restrictions: string
  /** Conversions a day as the network writes them: `25`, `0`, `1000000`, or empty. */
  readonly cap?: string
  /** `2031-12-31 19:59:59`, `0000-00-00 00:00:00`, or empty. */
  readonly expires?: string
  readonly link: string
}

export type NetworkPlatform = 'android' | 'ios' | 'desktop'

const countryNames: Readonly<Record<string, readonly [code: string, name: string, number: number]>> = {
  US: ['US', 'United States', 840],
  GB: ['GB', 'United Kingdom', 826],
  UK: ['UK', 'United Kingdom', 826],
  DE: ['DE', 'Germany', 276],
  AT: ['AT', 'Austria', 40],
  CH: ['CH', 'Switzerland', 756],
  FR: ['FR', 'France', 250],
  CA: ['CA', 'Canada', 124],
  IN: ['IN', 'India', 356],
  AE: ['AE', 'United Arab Emirates', 784],
  BR: ['BR', 'Brazil', 76],
}

interface NetworkCountry {
  /** Empty for words that are no country. */
  readonly code: string
  readonly name: string
  readonly number: number
}

/** For networks that write codes and names beside each other. */
export function countryOf(word: string): NetworkCountry {
  const known =
    countryNames[word] ?? Object.values(countryNames).find(([code, name]) => name === word && code !== 'UK')
  const [code, name, number] = known ?? ['', word, 0]
  return { code, name, number }
}

export const platformLabels: Readonly<Record<NetworkPlatform, string>> = {
  android: 'Android',
  ios: 'iOS',
  desktop: 'Desktop',
}

/** The name with what the network has no field for. */
export function fullName(offer: NetworkOffer, fields: { readonly hasPlatforms: boolean }): string {
  const labels = fields.hasPlatforms ? [] : offer.platforms.map((platform) => platformLabels[platform])
  const missing = labels.filter((label) => !offer.name.includes(label))
  const name = missing.length === 0 ? offer.name : `${offer.name} - ${missing.join('/')}`
  if (offer.restrictions === '' || name.includes(offer.restrictions)) return name
  return `${name} (${offer.restrictions})`
}

/** Where the offer's app or page is shown. */
export function previewOf({ id, platforms }: NetworkOffer): string {
  if (platforms.length === 1 && platforms[0] === 'ios')
    return `https://apps.apple.com/app/id${100_000_000 + numberOf(id)}`
  if (platforms.length === 1 && platforms[0] === 'android')
    return `https://play.google.com/store/apps/details?id=com.example.app${numberOf(id)}`
  return `https://preview.example/${encodeURIComponent(id)}`
}

interface NetworkRevenue {
  readonly amount: number
  readonly percent: number
}

/** For networks that write amounts and percents in fields of their own; a range or `variable` is an amount of 0. */
export function revenueOf(text: string): NetworkRevenue {
  const percent = /^([\d.]+)%$/.exec(text)?.[1]
  return { amount: /^[\d.]+$/.test(text) ? Number(text) : 0, percent: Number(percent ?? 0) }
}

/** The number of an id, for networks whose ids are numbers. */
export function numberOf(id: string): number {
  return /^\d+$/.test(id) ? Number(id) : 0
}
