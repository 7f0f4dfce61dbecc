import { assert } from '../errors.ts'

/** 4 or 16 bytes. An IPv4 address that came wrapped in IPv6 (`::ffff:1.2.3.4`) is 4 bytes. */
type Bytes = readonly number[]

export interface Cidr {
  readonly network: Bytes
  readonly prefixLength: number
}

/** The longest address with brackets, zone and port stays well below. */
const textLengthMax = 128

/**
 * The canonical text of an address: IPv4 as it is, IPv6 by RFC 5952; undefined for anything else. Brackets,
 * a port and a zone are taken off, IPv4 is unwrapped from IPv6. Octal, hexadecimal and short IPv4 forms are
 * refused, since others would read another address from them.
 */
export function normalizeAddress(text: string): string | undefined {
  if (text.length > textLengthMax) return undefined
  const match = /^\[([^\]]+)\](?::\d{1,5})?$|^([\d.]+)(?::\d{1,5})?$|^([^[\]]+)$/.exec(text.trim())
  const bracketed = match?.[1]
  if (bracketed !== undefined && !bracketed.includes(':')) return undefined
  const bytes = parse(withoutZone(bracketed ?? match?.[2] ?? match?.[3] ?? ''))
  return bytes && format(bytes)
}

/** The 4 or 16 bytes of an address; undefined for a text that is none. */
export function addressBytes(text: string): readonly number[] | undefined {
  return parse(text)
}

/** False for private, local, carrier NAT, documentation, multicast, tunnel and reserved addresses. */
export function isPublicAddress(address: string): boolean {
  const bits = bitsOfV4(address)
  if (bits !== undefined) return !isSpecialV4(bits)
  const bytes = parse(address)
  if (bytes === undefined) return false
  const isIn = (cidr: Cidr) => contains(cidr, bytes)
  return bytes.length === 4 ? !specialV4.some(isIn) : globalV6.some(isIn) && !specialV6.some(isIn)
}

function isSpecialV4(bits: number): boolean {
  for (const { network, mask } of specialBits) if ((bits & mask) >>> 0 === network) return true
  return false
}

/**
 * The /24 of an IPv4 address, the /64 of an IPv6 one unless another length is asked for: its users share a
 * connection. A text that is no address is its own network.
 */
export function networkOf(address: string, prefixLengthV6 = 64): string {
  if (bitsOfV4(address) !== undefined) return `${address.slice(0, address.lastIndexOf('.'))}.0/24`
  const bytes = parse(address)
  if (bytes === undefined) return address
  const prefixLength = bytes.length === 4 ? 24 : prefixLengthV6
  return `${format(masked(bytes, prefixLength))}/${prefixLength}`
}

/**
 * Reads `10.0.0.0/8`, `2001:db8::/32` or a single address; bits behind the prefix are ignored. IPv4 wrapped
 * in IPv6 is refused: libraries read `::ffff:10.0.0.0/8` as the whole IPv4 internet.
 */
export function readCidr(text: string): Cidr | undefined {
  const match = /^([^/]{1,45})(?:\/(0|[1-9]\d{0,2}))?$/.exec(text.trim())
  const bytes = parseV4(match?.[1] ?? '') ?? parseV6(match?.[1] ?? '')
  if (bytes === undefined || isWrappedV4(bytes)) return undefined
  const prefixLength = match?.[2] === undefined ? bytes.length * 8 : Number(match[2])
  if (prefixLength > bytes.length * 8) return undefined
  return { network: masked(bytes, prefixLength), prefixLength }
}

export function cidrContains(cidr: Cidr, address: string): boolean {
  const bytes = parse(address)
  return bytes !== undefined && contains(cidr, bytes)
}

function contains({ network, prefixLength }: Cidr, bytes: Bytes): boolean {
  if (bytes.length !== network.length) return false
  return network.every((byte, index) => byte === maskedByte(bytes[index] ?? 0, prefixLength - index * 8))
}

function masked(bytes: Bytes, prefixLength: number): Bytes {
  return bytes.map((byte, index) => maskedByte(byte, prefixLength - index * 8))
}

function maskedByte(byte: number, bitsKept: number): number {
  if (bitsKept >= 8) return byte
  return bitsKept <= 0 ? 0 : byte & (0xff << (8 - bitsKept))
}

function parse(text: string): Bytes | undefined {
  const bytes = parseV4(text) ?? parseV6(text)
  return bytes !== undefined && isWrappedV4(bytes) ? bytes.slice(12) : bytes
}

function parseV4(text: string): Bytes | undefined {
  const bits = bitsOfV4(text)
  return bits === undefined ? undefined : [bits >>> 24, (bits >>> 16) & 255, (bits >>> 8) & 255, bits & 255]
}

const dot = 46
const zero = 48

/** Digit by digit: every click and call has an address to read, most of them of this kind. */
function bitsOfV4(text: string): number | undefined {
  if (text.length < 7 || text.length > 15) return undefined
  let bits = 0
  let byte = -1
  let dots = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === dot) {
      if (byte < 0) return undefined
      bits = bits * 256 + byte
      byte = -1
      dots += 1
      continue
    }
    const digit = code - zero
    // No leading zeros: others would read them as octal.
    if (digit < 0 || digit > 9 || byte === 0) return undefined
    byte = byte < 0 ? digit : byte * 10 + digit
    if (byte > 255) return undefined
  }
  return dots === 3 && byte >= 0 ? bits * 256 + byte : undefined
}

function parseV6(text: string): Bytes | undefined {
  if (text.length > 45 || !text.includes(':')) return undefined
  const halves = text.split('::')
  if (halves.length > 2) return undefined
  const [head, tail] = halves.map((half, index) => readGroups(half, index === halves.length - 1))
  if (head === undefined) return undefined
  if (halves.length === 1) return head.length === 16 ? head : undefined
  if (tail === undefined || head.length + tail.length > 14) return undefined
  return [...head, ...new Array<number>(16 - head.length - tail.length).fill(0), ...tail]
}

/** The bytes between two `::`; the last part of an address may be an IPv4 address. */
function readGroups(text: string, isLast: boolean): Bytes | undefined {
  if (text === '') return []
  const bytes: number[] = []
  const groups = text.split(':')
  for (const [index, group] of groups.entries()) {
    const embedded = isLast && index === groups.length - 1 ? parseV4(group) : undefined
    if (embedded === undefined && !/^[\da-f]{1,4}$/i.test(group)) return undefined
    const value = Number.parseInt(group, 16)
    bytes.push(...(embedded ?? [value >> 8, value & 0xff]))
  }
  return bytes
}

function isWrappedV4(bytes: Bytes): boolean {
  return (
    bytes.length === 16 &&
    bytes.slice(0, 10).every((byte) => byte === 0) &&
    bytes[10] === 255 &&
    bytes[11] === 255
  )
}

function format(bytes: Bytes): string {
  if (bytes.length === 4) return bytes.join('.')
  const groups = Array.from({ length: 8 }, (_, index) => {
    return (((bytes[index * 2] ?? 0) << 8) | (bytes[index * 2 + 1] ?? 0)).toString(16)
  })
  // RFC 5952 §4.2: the first of the longest runs of zeros is left out, a single zero never.
  const runs = [...groups.join(':').matchAll(/\b0(?::0\b)+/g)].map(([run]) => run)
  const longest = runs.reduce((best, run) => (run.length > best.length ? run : best), '')
  if (longest === '') return groups.join(':')
  return groups.join(':').replace(new RegExp(`(?:^|:)${longest}(?:$|:)`), '::')
}

function withoutZone(text: string): string {
  return text.includes(':') ? text.replace(/%.*$/, '') : text
}

function ranges(...texts: readonly string[]): readonly Cidr[] {
  return texts.map((text) => {
    const cidr = readCidr(text)
    assert(cidr, `${text} is a range`)
    return cidr
  })
}

// The IANA special-purpose registries, IPv4 and IPv6.
const specialV4 = ranges(
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24'],
  ...['203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
)
const specialBits = specialV4.map(({ network, prefixLength }) => ({
  network: bitsOfV4(network.join('.')) ?? 0,
  mask: (0xffffffff << (32 - prefixLength)) >>> 0,
}))
/** All that was given out so far; outside are local, mapped, translated (64:ff9b::/96) and reserved ones. */
const globalV6 = ranges('2000::/3')
/** Protocol assignments with Teredo and ORCHID, documentation, 6to4. */
const specialV6 = ranges('2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20')
