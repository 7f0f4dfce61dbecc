/**
 * Click, conversion, callback and request ids are UUIDv7 (RFC 9562): the first 48 bits are the time in
 * milliseconds, so ids sort by time and name their partition; 74 random bits make them unguessable.
 */
const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** Makes an id from a time and ten random bytes. */
export function formatId(nowMs: number, random: Uint8Array): string {
  const time = Math.floor(nowMs).toString(16).padStart(12, '0')
  const at = (index: number): number => random[index] ?? 0
  const byte = (value: number): string => hex[value & 0xff] ?? '00'
  return (
    `${time.slice(0, 8)}-${time.slice(8, 12)}-` +
    `${byte(0x70 | (at(0) & 0x0f))}${byte(at(1))}-` +
    `${byte(0x80 | (at(2) & 0x3f))}${byte(at(3))}-` +
    `${byte(at(4))}${byte(at(5))}${byte(at(6))}${byte(at(7))}${byte(at(8))}${byte(at(9))}`
  )
}

/** The canonical form of an id that came from outside, or undefined when it cannot be one of ours. */
export function readId(text: string): string | undefined {
  const lower = text.trim().toLowerCase()
  return pattern.test(lower) ? lower : undefined
}

/** When the id was made, in Unix milliseconds. */
export function idTimeMs(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}

/** The smallest possible id of a moment: the bound of a partition or of a time range. */
export function firstIdAt(timeMs: number): string {
  const time = Math.floor(timeMs).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8, 12)}-7000-8000-000000000000`
}
