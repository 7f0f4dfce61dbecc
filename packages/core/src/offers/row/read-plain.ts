import { quote, type Reading } from './reading.ts'

const yesNo: Readonly<Record<string, boolean>> = {
  yes: true,
  true: true,
  1: true,
  no: false,
  false: false,
  0: false,
}

export function readYesNo(raw: unknown): Reading<boolean> {
  const isPlain = typeof raw === 'string' || typeof raw === 'boolean' || typeof raw === 'number'
  const word = isPlain ? String(raw).trim().toLowerCase() : typeof raw
  const value = Object.hasOwn(yesNo, word) ? yesNo[word] : undefined
  return value === undefined ? { problem: `${quote(word)} must be yes or no` } : { value }
}

const secondsByUnit: Readonly<Record<string, number>> = { m: 60, h: 3_600, d: 86_400 }
const durationMaxSec = 366 * 86_400

/** `30m`, `24h` or `7d`, as seconds. A bare number is refused: half of the feeds mean hours by it, half days. */
export function readDuration(raw: unknown): Reading<number> {
  const match = typeof raw === 'string' ? /^([0-9]{1,6}) ?([mhd])$/.exec(raw.trim().toLowerCase()) : null
  const seconds = match ? Number(match[1]) * (secondsByUnit[match[2] ?? ''] ?? 0) : 0
  if (seconds < 1) return { problem: 'must be a time with its unit, such as 30m, 24h or 7d' }
  return seconds > durationMaxSec ? { problem: 'must be at most 366d' } : { value: seconds }
}
