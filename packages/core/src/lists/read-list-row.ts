import type { FieldProblem } from '../errors.ts'
import { readCsvCell } from './csv-cell.ts'
import { readIsoTime } from '../time/read-iso-time.ts'
import { type ListEntryReading, readListEntry } from './read-list-entry.ts'

/** The columns of a list file; `actor` and `created_at` of an export are for people and are not read. */
export const listFileColumns = [
  'action',
  'kind',
  'value',
  'app_id',
  'reason',
  'expires_at',
  'actor',
  'created_at',
] as const

/** For a row that says nothing by itself. */
interface RowDefaults {
  readonly appId: number | null
  readonly nowMs: number
}

/**
 * Reads a row of a list file. `expires_at` is an ISO 8601 time or `never`; without it the kind decides. `app_id` is
 * empty for the whole platform, or for the app that the import is for. The mark by which an export makes a cell text
 * (`'=1+1`) is taken off.
 */
export function readListRow(
  row: Readonly<Record<string, unknown>>,
  { appId, nowMs }: RowDefaults,
): ListEntryReading {
  const cells = new Map(Object.entries(row).map(([name, value]) => [name.trim().toLowerCase(), value]))
  const textOf = (name: string): string => {
    const value = cells.get(name)
    return typeof value === 'string' || typeof value === 'number' ? readCsvCell(String(value).trim()) : ''
  }
  const problems: FieldProblem[] = []
  const app = readApp(textOf('app_id'), appId)
  if (app === undefined)
    problems.push({ field: 'app_id', rule: 'format', message: 'must be the id of an app' })
  const expiry = readExpiry(textOf('expires_at'))
  if (expiry === false) {
    problems.push({ field: 'expires_at', rule: 'format', message: 'must be an ISO 8601 time or never' })
  }
  const reading = readListEntry(
    {
      appId: app ?? null,
      kind: textOf('kind').toLowerCase(),
      // Kept as it stands: a user id may begin or end with a space.
      value:
        typeof cells.get('value') === 'string' ? readCsvCell(String(cells.get('value'))) : textOf('value'),
      action: textOf('action').toLowerCase(),
      reason: textOf('reason'),
      expiresAtMs: expiry === false ? undefined : expiry,
    },
    nowMs,
  )
  if (problems.length === 0) return reading
  return { ok: false, problems: [...problems, ...(reading.ok ? [] : reading.problems)] }
}

/** Undefined for what is no id. */
function readApp(text: string, standard: number | null): number | null | undefined {
  if (text === '') return standard
  return /^[1-9][0-9]{0,14}$/.test(text) ? Number(text) : undefined
}

/** Undefined: the kind decides; null: never; false for what is no time. */
function readExpiry(text: string): number | null | undefined | false {
  if (text === '') return undefined
  if (text.toLowerCase() === 'never') return null
  const seconds = readIsoTime(text)
  return seconds === undefined ? false : seconds * 1000 + readMilliseconds(text)
}

/** An export writes them, and what comes back must be the same entry. */
function readMilliseconds(text: string): number {
  return Number((/\.(\d{1,3})/.exec(text)?.[1] ?? '').padEnd(3, '0'))
}
