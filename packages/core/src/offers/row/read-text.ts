import type { Reading } from './reading.ts'

/**
 * One line of text: trimmed, every run of white space (line breaks too) one space, nothing decoded and no tag
 * removed. Lengths count characters (code points), as the database does.
 */
export function readText(raw: unknown, charactersMax: number): Reading<string> {
  if (typeof raw !== 'string') return { problem: 'must be text' }
  if (!raw.isWellFormed()) return { problem: 'is not well-formed Unicode: it has half a surrogate pair' }
  const text = raw.replace(/\s+/gu, ' ').trim()
  if (/\p{Cc}/u.test(text)) return { problem: 'must not contain control characters' }
  if (text.includes('\uFFFD')) {
    return {
      problem: 'contains U+FFFD, the mark of a damaged character; save the file as UTF-8 from its source',
    }
  }
  const characters = [...text].length
  return characters > charactersMax
    ? { problem: `is ${characters} characters long; at most ${charactersMax} are allowed` }
    : { value: text }
}

/** A text that people must be able to see: spaces, joiners and direction marks alone are no name. */
export function readVisibleText(raw: unknown, charactersMax: number): Reading<string> {
  const reading = readText(raw, charactersMax)
  if ('problem' in reading || /[^\p{C}\p{Z}\p{M}]/u.test(reading.value)) return reading
  return { problem: 'has no visible character' }
}

/** A network's own id: text, or in JSON a whole number. */
export function readExternalId(raw: unknown, charactersMax: number): Reading<string> {
  if (typeof raw === 'number') {
    return Number.isSafeInteger(raw)
      ? { value: String(raw) }
      : { problem: 'is a number that JSON does not carry exactly; write it as text, in quotes' }
  }
  return readVisibleText(raw, charactersMax)
}

/** The key of a goal, as networks write it. */
export function readGoalKey(raw: unknown): Reading<string> {
  const text = typeof raw === 'number' ? String(raw) : raw
  const key = typeof text === 'string' ? normalGoalKey(text) : ''
  return /^[a-z0-9][a-z0-9._:-]{0,63}$/.test(key)
    ? { value: key }
    : { problem: 'must be 1 to 64 letters a–z, digits, dashes, dots, colons and underscores' }
}

/** How a key is written, wherever it comes from: `Level 10` is `level-10`. */
export function normalGoalKey(text: string): string {
  return text.trim().toLowerCase().replace(/\s+/g, '-')
}
