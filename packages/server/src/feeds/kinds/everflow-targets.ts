import { cleanText } from '../read/clean-text.ts'
import { countriesOfRules } from '../read/country-rules.ts'
import type { FeedCell } from '../read/feed-cell.ts'
import { rulesIn } from '../read/list-of.ts'
import { platformsOfRules } from '../read/platform-rules.ts'
import { valueAt } from '../read/value-at.ts'

interface EverflowTargets {
  readonly cells: readonly (readonly ['countries' | 'platforms', FeedCell])[]
  readonly doubts: readonly string[]
}

/**
 * The countries and platforms. A row of the list of all offers says nothing of them, and leaves the columns out; any other
 * row without them would be one for everybody.
 */
export function everflowTargets(record: unknown): EverflowTargets {
  if (isBrowseRow(record)) return { cells: [], doubts: [] }
  if (!isObject(valueAt(record, 'relationship.ruleset')))
    return { cells: [], doubts: ['The network does not tell its countries and platforms.'] }
  const cells = [
    ['countries', countriesOf(record)],
    ['platforms', platformsOf(record)],
  ] as const
  return { cells, doubts: [] }
}

/** A row of the list of all offers: its relationship is the status of the affiliate alone. */
function isBrowseRow(record: unknown): boolean {
  const relationship = valueAt(record, 'relationship')
  if (!isObject(relationship)) return false
  const names = Object.keys(relationship)
  return names.length === 1 && names[0] === 'offer_affiliate_status'
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The words of the rules that include, and of those that exclude. */
function rulesOf(list: unknown, path: string) {
  const typed = rulesIn(list)
  const excludes = (rule: unknown): boolean =>
    cleanText(valueAt(rule, 'targeting_type')).toLowerCase() === 'exclude'
  return {
    include: typed.filter((rule) => !excludes(rule)).map((rule) => valueAt(rule, path)),
    exclude: typed.filter(excludes).map((rule) => valueAt(rule, path)),
  }
}

function countriesOf(record: unknown): FeedCell {
  return countriesOfRules(rulesOf(valueAt(record, 'relationship.ruleset.countries'), 'country_code'))
}

function platformsOf(record: unknown): FeedCell {
  return platformsOfRules([
    rulesOf(valueAt(record, 'relationship.ruleset.platforms'), 'label'),
    rulesOf(valueAt(record, 'relationship.ruleset.device_types'), 'label'),
  ])
}
