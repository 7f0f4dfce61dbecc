import type { FeedAccount, FeedSetting } from './feed-kind.ts'
import { isTimeZone } from './read/read-moment.ts'

/** A host, or an origin where it is not https. */
export function hostSetting(
  words: Pick<FeedSetting, 'about' | 'example'> & Partial<Pick<FeedSetting, 'isOptional'>>,
): FeedSetting {
  return {
    name: 'api_host',
    label: 'Host of the API',
    ...words,
    problem: (value) =>
      readOrigin(value) === undefined ? 'must be a host, such as api.network.example' : undefined,
  }
}

export const timeZoneSetting: FeedSetting = {
  name: 'time_zone',
  label: 'Time zone',
  about: 'The time zone in which the network writes dates; left out: UTC.',
  example: 'America/New_York',
  isOptional: true,
  problem: (value) => (isTimeZone(value) ? undefined : 'must be a time zone, such as America/New_York'),
}

/** A setting that is one word of letters, digits, dashes and underscores. */
export function wordSetting(words: Pick<FeedSetting, 'name' | 'label' | 'about' | 'example'>): FeedSetting {
  return {
    ...words,
    problem: (value) =>
      /^[a-z0-9][a-z0-9_-]{0,99}$/i.test(value)
        ? undefined
        : 'must be letters a–z, digits, dashes and underscores',
  }
}

/** The origin of an account's API: of its setting, else of `usual`. */
export function originOf({ settings }: FeedAccount, usual = ''): string {
  return readOrigin(settings['api_host'] ?? '') ?? `https://${usual}`
}

export function zoneOf({ settings }: FeedAccount): string {
  return settings['time_zone'] ?? 'UTC'
}

/** https unless the value says http; undefined for what is no host. */
function readOrigin(value: string): string | undefined {
  const written = value.trim().replace(/\/$/, '')
  const url = /^https?:\/\//i.test(written) ? written : `https://${written}`
  if (!/^https?:\/\/[a-z0-9.:[\]-]+$/i.test(url) || !URL.canParse(url)) return undefined
  return new URL(url).origin
}
