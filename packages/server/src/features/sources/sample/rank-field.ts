import { stepsOf } from '@quoin/core/sources/mapping/feed-path.ts'
import type { MappedColumn } from '@quoin/core/sources/mapping/mapping.ts'
import { plainOf, rankOf } from './guess-names.ts'
import type { SampleField } from './list-fields.ts'

/** A name, or that of the list around it: `os_targeting.*.name`, `geo.countries.*.iso_alpha2`. */
export function rankOfField(column: MappedColumn, { path, name }: SampleField): number | undefined {
  const own = rankOf(column, name)
  if ((column === 'countries' || column === 'platforms') && isExcluded(path)) return undefined
  if (
    own !== undefined ||
    !path.includes('*') ||
    !/^(?:name|code|id|title|value|iso\w*|\w*code)$/i.test(name)
  )
    return own
  const isOfLists = column === 'countries' || column === 'platforms' || column === 'categories'
  const steps = stepsOf(path)
    .slice(0, -1)
    .filter((step) => step !== '*')
    .toReversed()
  // Lists in lists may be alternatives: the name of the inner one counts alone.
  const around = path.split('*').length > 2 ? steps.slice(0, 1) : steps
  const rank = isOfLists
    ? around.map((step) => rankOf(column, step)).find((found) => found !== undefined)
    : undefined
  return rank === undefined || (column === 'countries' && plainOf(name) === 'id') ? undefined : rank
}

/** Whether entries of a rule say of themselves that they are excluded: their words alone would be read the other way round. */
export function hasExclusions(
  column: MappedColumn,
  { path }: SampleField,
  fields: readonly SampleField[],
): boolean {
  if ((column !== 'countries' && column !== 'platforms') || !path.includes('*')) return false
  const begin = path.slice(0, path.lastIndexOf('*') + 2)
  const beside = fields.filter((field) => field.path.startsWith(begin) && field.path !== path)
  return beside.some(({ values }) =>
    values.flat().some((value) => /^(?:exclu|den|block|not)/i.test(String(value))),
  )
}

/** `geo.blocked.*.code`: a step of the path says that its words are left out. */
export function isExcluded(path: string): boolean {
  return stepsOf(path).some((step) => /^(?:exclu|den(?:y|ied)|block|bann|forbid|disallow)/i.test(step))
}
