import { cleanText } from './clean-text.ts'

/** A number of a network about its own pages; undefined for what is no whole number. */
export function readCount(value: unknown): number | undefined {
  const text = cleanText(value)
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined
}
