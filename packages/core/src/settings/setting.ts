import { formatMicros } from '../payout/money.ts'

/**
 * The kind of value of a setting, as plain data. Its bounds stand here alone: the contract, the commands and the
 * answers are derived from them.
 */
export type KindData =
  | { readonly type: 'text' | 'verbatim'; readonly max: number; readonly example: string }
  | { readonly type: 'count'; readonly min: number; readonly max: number }
  | { readonly type: 'amount'; readonly minMicros: number; readonly maxMicros: number }
  | { readonly type: 'words' | 'meanings' | 'meaningsAfter'; readonly words: readonly string[] }
  | { readonly type: 'origins' | 'ranges'; readonly max: number }
  | { readonly type: 'flag' | 'share' | 'colour' | 'address' | 'zone' }

/** A kind with the types of its values and of how answers show them. `sample` is never there: it keeps the types. */
type Kind<T, Shown = T> = KindData & {
  readonly isNullable?: boolean
  readonly sample?: readonly [T, Shown]
}

export const text = (max: number, example: string): Kind<string> => ({ type: 'text', max, example })
/** A text that is kept as it is given, also an empty one. */
export const verbatim = (max: number, example: string): Kind<string> => ({ type: 'verbatim', max, example })
export const count = (min: number, max: number): Kind<number> => ({ type: 'count', min, max })
export const amount = (minMicros: number, maxMicros: number): Kind<number, string> => ({
  type: 'amount',
  minMicros,
  maxMicros,
})
export const words = <const Word extends string>(list: readonly Word[]): Kind<Word> => ({
  type: 'words',
  words: list,
})
type Meanings<Word> = Readonly<Record<string, Word>>
/** The meaning of each foreign word. */
export const meanings = <const Word extends string>(list: readonly Word[]): Kind<Meanings<Word>> => ({
  type: 'meanings',
  words: list,
})
/** The same by the meaning of the word before. */
export const meaningsAfter = <const Word extends string>(
  list: readonly Word[],
): Kind<Readonly<Partial<Record<Word, Meanings<Word>>>>, Meanings<Meanings<Word>>> => ({
  type: 'meaningsAfter',
  words: list,
})
export const origins = (max: number): Kind<readonly string[]> => ({ type: 'origins', max })
/** Addresses or CIDRs; empty means any. */
export const ranges = (max: number): Kind<readonly string[]> => ({ type: 'ranges', max })
/** The IANA name of a time zone: an offset would know no summer time. */
export const zone: Kind<string> = { type: 'zone' }
export const flag: Kind<boolean> = { type: 'flag' }
/** From 0 to 1, without both. */
export const share: Kind<number> = { type: 'share' }
/** `#rrggbb`. */
export const colour: Kind<string> = { type: 'colour' }
/** An http or https address. */
export const address: Kind<string> = { type: 'address' }

/** The kind, or null: the setting of whoever does not set it. */
export const orNone = <T, Shown>({
  sample: _sample,
  ...kind
}: Kind<T, Shown>): Kind<T | null, Shown | null> => ({
  ...kind,
  isNullable: true,
})

/** A setting as its row says it: the kind and the words. */
interface Setting<T, Shown = T> {
  readonly kind: Kind<T, Shown>
  /** The value where nobody has set it; the column's default says the same (a test compares them). */
  readonly standard: T
  /** The name that people read. */
  readonly label: string
  /** The sentence for programmers. */
  readonly about: string
  /** The option of the command; unless given, the name of the setting with hyphens. */
  readonly option?: string
}

type Words<T, Shown> = Omit<Setting<T, Shown>, 'kind' | 'standard'> & { readonly standard: NoInfer<T> }

/** A setting that stands by its name in what it is a setting of. */
export function setting<T, Shown>(kind: Kind<T, Shown>, row: Words<T, Shown>): Setting<T, Shown> {
  return { ...row, kind }
}

/** One that stands in a part of it, or otherwise than it is set. */
export function partSetting<T, Shown, Whole>(
  kind: Kind<T, Shown>,
  row: Words<T, Shown> & { readonly of: (whole: Whole) => T },
) {
  return { ...row, kind }
}

/** One that only the platform sets. */
export function platformSetting<T, Shown>(kind: Kind<T, Shown>, row: Words<T, Shown>) {
  return { ...row, kind, isPlatforms: true } as const
}

export type SettingValue<Row> = Row extends { readonly kind: Kind<infer T, infer _Shown> } ? T : never
export type SettingShown<Row> = Row extends { readonly kind: Kind<infer _T, infer Shown> } ? Shown : never

/** A table of settings by their names. */
export type Settings = Readonly<
  Record<
    string,
    Pick<Setting<unknown>, 'label' | 'about' | 'option'> & {
      readonly kind: KindData & { readonly isNullable?: boolean }
      readonly standard: unknown
      readonly isPlatforms?: true
      readonly of?: (whole: never) => unknown
    }
  >
>

/** The settings of a table with their types; one that is left out stays, and null gives one its standard value again. */
export type GivenSettings<Table> = {
  readonly [Name in keyof Table]?: SettingValue<Table[Name]> | null | undefined
}

/** The settings of a table that stand by their names in what has them: all but those in a part. */
export type PlainSettings<Table> = {
  readonly [Name in keyof Table as Table[Name] extends { readonly of: unknown } ? never : Name]: SettingValue<
    Table[Name]
  >
}

/** The settings of a table, in their order. TypeScript widens the keys of any object to string. */
export function settingNames<Table extends object>(table: Table): readonly (keyof Table & string)[] {
  return Object.keys(table) as (keyof Table & string)[]
}

/** Those of a table that are named in what was given. */
export function pickSettings<Table extends object>(
  table: Table,
  given: GivenSettings<Table>,
): GivenSettings<Table> {
  const named = settingNames(table).filter((name) => given[name] !== undefined)
  return Object.fromEntries(named.map((name) => [name, given[name]])) as GivenSettings<Table> // the same members
}

/** Changes in which null is a value: that of who has none, or else the standard one. */
export function withStandards<Table extends Settings>(
  table: Table,
  changes: GivenSettings<Table>,
): { readonly [Name in keyof Table]?: SettingValue<Table[Name]> } {
  const values = Object.entries<unknown>(changes).map(([name, value]) => {
    const { kind, standard } = table[name] as Table[string] // changes name settings of the table
    return [name, value === null && !kind.isNullable ? standard : value]
  })
  return Object.fromEntries(values) as { [Name in keyof Table]?: SettingValue<Table[Name]> } // as the table reads
}

/** The settings as answers show them. */
type ShownSettings<Table> = {
  readonly [Name in keyof Table & string as SnakeName<Name>]: SettingShown<Table[Name]>
}

export function showSettings<Table extends Settings>(table: Table, whole: object): ShownSettings<Table> {
  const shown = Object.entries(table).map(([name, row]) => {
    const value = settingValue(name, row, whole)
    return [
      snakeName(name),
      row.kind.type === 'amount' && typeof value === 'number' ? formatMicros(value) : value,
    ]
  })
  return Object.fromEntries(shown) as ShownSettings<Table> // one value per row of the table
}

/** The value of a setting in what has it. */
export function settingValue(name: string, { of }: Settings[string], whole: object): unknown {
  return of ? of(whole as never) : Reflect.get(whole, name) // its parts are those of the table
}

/** A table without what only the platform sets. */
type OwnSettings<Table> = {
  readonly [Name in keyof Table as Table[Name] extends { readonly isPlatforms: true }
    ? never
    : Name]: Table[Name]
}

export function ownSettings<Table extends Settings>(table: Table): OwnSettings<Table> {
  const own = Object.entries(table).filter(([, row]) => !row.isPlatforms)
  return Object.fromEntries(own) as OwnSettings<Table> // the same rows
}

/** `holdScore` as answers spell it. */
export type SnakeName<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${SnakeName<Tail>}`
  : Name

export function snakeName<Name extends string>(name: Name): SnakeName<Name> {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as SnakeName<Name> // the type says the same
}
