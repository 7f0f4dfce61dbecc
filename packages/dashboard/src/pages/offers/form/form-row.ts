/** The cards of the form. */
export type Part = 'identity' | 'targeting' | 'addresses' | 'money'

/** A field of the form: its words, and how its value goes from what is stored to what is sent. */
interface FormRow<Stored, Value> {
  readonly label: string
  /** Before anything is filled in. */
  readonly blank: Value
  readonly draft: (stored: Stored) => Value
  readonly send: (value: Value) => unknown
  /** The value as it is told before it is saved. */
  readonly show: (value: Value) => string
  /** Both sides of a difference, where a part of the value tells it better. */
  readonly tell?: (before: Value, after: Value) => readonly [string, string]
  readonly help?: string
  /** How a text is filled in. */
  readonly kind?: 'text' | 'amount' | 'count' | 'time' | 'lines'
  readonly isRequired?: boolean
  /** The card that has it among its texts; others are placed in their cards one by one. */
  readonly part?: Part
}

type TextRow<Stored> = Pick<FormRow<Stored, string>, 'label'> &
  Partial<FormRow<Stored, string>> & { readonly of: (stored: Stored) => string | number | null }

/** A text that is always sent. */
export function textRow<Stored>({ of, ...row }: TextRow<Stored>): FormRow<Stored, string> {
  return {
    blank: '',
    draft: (stored) => String(of(stored) ?? ''),
    send: (value) => value.trim(),
    show: (value) => value || 'none',
    ...row,
  }
}

/** A text that may be none. */
export function optionalRow<Stored>(row: TextRow<Stored>): FormRow<Stored, string> {
  return textRow({ send: (value) => value.trim() || null, ...row })
}

/** A time of the reader's zone, in Unix seconds and as the API takes it. */
export function timeRow<Stored>(
  row: Omit<TextRow<Stored>, 'of'> & {
    readonly of: (stored: Stored) => number | null
    readonly none: string
  },
): FormRow<Stored, string> {
  const { of, none } = row
  return optionalRow({
    ...row,
    kind: 'time',
    of: (stored) => localTime(of(stored)),
    send: momentOf,
    show: (value) => value.replace('T', ' ') || none,
  })
}

export function flagRow<Stored>(
  row: Pick<FormRow<Stored, boolean>, 'label' | 'draft'> & Partial<FormRow<Stored, boolean>>,
): FormRow<Stored, boolean> {
  return { blank: false, send: (value) => value, show: (value) => (value ? 'yes' : 'no'), ...row }
}

export function listRow<Stored, One>(
  row: Omit<FormRow<Stored, readonly One[]>, 'blank' | 'show' | 'send' | 'tell'> &
    Partial<FormRow<Stored, readonly One[]>> & { readonly none: string; readonly name: (one: One) => string },
): FormRow<Stored, readonly One[]> {
  const { none, name } = row
  return {
    blank: [],
    send: (values) => values,
    ...row,
    show: (values) => values.map(name).join(', ') || none,
  }
}

/** A table of rows, whose values are the draft's. */
export type RowsOf<Stored, Draft> = { readonly [Name in keyof Draft]: FormRow<Stored, Draft[Name]> }
export type DraftOf<Rows> = {
  readonly [Name in keyof Rows]: Rows[Name] extends { readonly blank: infer Value } ? Value : never
}

function eachOf<Stored, Draft extends object>(
  rows: RowsOf<Stored, Draft>,
  of: <Name extends keyof Draft>(row: FormRow<Stored, Draft[Name]>, name: Name) => unknown,
): Readonly<Record<keyof Draft, unknown>> {
  const entries = namesOf<Draft>(rows).map((name) => [name, of(rows[name], name)])
  return Object.fromEntries(entries) as Readonly<Record<keyof Draft, unknown>> // one for each row
}

/** The names of a table, in their order: it has exactly those of the draft. */
export function namesOf<Draft extends object>(rows: Readonly<Record<keyof Draft, unknown>>): (keyof Draft)[] {
  return Object.keys(rows) as (keyof Draft)[]
}

export function blankDraft<Stored, Draft extends object>(rows: RowsOf<Stored, Draft>): Draft {
  return eachOf(rows, ({ blank }) => blank) as Draft // each by its own row
}

export function draftFrom<Stored, Draft extends object>(rows: RowsOf<Stored, Draft>, stored: Stored): Draft {
  return eachOf(rows, ({ draft }) => draft(stored)) as Draft // each by its own row
}

/** All fields, as they are sent. */
export function sentFrom<Stored, Draft extends object>(
  rows: RowsOf<Stored, Draft>,
  draft: Draft,
): Readonly<Record<keyof Draft, unknown>> {
  return eachOf(rows, ({ send }, name) => send(draft[name]))
}

/** As a field for local times has it. */
function localTime(seconds: number | null): string {
  if (seconds === null) return ''
  const time = new Date(seconds * 1000)
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

function momentOf(text: string): string | null {
  if (text === '') return null
  const time = new Date(text)
  return Number.isNaN(time.getTime()) ? text : time.toISOString()
}
