import { isCountry } from '../detect/country.ts'
import { normalizeAddress, readCidr } from '../detect/address.ts'
import type { FieldProblem } from '../errors.ts'
import { type ListAction, type ListEntry, type ListKind, listActions, listKinds } from './list-entry.ts'
import { dayMs } from '../time/durations.ts'

/** An entry as an operator types it, or as a line of a file has it. */
export interface ListEntryDraft {
  /** Null: for the whole platform. */
  readonly appId: number | null
  readonly kind: string
  readonly value: string
  readonly action: string
  readonly reason: string
  /** Null: for ever. Undefined: as long as is usual for the kind. */
  readonly expiresAtMs?: number | null | undefined
}

export type NewListEntry = Omit<ListEntry, 'id'>

export type ListEntryReading =
  | { readonly ok: true; readonly entry: NewListEntry }
  | { readonly ok: false; readonly problems: readonly FieldProblem[] }

interface KindRow {
  /** Canonical text, so that one thing has one entry; undefined when it is no such thing. */
  readonly read: (text: string) => string | undefined
  readonly mustBe: string
  /** Addresses are given to others and devices are sold, so their entries end; null: never. */
  readonly daysKept: number | null
}

const kinds: Readonly<Record<ListKind, KindRow>> = {
  device: { read: readPlain, mustBe: 'a fingerprint hash of 1 to 255 characters', daysKept: 180 },
  user: { read: readPlain, mustBe: 'a user id of 1 to 255 characters', daysKept: null },
  address: { read: normalizeAddress, mustBe: 'an IPv4 or IPv6 address', daysKept: 30 },
  cidr: {
    read: readRange,
    mustBe: 'a range such as 198.51.100.0/24, at least /8 or (IPv6) /16',
    daysKept: 30,
  },
  asn: { read: readAsn, mustBe: 'the number of an autonomous system, such as AS64500', daysKept: null },
  country: { read: readCountryCode, mustBe: 'an ISO 3166-1 alpha-2 code', daysKept: null },
}

const textLengthMax = 255
/** Shorter prefixes are slips of the pen: no network is that wide. */
const prefixLengthMin = { v4: 8, v6: 16 }

/** Reads an entry, naming every bad field at once. */
export function readListEntry(draft: ListEntryDraft, nowMs: number): ListEntryReading {
  const kind = listKinds.find((known) => known === draft.kind)
  const action = listActions.find((known) => known === draft.action)
  const value = kind && kinds[kind].read(draft.value)
  const problems = findProblems({ draft, kind, action, value, nowMs })
  if (kind === undefined || action === undefined || value === undefined || problems.length > 0) {
    return { ok: false, problems }
  }
  const { appId, reason } = draft
  return {
    ok: true,
    entry: { appId, kind, value, action, reason, expiresAtMs: expiryOf(draft, kind, nowMs) },
  }
}

interface Parts {
  readonly draft: ListEntryDraft
  readonly kind: ListKind | undefined
  readonly action: ListAction | undefined
  readonly value: string | undefined
  readonly nowMs: number
}

function findProblems({ draft, kind, action, value, nowMs }: Parts): FieldProblem[] {
  const problems: FieldProblem[] = []
  const add = (field: string, rule: string, message: string): void => {
    problems.push({ field, rule, message })
  }
  if (kind === undefined) add('kind', 'enum', `must be one of ${listKinds.join(', ')}`)
  else if (value === undefined) add('value', kind, `must be ${kinds[kind].mustBe}`)
  if (action === undefined) add('action', 'enum', `must be one of ${listActions.join(', ')}`)
  // Two publishers may name different people alike.
  if (kind === 'user' && draft.appId === null)
    add('app', 'required', 'is required, since user ids are an app’s own')
  if (draft.reason !== '' && readPlain(draft.reason) === undefined) {
    add('reason', 'text', `must be plain text of at most ${textLengthMax} characters`)
  }
  if (typeof draft.expiresAtMs === 'number' && !(draft.expiresAtMs > nowMs)) {
    add('expires_at', 'range', 'must lie in the future')
  }
  return problems
}

function expiryOf({ expiresAtMs }: ListEntryDraft, kind: ListKind, nowMs: number): number | null {
  if (expiresAtMs !== undefined) return expiresAtMs
  const { daysKept } = kinds[kind]
  return daysKept === null ? null : nowMs + daysKept * dayMs
}

function readPlain(text: string): string | undefined {
  const isPlain = text.length >= 1 && text.isWellFormed() && !/\p{Cc}/u.test(text)
  return isPlain && [...text].length <= textLengthMax ? text : undefined
}

function readCountryCode(text: string): string | undefined {
  const code = text.length === 2 ? text.toUpperCase() : ''
  return isCountry(code) ? code : undefined
}

/** Canonical: `AS64500`. */
function readAsn(text: string): string | undefined {
  const match = /^(?:as)?([1-9][0-9]{0,9})$/i.exec(text)
  const number = Number(match?.[1] ?? Number.NaN)
  return number <= 4_294_967_294 ? `AS${number}` : undefined
}

function readRange(text: string): string | undefined {
  const cidr = text.includes('/') ? readCidr(text) : undefined
  if (cidr === undefined) return undefined
  const { network, prefixLength } = cidr
  if (prefixLength < (network.length === 4 ? prefixLengthMin.v4 : prefixLengthMin.v6)) return undefined
  return `${normalizeAddress(textOf(network))}/${prefixLength}`
}

function textOf(bytes: readonly number[]): string {
  if (bytes.length === 4) return bytes.join('.')
  const pairs = Array.from(
    { length: 8 },
    (_, index) => [bytes[index * 2] ?? 0, bytes[index * 2 + 1] ?? 0] as const,
  )
  return pairs.map(([high, low]) => ((high << 8) | low).toString(16)).join(':')
}
