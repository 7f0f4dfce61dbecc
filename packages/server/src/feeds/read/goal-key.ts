import { normalGoalKey } from '@quoin/core/offers/row/read-text.ts'

const keyLengthMax = 64

/**
 * The key of a goal by the network's id of it: the id itself where it may be one, else its letters and a number that is
 * always the same for it.
 */
export function goalKey(id: string): string {
  const normal = normalGoalKey(id)
  if (/^[a-z0-9][a-z0-9._:-]*$/.test(normal) && normal.length <= keyLengthMax) return normal
  const letters = normal.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-+|-+$/g, '')
  return `${letters === '' ? 'goal' : letters.slice(0, 40)}-${digestOf(id)}`
}

/** FNV-1a in 32 bits. */
function digestOf(text: string): string {
  let digest = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) digest = Math.imul(digest ^ byte, 0x01000193) >>> 0
  return digest.toString(36)
}
