/** Letters that Unicode does not take apart. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
}

/** A text as search compares it: in lower case and without accents, so that München and munchen are one, and in Arabic
 * without hamza and vowels. */
export function foldText(text: string): string {
  const lower = text.toLowerCase()
  // Most names are plain, and there may be 100,000 of them.
  if (/^[\x20-\x7e]*$/.test(lower)) return lower
  return lower
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u064b-\u0655]/g, '')
    .replace(/[ßøłđıæœ]/g, (letter) => letters[letter] ?? letter)
}
