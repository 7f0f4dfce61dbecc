import type { ColumnMapping, MappedColumn } from '@quoin/core/sources/mapping/mapping.ts'
import type { SampleField } from './list-fields.ts'

/** The predicates of reasons: what a field has that a column is made of. */
const words: Readonly<Record<MappedColumn, string>> = {
  external_id: 'has a value of its own',
  name: 'has texts',
  destination_url: 'has addresses',
  revenue: 'has amounts',
  currency: 'has currencies',
  countries: 'has countries',
  platforms: 'has platforms',
  description: 'has texts',
  requirements: 'has texts',
  image_url: 'has addresses',
  video_url: 'has addresses',
  categories: 'has words',
  status: 'has words for a status',
  incentive: 'has yes or no',
  starts_at: 'has dates',
  ends_at: 'has dates',
  daily_cap: 'has whole numbers',
  total_cap: 'has whole numbers',
  hold_days: 'has numbers of days',
  minutes: 'has whole numbers',
  repeatable: 'has yes or no',
}

interface ToldField {
  readonly column: MappedColumn
  readonly field: SampleField
  readonly records: number
  readonly parts?: Pick<ColumnMapping, 'as' | 'split' | 'macro' | 'parameter'>
  readonly says?: string
}

/** “`payout_usd` has amounts in all 50 records”, without its point. */
export function tellValues({ column, field, records, parts = {}, says = words[column] }: ToldField): string {
  const { path, filled } = field
  const where =
    records === 1
      ? 'in the record'
      : filled === records
        ? `in all ${records} records`
        : `in ${filled} of ${records} records`
  return `\`${path}\` ${says}${detailOf(parts)} ${where}`
}

function detailOf({ as, macro, parameter }: NonNullable<ToldField['parts']>): string {
  if (macro !== undefined) return ` with ${macro}`
  if (parameter !== undefined) return ` with an empty ${parameter}`
  if (as === 'html') return ' with tags'
  if (as === 'cents') return ' in cents, by its name'
  return ''
}
