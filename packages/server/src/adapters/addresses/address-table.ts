import { gunzipSync, gzipSync } from 'node:zlib'
import { type AddressRange, type AddressRanges, RangeIndex, mergeRanges } from './address-ranges.ts'

/** Which network announces an address, for the networks of core's list. */
export interface AddressTable {
  /** Where the data comes from, how old it is, and its licence. */
  readonly source: string
  findAsn(address: string): number | undefined
}

const magic = 'quoin-addresses-1'
const unpackedBytesMax = 64 * 1024 * 1024

/** Writes ranges, valued by ASN, as gaps and lengths in base-128 numbers, then gzip: a tenth of the text. */
export function encodeAddressTable(source: string, ranges: AddressRanges): Buffer {
  const parts = [mergeRanges(ranges.v4), mergeRanges(ranges.v6)] as const
  const asns = [...new Set(parts.flat().map(({ value }) => value))].sort((a, b) => a - b)
  const indexOf = new Map(asns.map((asn, index) => [asn, index]))
  const bytes: number[] = []
  const write = (value: bigint): void => {
    let rest = value
    while (rest > 127n) {
      bytes.push(Number(rest & 127n) | 128)
      rest >>= 7n
    }
    bytes.push(Number(rest))
  }
  for (const part of parts) {
    let next = 0n
    for (const { first, last, value } of part) {
      write(first - next)
      write(last - first)
      write(BigInt(indexOf.get(value) ?? 0))
      next = last + 1n
    }
  }
  const header = JSON.stringify({ magic, source, asns, v4: parts[0].length, v6: parts[1].length })
  return gzipSync(Buffer.concat([Buffer.from(`${header}\n`), Buffer.from(bytes)]), { level: 9 })
}

interface Header {
  readonly source: string
  readonly asns: readonly number[]
  readonly v4: number
  readonly v6: number
}

/** Reads a table. Throws when the file is another one. */
export function decodeAddressTable(file: Uint8Array): AddressTable {
  const bytes = gunzipSync(file, { maxOutputLength: unpackedBytesMax })
  const end = bytes.indexOf(10)
  const { source, asns, v4, v6 } = readHeader(bytes.toString('utf8', 0, Math.max(0, end)))
  const reader = new NumberReader(bytes, end + 1)
  const index = new RangeIndex({ v4: readRanges(reader, v4), v6: readRanges(reader, v6) })
  return {
    source,
    findAsn(address) {
      const found = index.find(address)
      return found === undefined ? undefined : asns[found]
    },
  }
}

function readHeader(text: string): Header {
  const header: unknown = text === '' ? undefined : JSON.parse(text)
  if (typeof header !== 'object' || header === null || Reflect.get(header, 'magic') !== magic) {
    throw new Error('It is no address table of Quoin.')
  }
  return header as Header // written by encodeAddressTable, as its magic word says
}

function readRanges(reader: NumberReader, count: number): AddressRange[] {
  let next = 0n
  return Array.from({ length: count }, () => {
    const first = next + reader.read()
    const last = first + reader.read()
    next = last + 1n
    return { first, last, value: Number(reader.read()) }
  })
}

class NumberReader {
  readonly #bytes: Uint8Array
  #at: number

  constructor(bytes: Uint8Array, from: number) {
    this.#bytes = bytes
    this.#at = from
  }

  read(): bigint {
    let value = 0n
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.#bytes[this.#at] ?? 0
      this.#at += 1
      value |= BigInt(byte & 127) << shift
      if (byte < 128) return value
    }
    throw new Error('The address table is broken.')
  }
}
