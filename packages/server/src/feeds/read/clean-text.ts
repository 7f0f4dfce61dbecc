/**
 * A text that a row may hold: without damaged characters, control characters, and marks that turn the direction of what
 * stands behind them. Line breaks and emoji stay. Numbers are written out; anything else is no text.
 */
export function cleanText(value: unknown): string {
  const text = typeof value === 'number' && Number.isFinite(value) ? String(value) : value
  if (typeof text !== 'string') return ''
  return text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]|[\uFFFD\u202A-\u202E\u2066-\u2069]/gu, '')
    .trim()
}

/** At most so many characters, the last of them an ellipsis where some are left out. */
export function cutText(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text
  // No character is more than two units; the others are left out whatever they are.
  const characters = [...text.slice(0, 2 * charactersMax + 2)]
  if (characters.length <= charactersMax) return text
  return `${characters
    .slice(0, charactersMax - 1)
    .join('')
    .trimEnd()}…`
}

/** The texts of a list; entries that are none are left out. */
export function cleanTexts(values: readonly unknown[]): readonly string[] {
  return values.map(cleanText).filter((text) => text !== '')
}
