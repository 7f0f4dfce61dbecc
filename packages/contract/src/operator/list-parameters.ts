import { Type } from '../json-schema.ts'
import { accepted, type Field, optional, refused, refuseNonText } from '../fields/field.ts'
import { countField } from '../fields/number-fields.ts'
import { wordField } from '../fields/text-fields.ts'

/** The kinds of value that tell where a page ended. */
type PositionKind = 'integer' | 'text' | 'id'

/** The sorts of a list: by the name of each, what a position in it is made of. The last value is unique. */
type Sorts = Readonly<Record<string, readonly PositionKind[]>>

/** Where a page ended, in the sort it was asked in; `-name` goes down. */
export interface ListCursor {
  readonly sort: string
  readonly values: readonly (string | number)[]
}

const pageMax = 100
export const pageStandard = 50

const checks: Readonly<Record<PositionKind, (value: unknown) => boolean>> = {
  integer: (value) => Number.isSafeInteger(value),
  text: (value) => typeof value === 'string' && value.length <= 1_000 && value.isWellFormed(),
  id: (value) =>
    typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(value),
}

const cursorMax = 2_000

/** Callers keep it as it is. Whatever is none of this list's is refused here, so that no query ever sees it. */
function cursorField(sorts: Sorts): Field<ListCursor> {
  return {
    schema: Type.String({ minLength: 1, maxLength: cursorMax }),
    read(raw) {
      if (typeof raw !== 'string') return refuseNonText(raw)
      const cursor = raw.length > cursorMax ? undefined : readCursor(raw, sorts)
      return cursor ? accepted(cursor) : refused('format', 'must be meta.next of a page of this very list')
    },
  }
}

function readCursor(raw: string, sorts: Sorts): ListCursor | undefined {
  const parts = parse(decode(raw))
  if (!Array.isArray(parts)) return undefined
  const [sort, ...values]: unknown[] = parts
  if (typeof sort !== 'string') return undefined
  const name = sort.replace(/^-/, '')
  const kinds = Object.hasOwn(sorts, name) ? sorts[name] : undefined
  if (kinds?.length !== values.length) return undefined
  const isWhole = kinds.every((kind, index) => checks[kind](values[index]))
  return isWhole ? { sort, values: values as (string | number)[] } : undefined // each checked by its kind
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Base64url of UTF-8, in what browsers and Node have alike. */
function decode(raw: string): string {
  try {
    const bytes = atob(raw.replaceAll('-', '+').replaceAll('_', '/'))
    return new TextDecoder().decode(Uint8Array.from(bytes, (one) => one.charCodeAt(0)))
  } catch {
    return ''
  }
}

export function writeListCursor({ sort, values }: ListCursor): string {
  const bytes = new TextEncoder().encode(JSON.stringify([sort, ...values]))
  const text = btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** The parameters of every list of the operator API: how many, from where on, and in which order. */
export function listParameters<const Name extends string>(
  sorts: Readonly<Record<Name, readonly PositionKind[]>>,
  standard: NoInfer<Name | `-${Name}`>,
) {
  const names = Object.keys(sorts) as Name[] // the keys of this very table
  const words = names.flatMap((name) => [name, `-${name}`] as const)
  return {
    limit: optional(
      countField({ min: 1, max: pageMax, default: pageStandard }),
      `Rows in this answer; ${pageStandard} unless given.`,
    ),
    after: optional(cursorField(sorts), '`meta.next` of the page before. Without it: from the beginning.'),
    sort: optional(wordField(words), `In which order; with \`-\` downwards. Default: \`${standard}\`.`),
  } as const
}

/** The `meta` of every list. */
export const listMeta = Type.Object({
  next: Type.Union([Type.String(), Type.Null()], {
    description: 'The `after` of the next page; null when this is the last one.',
  }),
  total: Type.Integer({ minimum: 0, description: 'Rows in all; counted to 10,000 at most.' }),
  total_is_exact: Type.Boolean({ description: 'False where there are more than were counted.' }),
})
