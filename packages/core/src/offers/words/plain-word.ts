/**
 * A word without what people write in several ways: accents, case, punctuation, an article before it. `Côte d’Ivoire` and
 * `COTE D'IVOIRE` are one word.
 */
export function plainWord(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('&', ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^the /, '')
}
