import type { FeedPath } from './feed-path.ts'

/** The formats of feeds that a mapping reads. */
export const feedFormats = ['json', 'json_lines', 'csv', 'xml'] as const
export type FeedFormat = (typeof feedFormats)[number]

export const feedFormatTitles: Readonly<Record<FeedFormat, string>> = {
  json: 'JSON',
  json_lines: 'JSON lines',
  csv: 'CSV',
  xml: 'XML',
}

/** The marks between the cells of a table, by their names. */
export const delimiters = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const
export type Delimiter = keyof typeof delimiters

/** The marks between the entries of a list that is one text. */
export const entryMarks = { comma: ',', semicolon: ';', pipe: '|', colon: ':', space: ' ' } as const
export type EntryMark = keyof typeof entryMarks

/** The ways to read a value, each with its name on pages. */
export const valueForms = {
  id: 'Id',
  text: 'Text',
  html: 'Text of HTML',
  amount: 'Amount',
  cents: 'Amount in cents',
  currency: 'Currency',
  link: 'Link with our click id',
  address: 'Address',
  list: 'List of words',
  countries: 'Countries',
  platforms: 'Platforms',
  store: 'Platform by the address at a store',
  date: 'Date (year or month first)',
  day_first: 'Date (day first)',
  unix: 'Seconds or milliseconds since 1970',
  cap: 'Number of conversions',
  days: 'Number of days',
  minutes: 'Number of minutes',
  status: 'Word for its status',
  flag: 'Yes or no',
} as const
export type ValueForm = keyof typeof valueForms

interface ColumnFacts {
  readonly label: string
  /** The first is taken where a mapping names none. */
  readonly forms: readonly [ValueForm, ...ValueForm[]]
  readonly isRequired?: true
}

/**
 * The columns that a mapping fills, in the order in which people fill them in. All but `status` and `incentive`, which say
 * whether an offer may be shown, are columns of offers.
 */
export const mappedColumns = {
  external_id: { label: 'Network’s id', forms: ['id'], isRequired: true },
  name: { label: 'Name', forms: ['text'], isRequired: true },
  destination_url: { label: 'Offer address', forms: ['link'], isRequired: true },
  revenue: { label: 'Network pays', forms: ['amount', 'cents'] },
  currency: { label: 'Currency of the revenue', forms: ['currency'] },
  countries: { label: 'Countries', forms: ['countries'] },
  platforms: { label: 'Platforms', forms: ['platforms', 'store'] },
  description: { label: 'Description', forms: ['html', 'text'] },
  requirements: { label: 'Requirements', forms: ['html', 'text'] },
  image_url: { label: 'Picture', forms: ['address'] },
  video_url: { label: 'Video', forms: ['address'] },
  categories: { label: 'Categories', forms: ['list'] },
  status: { label: 'Status at the network', forms: ['status'] },
  incentive: { label: 'Rewards allowed', forms: ['flag'] },
  starts_at: { label: 'Begins', forms: ['date', 'day_first', 'unix'] },
  ends_at: { label: 'Ends', forms: ['date', 'day_first', 'unix'] },
  daily_cap: { label: 'Daily cap', forms: ['cap'] },
  total_cap: { label: 'Total cap', forms: ['cap'] },
  hold_days: { label: 'Days held', forms: ['days'] },
  minutes: { label: 'Minutes it takes', forms: ['minutes'] },
  repeatable: { label: 'Repeatable', forms: ['flag'] },
} as const satisfies Readonly<Record<string, ColumnFacts>>
export type MappedColumn = keyof typeof mappedColumns
export const mappedColumnNames = Object.keys(mappedColumns) as readonly MappedColumn[] // its own

export function factsOfColumn(column: MappedColumn): ColumnFacts {
  return mappedColumns[column]
}

/** The reportedStates that words of a network stand for. */
export const reportedStates = ['open', 'ended', 'not_approved'] as const
export type ReportedState = (typeof reportedStates)[number]

/** The value of a column: at the first of some paths that is not blank, or always the same. */
export interface ColumnMapping {
  readonly at?: readonly FeedPath[]
  readonly constant?: string
  /** In place of what is blank. */
  readonly default?: string
  readonly as?: ValueForm
  /** The mark between entries that stand in one text. */
  readonly split?: EntryMark
  /** Countries or platforms that are excluded. */
  readonly except?: readonly FeedPath[]
  /** The text in a link that stands for the click id, such as `{user_id}`. */
  readonly macro?: string
  /** The parameter of a link that takes the click id, where it is not that of the network's preset. */
  readonly parameter?: string
  /** The network's own words for each state that it reports. */
  readonly words?: Readonly<Partial<Record<ReportedState, readonly string[]>>>
}

/** A list inside a record, each entry of which says what is paid for something or for somebody. */
export interface ListMapping {
  readonly at: FeedPath
  /** Paths within an entry. Goals have an id, and prices have none. */
  readonly id?: FeedPath
  readonly name?: FeedPath
  readonly revenue: FeedPath
  readonly as?: 'amount' | 'cents'
  readonly countries?: FeedPath
  readonly platforms?: FeedPath
}

/** Where the offers of a feed stand in it, and how their values are read. */
export interface FeedMapping {
  readonly format: FeedFormat
  /** The mark between the cells of a table; left out: the one that its first line has most of. */
  readonly delimiter?: Delimiter
  /** Where the records are; nothing: the answer itself is the list. */
  readonly records: FeedPath
  /** Where the network's own count of offers is: a path, or the name of a header behind `header:`. */
  readonly count?: string
  readonly columns: Readonly<Partial<Record<MappedColumn, ColumnMapping>>>
  readonly goals?: ListMapping
  readonly prices?: ListMapping
}

export const pathsOfColumnMax = 5
export const constantLengthMax = 500
export const wordsOfStandingMax = 30
export const wordLengthMax = 60
