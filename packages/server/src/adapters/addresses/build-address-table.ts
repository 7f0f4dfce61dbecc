import { createReadStream } from 'node:fs'
import { isIP } from 'node:net'
import { classOfAsn } from '@quoin/core/risk/classified-networks.ts'
import { parse } from 'csv-parse'
import { type AddressRange, lineOfV6, numberOfV4 } from './address-ranges.ts'
import { encodeAddressTable } from './address-table.ts'

interface AsnFiles {
  /** CSV as ip-location-db has it: first address, last address, number, name. */
  readonly ipv4: string
  readonly ipv6: string
  /** Name and date of the data, and its licence. */
  readonly source: string
}

/** Picks the networks of core's list out of an ASN database: the rest of it says nothing to a score. */
export async function buildAddressTable({ ipv4, ipv6, source }: AsnFiles): Promise<Buffer> {
  const v4 = await readRanges(ipv4, 4)
  const v6 = await readRanges(ipv6, 6)
  for (const [path, ranges] of [[ipv4, v4] as const, [ipv6, v6] as const]) {
    if (ranges.length === 0) throw new Error(`${path} names none of the known networks.`)
  }
  return encodeAddressTable(source, { v4, v6 })
}

/** Every row of such a file. Throws an Error with the number of a line that is none. */
export async function* readAsnRows(
  path: string,
  version: 4 | 6,
): AsyncGenerator<{
  readonly first: string
  readonly last: string
  readonly asn: number
  readonly name: string
}> {
  let line = 0
  for await (const row of createReadStream(path).pipe(parse({ relax_column_count: true }))) {
    line += 1
    const [first = '', last = '', asn = '', name = ''] = row as readonly string[] // without columns: lists of text
    if (isIP(first) !== version || isIP(last) !== version || !/^\d{1,10}$/.test(asn)) {
      throw new Error(`${path}, line ${line}: expected two IPv${version} addresses, a number and a name.`)
    }
    yield { first, last, asn: Number(asn), name }
  }
}

async function readRanges(path: string, version: 4 | 6): Promise<AddressRange[]> {
  const ranges: AddressRange[] = []
  const toNumber = version === 4 ? numberOfV4 : lineOfV6
  for await (const { first, last, asn } of readAsnRows(path, version)) {
    if (!classOfAsn.has(asn)) continue
    const range = { first: toNumber(first), last: toNumber(last), value: asn }
    if (range.first > range.last) throw new Error(`${path}: ${first} lies behind ${last}.`)
    ranges.push(range)
  }
  return ranges
}
