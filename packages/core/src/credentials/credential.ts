import type { Mode } from '../apps/app.ts'
import { cellMax } from '../tracking/click-id.ts'

/**
 * `pk_live_c00_…` and `sk_test_c12_…`: the cell that made it, and base62 with a checksum at the end, so that a secret
 * scanner can tell one from noise without asking us, and a mistyped one is refused before any look-up. Older ones have
 * no cell and are valid for ever. Both are of one length; the second underscore, which base62 never has, tells them apart.
 */
type CredentialKind = 'pk' | 'sk'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const checksumLength = 6
const pattern = /^(pk|sk)_(live|test)_(?:c(\d{2,4})_)?[0-9A-Za-z]{20,64}$/

interface CredentialParts {
  readonly kind: CredentialKind
  readonly mode: Mode
  /** Undefined in one that was made before cells were recorded. */
  readonly cell: number | undefined
}

/**
 * Makes a credential of random bytes: 16 for a public key, 32 for a secret. The cell stands in place of four to six of
 * their characters, so that 95 bits of a key and 220 of a secret are left at least.
 */
export function formatCredential({ kind, mode, cell }: CredentialParts, random: Uint8Array): string {
  const marker = cell === undefined ? '' : `c${cellDigits(cell)}_`
  const length = Math.ceil((random.length * 8) / Math.log2(62)) - marker.length
  const body = toBase62(toBigInt(random), length)
  const prefix = `${kind}_${mode}_${marker}`
  return prefix + body + checksum(prefix + body)
}

/** Which credential a text is, or undefined when it cannot be one. */
export function readCredential(text: string): CredentialParts | undefined {
  const match = pattern.exec(text)
  if (!match) return undefined
  const body = text.slice(0, -checksumLength)
  if (checksum(body) !== text.slice(-checksumLength)) return undefined
  const cell = match[3] === undefined ? undefined : Number(match[3])
  if (cell !== undefined && (cell > cellMax || cellDigits(cell) !== match[3])) return undefined
  return { kind: match[1] === 'pk' ? 'pk' : 'sk', mode: match[2] === 'live' ? 'live' : 'test', cell }
}

/** Enough to recognise a secret in a list, and useless otherwise. */
export function maskCredential(text: string): string {
  return `${text.slice(0, 8)}…${text.slice(-4)}`
}

/** A text from outside with everything that looks like a secret masked, whole or broken off, in any case. */
export function redactCredentials(text: string): string {
  return text.replace(/sk_(live|test)_[0-9a-z_]+/gi, 'sk_$1_…').replace(/(q[op]t)_[\w-]+/gi, '$1_…')
}

/** As it stands in a credential: two digits at least. */
function cellDigits(cell: number): string {
  return String(cell).padStart(2, '0')
}

function toBigInt(bytes: Uint8Array): bigint {
  let value = 0n
  for (const byte of bytes) value = value * 256n + BigInt(byte)
  return value
}

function toBase62(value: bigint, length: number): string {
  let rest = value
  let text = ''
  while (text.length < length) {
    text = (alphabet[Number(rest % 62n)] ?? '0') + text
    rest /= 62n
  }
  return text
}

function checksum(text: string): string {
  return toBase62(BigInt(crc32(text)), checksumLength)
}

/** CRC-32 (IEEE 802.3) of an ASCII text. */
function crc32(text: string): number {
  let crc = 0xffffffff
  for (let index = 0; index < text.length; index += 1) {
    crc ^= text.charCodeAt(index)
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}
