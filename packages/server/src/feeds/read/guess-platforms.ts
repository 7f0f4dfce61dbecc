import type { FeedCell } from './feed-cell.ts'

const storePatterns = [
  { platform: 'ios', pattern: /^https?:\/\/(?:apps|itunes)\.apple\.com\//i },
  { platform: 'android', pattern: /^https?:\/\/play\.google\.com\/store\/|^market:\/\//i },
] as const

/** Words of a name that mean nothing else; `Mobile`, `App` and `Web` are parts of names of games and banks. */
const namePatterns = [
  { platform: 'desktop', pattern: /(?<![\p{L}\p{N}])desktop(?: only)?(?![\p{L}\p{N}])/iu },
  { platform: 'android', pattern: /(?<![\p{L}\p{N}])(?:android|AND(?= ?[|\]/)]))(?![\p{L}\p{N}])/iu },
  { platform: 'ios', pattern: /(?<![\p{L}\p{N}])(?:iOS|iPhone|iPad)(?![\p{L}\p{N}])/iu },
] as const

/**
 * The platforms of an offer that says none, by the address of its preview at a store and by its name, where they are
 * certain. Two that contradict each other are a doubt.
 */
export function guessPlatforms({
  name,
  previewUrl,
}: {
  readonly name: string
  readonly previewUrl: string
}): FeedCell {
  const store = storePatterns.find(({ pattern }) => pattern.test(previewUrl))?.platform
  const named = namePatterns.filter(({ pattern }) => pattern.test(name)).map(({ platform }) => platform)
  if (store === undefined) return named.length === 0 ? {} : { value: named }
  if (named.length === 0 || named.includes(store)) return { value: named.length === 0 ? [store] : named }
  return { doubt: `are ${named.join(' and ')} by its name, and ${store} by the address of its preview` }
}
