import { readCidr } from '@quoin/core/detect/address.ts'
import type { ListEntry, ListKind } from '@quoin/core/lists/list-entry.ts'
import type { ListDirectory, ListVerdict, Suspect } from '../../ports/directories.ts'

/** Entries by scope, kind and value. A value has one entry per scope, so a look-up finds at most two. */
type Index = ReadonlyMap<string, ListEntry>

/** The autonomous system of an address; asked only where a list names one. */
export type AsnOf = (address: string) => number | undefined

/** Each costs an HMAC whenever a list changes. */
const listedMax = 10_000

const none: readonly never[] = []

/**
 * Block, review and allow entries, for a look-up per request: exact values by hash map, ranges by one map per prefix
 * length that occurs. The first match wins in this order: an exact device block, allow, block, review, a publisher's
 * own allow; among equals the narrower kind, then the app's own.
 */
export function createListDirectory(
  entries: readonly ListEntry[],
  asnOf?: AsnOf,
  onMatch?: (entryId: number) => void,
): ListDirectory {
  const index: Index = new Map(entries.map((entry) => [keyOf(entry.appId, entry.kind, textOf(entry)), entry]))
  const prefixLengths = findPrefixLengths(entries)
  const devices = entries.filter(({ kind }) => kind === 'device')
  const devicesOfApps = new Map<number, readonly string[]>()
  const hasAsns = entries.some(({ kind }) => kind === 'asn')
  const asnOfSuspect = ({ address }: Suspect): string | undefined => {
    const asn = hasAsns && address !== undefined ? asnOf?.(address) : undefined
    return asn === undefined ? undefined : `AS${asn}`
  }
  return {
    judge(suspect, nowMs) {
      if (index.size === 0) return undefined
      let best: ListEntry | undefined
      for (const entry of findMatches(index, { prefixLengths, asn: asnOfSuspect(suspect) }, suspect)) {
        if (entry.expiresAtMs !== null && entry.expiresAtMs <= nowMs) continue
        if (best === undefined || rankOf(entry) < rankOf(best)) best = entry
      }
      if (best === undefined) return undefined
      onMatch?.(best.id)
      return present(best)
    },
    listDevices(appId) {
      if (devices.length === 0) return none
      const known = devicesOfApps.get(appId)
      if (known !== undefined) return known
      const own = devices.filter((entry) => entry.appId === null || entry.appId === appId)
      const values = [...new Set(own.slice(-listedMax).map(({ value }) => value))]
      devicesOfApps.set(appId, values)
      return values
    },
    listBlocked(appId, nowMs) {
      const isInForce = (entry: ListEntry): boolean =>
        entry.action === 'block' &&
        (entry.appId === null || entry.appId === appId) &&
        (entry.expiresAtMs === null || entry.expiresAtMs > nowMs)
      // Each kind by itself: a long list of addresses must not push out the few people.
      const newestOf = (kind: ListKind): ListEntry[] =>
        entries.filter((entry) => entry.kind === kind && isInForce(entry)).slice(-listedMax)
      return { devices: newestOf('device'), users: newestOf('user') }
    },
  }
}

function present({ action, kind, reason, isOwn = false }: ListEntry): ListVerdict {
  return { action, kind, reason, isOwn }
}

/** Narrow kinds first, and in each the app's own before the platform's: the first of one rank wins. */
function* findMatches(
  index: Index,
  { prefixLengths, asn }: { readonly prefixLengths: PrefixLengths; readonly asn: string | undefined },
  { appId, device, userId, address, country }: Suspect,
): Generator<ListEntry> {
  yield* findValue(index, appId, 'device', device)
  yield* findValue(index, appId, 'user', userId)
  yield* findValue(index, appId, 'address', address)
  yield* findRanges(index, prefixLengths, appId, address)
  yield* findValue(index, appId, 'asn', asn)
  yield* findValue(index, appId, 'country', country)
}

function* findValue(
  index: Index,
  appId: number,
  kind: ListKind,
  value: string | undefined,
): Generator<ListEntry> {
  if (value === undefined) return
  for (const scope of [appId, null]) {
    const entry = index.get(keyOf(scope, kind, value))
    if (entry) yield entry
  }
}

/** Longest prefix first. */
function* findRanges(
  index: Index,
  prefixLengths: PrefixLengths,
  appId: number,
  address: string | undefined,
): Generator<ListEntry> {
  const bytes = address === undefined || prefixLengths.isEmpty ? undefined : readCidr(address)?.network
  if (bytes === undefined) return
  for (const length of bytes.length === 4 ? prefixLengths.v4 : prefixLengths.v6) {
    yield* findValue(index, appId, 'cidr', prefixOf(bytes, length))
  }
}

interface PrefixLengths {
  readonly isEmpty: boolean
  readonly v4: readonly number[]
  readonly v6: readonly number[]
}

function findPrefixLengths(entries: readonly ListEntry[]): PrefixLengths {
  const v4 = new Set<number>()
  const v6 = new Set<number>()
  for (const entry of entries) {
    const cidr = entry.kind === 'cidr' ? readCidr(entry.value) : undefined
    if (cidr) (cidr.network.length === 4 ? v4 : v6).add(cidr.prefixLength)
  }
  const descending = (lengths: Set<number>): number[] => [...lengths].sort((a, b) => b - a)
  return { isEmpty: v4.size + v6.size === 0, v4: descending(v4), v6: descending(v6) }
}

/** Ranges are filed under the bits of their prefix, everything else under its text. */
function textOf({ kind, value }: ListEntry): string {
  const cidr = kind === 'cidr' ? readCidr(value) : undefined
  return cidr ? prefixOf(cidr.network, cidr.prefixLength) : value
}

/** The first bits of an address, with their number and the family. */
function prefixOf(bytes: readonly number[], length: number): string {
  const whole = length >> 3
  const rest = length & 7
  const last = rest === 0 ? [] : [(bytes[whole] ?? 0) & (0xff << (8 - rest))]
  return `${bytes.length}/${length}/${[...bytes.slice(0, whole), ...last].join('.')}`
}

function keyOf(appId: number | null, kind: ListKind, value: string): string {
  return `${appId ?? ''}|${kind}|${value}`
}

function rankOf({ action, kind, isOwn = false }: ListEntry): number {
  if (action === 'block') return kind === 'device' ? 0 : 2
  if (action === 'review') return 3
  // A publisher earns by its users: what others have listed goes before its trust.
  return isOwn ? 4 : 1
}
