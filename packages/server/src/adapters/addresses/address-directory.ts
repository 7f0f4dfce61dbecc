import { readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isPublicAddress, normalizeAddress } from '@quoin/core/detect/address.ts'
import { type AddressFacts, addressClasses } from '@quoin/core/risk/address-class.ts'
import { classOfAsn } from '@quoin/core/risk/classified-networks.ts'
import { type AsnResponse, Reader } from 'maxmind'
import type { AddressDirectory, Log } from '../../ports/ports.ts'
import { type AddressRange, RangeIndex, rangeOf } from './address-ranges.ts'
import { type AddressTable, decodeAddressTable } from './address-table.ts'
import type { AddressList, AddressFiles } from '../../settings/address-files.ts'

/** The tables for look-ups, as they were read. */
interface AddressTables {
  readonly table: AddressTable
  readonly asns: Reader<AsnResponse> | undefined
  readonly lists: RangeIndex | undefined
}

const bundledTable = fileURLToPath(new URL('../../../data/addresses.bin.gz', import.meta.url))
const checkEveryMs = 5_000
/** A user comes several times within minutes. Some 8 MB. */
const rememberedMax = 50_000
const listBytesMax = 200 * 1024 * 1024

/**
 * Knows who sits behind an address. Nothing is read before the first question; when a file changes, all are
 * read again within seconds. With a log, a file that cannot be read leaves what was there; without one it is an error.
 */
export class FileAddressDirectory implements AddressDirectory {
  readonly #files: AddressFiles
  readonly #log: Log | undefined
  #tables: AddressTables | undefined
  /** By these pages. */
  readonly #remembered = new Map<string, AddressFacts | undefined>()
  #stamp = ''

  constructor(files: AddressFiles, log?: Log) {
    this.#files = files
    this.#log = log
  }

  get source(): string {
    return this.#open().table.source
  }

  describe(text: string): AddressFacts | undefined {
    if (this.#remembered.has(text)) return this.#remembered.get(text)
    const facts = this.#find(text)
    if (this.#remembered.size >= rememberedMax) this.#remembered.clear()
    this.#remembered.set(text, facts)
    return facts
  }

  #find(text: string): AddressFacts | undefined {
    const address = normalizeAddress(text)
    if (address === undefined || !isPublicAddress(address)) return undefined
    const { table, asns, lists } = this.#open()
    const asn = asns?.get(address)?.autonomous_system_number ?? table.findAsn(address)
    const listed = lists?.find(address)
    const known = asn === undefined ? undefined : classOfAsn.get(asn)
    return { asn, class: listed === undefined ? known : addressClasses[listed] }
  }

  /** Reads again what has changed. True when something had. */
  refresh(): boolean {
    const stamp = stampOf(this.#files)
    if (this.#tables === undefined || stamp === this.#stamp) return false
    this.#stamp = stamp
    this.#tables = this.#read()
    this.#remembered.clear()
    this.#log?.info({ source: this.#tables.table.source }, 'address files read again')
    return true
  }

  /** Reads all, unless it is read already. */
  warm(): void {
    this.#open()
  }

  /** Reads the files that are named, and looks for changes until it is stopped. Throws where one of them is not there. */
  follow(): () => void {
    if (this.#files.asnDatabase !== null || this.#files.lists.length > 0) this.#open()
    const timer = setInterval(() => this.refresh(), checkEveryMs)
    timer.unref()
    return () => clearInterval(timer)
  }

  #open(): AddressTables {
    if (this.#tables === undefined) {
      this.#stamp = stampOf(this.#files)
      this.#tables = this.#read()
    }
    return this.#tables
  }

  /** Each by itself: a torn table must not keep a list out, nor a bad line in a list every answer. */
  #read(): AddressTables {
    const { refreshedTable, asnDatabase, lists } = this.#files
    const before = this.#tables
    const orBefore = <T>(what: string, read: () => T, old: T): T => {
      try {
        return read()
      } catch (error) {
        const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
        if (this.#log === undefined || (isMissing && before === undefined)) throw error
        this.#log.error({ err: error }, `${what} cannot be read: what was known before stays in use`)
        return old
      }
    }
    const isRefreshed = refreshedTable !== null && timeOf(refreshedTable) !== 'absent'
    const readTable = (path: string): AddressTable => decodeAddressTable(readFileSync(path))
    const newer = isRefreshed
      ? orBefore(refreshedTable, () => readTable(refreshedTable), before?.table)
      : undefined
    return {
      table: newer ?? readTable(bundledTable),
      asns: orBefore(
        'ASN_DATABASE',
        () => (asnDatabase === null ? undefined : readAsns(asnDatabase)),
        before?.asns,
      ),
      lists: orBefore(
        'ADDRESS_LISTS',
        () => (lists.length === 0 ? undefined : readLists(lists)),
        before?.lists,
      ),
    }
  }
}

function readAsns(path: string): Reader<AsnResponse> {
  const bytes = readFileSync(path)
  try {
    return new Reader<AsnResponse>(bytes)
  } catch (cause) {
    // The library's own words name no file.
    throw new Error(`${path} is no MMDB file.`, { cause })
  }
}

/** Where lists overlap the narrower network counts: one exit in a range of VPNs, relays among them. */
function readLists(lists: readonly AddressList[]): RangeIndex {
  const ranges: { readonly v4: AddressRange[]; readonly v6: AddressRange[] } = { v4: [], v6: [] }
  for (const list of lists) {
    const value = addressClasses.indexOf(list.class)
    if (statSync(list.path).size > listBytesMax) throw new Error(`${list.path} is larger than 200 MB.`)
    for (const [index, line] of readFileSync(list.path, 'utf8').split('\n').entries()) {
      const text = (line.split(/[#,;\s]/, 1)[0] ?? '').trim()
      if (text === '') continue
      const found = rangeOf(text, value)
      if (found === undefined) {
        throw new Error(`${list.path}, line ${index + 1}: "${text.slice(0, 50)}" is no address or CIDR.`)
      }
      ranges[found.version === 4 ? 'v4' : 'v6'].push(found.range)
    }
  }
  return new RangeIndex(ranges)
}

function stampOf({ refreshedTable, asnDatabase, lists }: AddressFiles): string {
  const paths = [refreshedTable, asnDatabase, ...lists.map(({ path }) => path)]
  return paths.map((path) => (path === null ? '' : timeOf(path))).join(' ')
}

function timeOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false })
  return found === undefined ? 'absent' : `${found.mtimeMs}:${found.size}`
}
