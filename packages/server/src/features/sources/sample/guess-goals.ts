import { stepsOf } from '@quoin/core/sources/mapping/feed-path.ts'
import type { ListMapping } from '@quoin/core/sources/mapping/mapping.ts'
import { readCount } from '../../../feeds/read/read-count.ts'
import { plainOf } from './guess-names.ts'
import { isAmount } from './guess-values.ts'
import type { SampleField } from './list-fields.ts'

const listNames = new Set('goals tasks events steps tiers milestones payouts payments actions'.split(' '))
const idNames = ['uuid', 'id', 'goal_id', 'goalid', 'event_id', 'task_id', 'event_token', 'token', 'goal']
const nameNames = ['name', 'title', 'goal_name', 'event_name', 'label', 'description', 'event']
const countryNames = ['countries', 'country', 'country_code', 'country_codes', 'geo', 'geos']
const amountNames = ['payout_usd', 'payout', 'revenue', 'amount_usd', 'payout_amount', 'amount']

interface GoalsGuess {
  readonly mapping: ListMapping
  readonly paths: readonly string[]
  readonly reason: string
}

/** The list of paid events in records: one whose entries have an id and an amount. */
export function guessGoals(fields: readonly SampleField[]): GoalsGuess | undefined {
  for (const list of fields.filter(({ isList, name }) => isList && listNames.has(plainOf(name)))) {
    const begin = `${list.path}.*.`
    const parts = fields.filter(({ path, isList }) => !isList && path.startsWith(begin))
    const find = (names: readonly string[], isOne = (_field: SampleField) => true) =>
      names
        .map((name) => parts.find((part) => plainOf(part.name) === name && isOne(part)))
        .find((one) => one !== undefined)
    const id = find(idNames, (field) => field.filled === list.filled)
    const inside = ({ path }: SampleField): string => path.slice(begin.length)
    const isOwn = (field: SampleField): boolean => !inside(field).includes('*')
    const revenue = find(amountNames, (field) => isOwn(field) && field.values.flat().every(isPaid))
    // A number may be a percentage there, which it does not say itself.
    if (id === undefined || revenue === undefined || parts.some(hasShares)) continue
    const name = find(nameNames, (field) => field.path !== id.path && isOwn(field))
    const countries = find(countryNames, isOwn)
    const entries = list.values.flat().reduce((sum: number, count) => sum + (readCount(count) ?? 0), 0)
    return {
      mapping: {
        at: list.path,
        id: inside(id),
        ...(name && { name: inside(name) }),
        revenue: inside(revenue),
        ...(countries && { countries: inside(countries) }),
      },
      paths: [list, id, revenue, name, countries].flatMap((field) =>
        field === undefined ? [] : [field.path],
      ),
      reason: `\`${list.path}\` has ${entries} entries with an id (\`${inside(id)}\`) and an amount (\`${inside(revenue)}\`) in ${list.filled} ${list.filled === 1 ? 'record' : 'records'}.`,
    }
  }
  return undefined
}

/** Whether a field lies in such a list: its countries are those of a payment, and not of the offer. */
export function isOfEvents({ path }: SampleField): boolean {
  const steps = stepsOf(path)
  return steps.some((step, at) => steps[at + 1] === '*' && listNames.has(plainOf(step)))
}

function hasShares({ name, values }: SampleField): boolean {
  return (
    /type|model|format/i.test(name) &&
    values.flat().some((value) => /percent|rev|cps|share/i.test(String(value)))
  )
}

/** An amount, or a word in place of one: the offer says so then. */
function isPaid(value: unknown): boolean {
  return isAmount(value) || (typeof value === 'string' && /variable|%/i.test(value))
}
