const names = new Intl.DisplayNames(['en'], { type: 'region' })

/** DE → Germany */
export function countryName(code: string): string {
  try {
    return names.of(code) ?? code
  } catch {
    return code
  }
}

const platforms: Readonly<Record<string, string>> = { desktop: 'Desktop', android: 'Android', ios: 'iOS' }

export function platformName(platform: string): string {
  return platforms[platform] ?? platform
}

const namedMax = 3

/** "Germany, France and 4 more"; of none everywhere. */
export function namePlaces(countries: readonly string[]): string {
  if (countries.length === 0) return 'Everywhere'
  const named = countries.slice(0, namedMax).map(countryName).join(', ')
  return countries.length > namedMax ? `${named} and ${countries.length - namedMax} more` : named
}

/** Reasons that keep an offer away, in a word each. */
export const reasonWords: Readonly<Record<string, string>> = {
  app: 'App',
  app_paused: 'App paused',
  status: 'Paused',
  schedule: 'Schedule',
  test_mode: 'Test only',
  country: 'Country',
  platform: 'Platform',
  price: 'Price',
  taken: 'Earned',
  capped: 'Cap',
  blocked: 'Blocked',
}
