import { readFeedJson } from './read-json.ts'

/**
 * Reads JSON lines as the list of their values; undefined where a line is none. Such a line is not skipped: it is where a feed
 * breaks off, and what stands behind it is not there either.
 */
export function readJsonLines(text: string): { readonly value: readonly unknown[] } | undefined {
  const values: unknown[] = []
  for (const line of text.split('\n')) {
    const written = line.trim()
    if (written === '') continue
    const read = readFeedJson(written)
    if (read === undefined) return undefined
    values.push(read.value)
  }
  return { value: values }
}
