import { foldText } from '../catalogue/fold-text.ts'

/** Slugs that every language has a word for. */
export const namedCategories = [
  ...(['games', 'apps', 'surveys', 'shopping', 'trials', 'finance'] as const),
  ...(['streaming', 'health', 'education', 'travel', 'crypto'] as const),
] as const

/** The shortest beginning of a word that finds a category; in other scripts a sign may be a word. */
const beginningMin = 3

/** The categories that a text names by their slug or by their word in a visitor's language, or by the beginning of either. */
export function findNamedCategories(
  text: string,
  slugs: Iterable<string>,
  words: Readonly<Record<string, string>>,
): readonly string[] {
  const asked = foldText(text.trim())
  if (asked === '' || (asked.length < beginningMin && /^[a-z0-9 ]*$/.test(asked))) return []
  const begins = (word: string): boolean => ` ${foldText(word)}`.includes(` ${asked}`)
  return [...slugs].filter((slug) => begins(slug.replaceAll('-', ' ')) || begins(words[slug] ?? ''))
}
