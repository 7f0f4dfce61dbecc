import type { LinkWalk } from './link.ts'

/**
 * The host that has lost our click id, where that is sure: the first address had it, the next one on the same host does not, and
 * neither a new id nor a cookie stands for it.
 */
export function findLostClick({ hops }: LinkWalk, clickId: string): string | undefined {
  const [first, second] = hops
  if (first === undefined || second === undefined) return undefined
  if (!first.url.includes(clickId) || second.url.includes(clickId) || first.hasCookie) return undefined
  const host = hostOf(first.url)
  if (host === undefined || hostOf(second.url) !== host) return undefined
  const before = new Set(wordsOf(first.url))
  const hasNewId = wordsOf(second.url).some((word) => !before.has(word) && isLikeId(word))
  return hasNewId ? undefined : host
}

function hostOf(url: string): string | undefined {
  return URL.parse(url)?.host
}

/** The parts of a path, and the values of a query. */
function wordsOf(url: string): readonly string[] {
  return url.split(/[/?&=#;,]/)
}

/** Ids of clicks have digits, and are not short. */
function isLikeId(word: string): boolean {
  return word.length >= 6 && /\d/.test(word)
}
