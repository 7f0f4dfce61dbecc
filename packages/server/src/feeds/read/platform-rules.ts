import { type Platform, platforms as allPlatforms } from '@quoin/core/offers/offer.ts'
import { quote } from '@quoin/core/offers/row/reading.ts'
import { readPlatformWords } from '@quoin/core/offers/words/platform-words.ts'
import { cleanTexts } from './clean-text.ts'
import type { FeedCell } from './feed-cell.ts'

/** Words of one sort, such as operating systems or types of devices. */
export interface PlatformRules {
  readonly include: readonly unknown[]
  readonly exclude?: readonly unknown[]
}

/**
 * The platforms of an offer by all its rules together. Where one list alone includes some, its words are left as they
 * came, because people may have told their meanings.
 */
export function platformsOfRules(rules: readonly PlatformRules[]): FeedCell {
  if (rules.some(isNameless)) return { doubt: 'have a rule that names no platform' }
  const filled = rules
    .map(({ include, exclude = [] }) => ({ include: cleanTexts(include), exclude: cleanTexts(exclude) }))
    .filter(({ include, exclude }) => include.length + exclude.length > 0)
  const [only] = filled
  if (only === undefined) return {}
  if (filled.length === 1 && only.exclude.length === 0) return { value: only.include }
  const reading = meetPlatforms(filled)
  if ('unknown' in reading)
    return { doubt: `name ${quote(reading.unknown)}, which is no platform that Quoin knows` }
  if (reading.platforms.length === 0) return { doubt: 'leave none of desktop, android and ios' }
  return reading.platforms.length === allPlatforms.length ? {} : { value: reading.platforms }
}

/** Whether rules are there that nobody can read: without them it would be for every platform. */
export function isNameless({ include, exclude = [] }: PlatformRules): boolean {
  const words = cleanTexts(include)
  return (words.length === 0 && include.length > 0) || cleanTexts(exclude).length < exclude.length
}

/** The platforms that every rule leaves, in their order, or the first word that is none. */
export function meetPlatforms(
  rules: readonly PlatformRules[],
): { readonly platforms: readonly Platform[] } | { readonly unknown: string } {
  let left: readonly Platform[] = allPlatforms
  for (const { include, exclude = [] } of rules) {
    const [into, out] = [cleanTexts(include), cleanTexts(exclude)].map((words) =>
      words.flatMap((word) => readPlatformWords(word)),
    )
    const unknown = [...(into ?? []), ...(out ?? [])].find(({ platforms }) => platforms === undefined)
    if (unknown !== undefined) return { unknown: unknown.word }
    const included = new Set(into?.flatMap(({ platforms = [] }) => platforms))
    const excluded = new Set(out?.flatMap(({ platforms = [] }) => platforms))
    left = left.filter((one) => (included.size === 0 || included.has(one)) && !excluded.has(one))
  }
  return { platforms: left }
}
