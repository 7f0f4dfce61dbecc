import { type Platform, platforms } from '../offer.ts'
import { plainWord } from './plain-word.ts'

/** Words that a file may use without being asked, and the platforms they stand for. */
const plainWords: Readonly<Record<string, readonly Platform[]>> = {
  desktop: ['desktop'],
  web: ['desktop'],
  pc: ['desktop'],
  windows: ['desktop'],
  mac: ['desktop'],
  macos: ['desktop'],
  linux: ['desktop'],
  android: ['android'],
  ios: ['ios'],
  iphone: ['ios'],
  ipad: ['ios'],
  ipod: ['ios'],
  mobile: ['android', 'ios'],
  all: platforms,
  any: platforms,
  '*': platforms,
}

const phones: readonly Platform[] = ['android', 'ios']

/** Words of feeds that stand for platforms, too: a person has a look at them. By their plain form. */
const looseWords: Readonly<Record<string, readonly Platform[]>> = {
  phone: phones,
  phones,
  smartphone: phones,
  smartphones: phones,
  'mobile phone': phones,
  handy: phones,
  tablet: phones,
  tablets: phones,
  'mobile devices': phones,
  'mobile device': phones,
  handset: phones,
  app: phones,
  'mobile app': phones,
  'mobile web': phones,
  'ios and android': phones,
  'android phone': ['android'],
  'android phones': ['android'],
  'android tablet': ['android'],
  'android os': ['android'],
  'google android': ['android'],
  'google play': ['android'],
  aos: ['android'],
  'play store': ['android'],
  apk: ['android'],
  iphones: ['ios'],
  ipads: ['ios'],
  'ios phone': ['ios'],
  'apple ios': ['ios'],
  apple: ['ios'],
  'app store': ['ios'],
  itunes: ['ios'],
  ipados: ['ios'],
  'iphone ipad': ['ios'],
  'ios tablet': ['ios'],
  computer: ['desktop'],
  computers: ['desktop'],
  'desktop web': ['desktop'],
  laptop: ['desktop'],
  notebook: ['desktop'],
  'mac os': ['desktop'],
  'mac os x': ['desktop'],
  'os x': ['desktop'],
  osx: ['desktop'],
  'windows pc': ['desktop'],
  browser: ['desktop'],
  website: ['desktop'],
  chromeos: ['desktop'],
  ubuntu: ['desktop'],
  everything: platforms,
  'all devices': platforms,
  'all platforms': platforms,
  'any device': platforms,
  'cross platform': platforms,
  both: phones,
  'no restriction': platforms,
}

/** The platforms of a word that files may use as it is. */
export function findPlainPlatforms(word: string): readonly Platform[] | undefined {
  const key = word.trim().toLowerCase()
  return Object.hasOwn(plainWords, key) ? plainWords[key] : undefined
}

/** Longer ones are no word for a platform. */
const wordLengthMax = 200

/** The platforms that a word means; versions behind it (`iOS 12+`, `Android 8.0`) say nothing about which. */
function findPlatforms(word: string): readonly Platform[] | undefined {
  if (word.length > wordLengthMax) return undefined
  const plain = plainWord(word)
  const known = findPlainPlatforms(word) ?? findPlainPlatforms(plain)
  if (known !== undefined) return known
  if (Object.hasOwn(looseWords, plain)) return looseWords[plain]
  const unversioned = plain.replace(/ ?[0-9]+(?: [0-9]+)*(?: and (?:up|above|higher|later))?$/, '')
  return unversioned === plain || unversioned === '' ? undefined : findPlatforms(unversioned)
}

interface PlatformWord {
  readonly word: string
  readonly platforms: readonly Platform[] | undefined
}

const entriesMax = 100

/** The platforms that a cell names in words. `own` are meanings that a person gave, by the plain word. */
export function readPlatformWords(
  text: string,
  own: Readonly<Record<string, readonly Platform[]>> = {},
): readonly PlatformWord[] {
  const find = (word: string): readonly Platform[] | undefined => {
    const plain = plainWord(word)
    return Object.hasOwn(own, plain) ? own[plain] : findPlatforms(word)
  }
  const known = find(text)
  if (known !== undefined) return [{ word: text.trim(), platforms: known }]
  return text
    .split(/[|,;/&\n]+|\s+(?:and|und|or)\s+/i, entriesMax)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((word) => ({ word, platforms: find(word) }))
}
