import { cleanText } from './clean-text.ts'

/** As long as the external id of an offer may be. */
const charactersMax = 255

/** A network's id as a text, also where it is written as a number. */
export function readId(value: unknown): string | undefined {
  // A number that JSON does not carry exactly would be the id of something else.
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return undefined
  const id = cleanText(value).replaceAll(/\s+/g, ' ')
  const isVisible = /[^\p{C}\p{Z}\p{M}]/u.test(id)
  return isVisible && [...id].length <= charactersMax ? id : undefined
}
