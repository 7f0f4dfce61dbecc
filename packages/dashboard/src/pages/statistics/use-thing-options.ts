import { useOperation } from '../../api/use-operation.ts'
import type { PickerOption } from '../../parts/table/picker-choice.ts'
import type { DayRange } from './stats-range.ts'
import { joinChoice, nameOfThing, type Thing } from './things.ts'

interface Asked {
  readonly range: DayRange
  readonly zone: string
  readonly chosen: readonly string[]
  /** Nobody looks at them. */
  readonly isOff: boolean
  /** Looked for among all offers. */
  readonly text: string
}

/** As many as a list can be looked through; of more, those with the most clicks. */
const optionsMax = 100

/** The filter of a report for chosen values of a thing. */
export const filterNames = {
  app: 'appIds',
  offer: 'offerIds',
  network: 'networks',
  country: 'countries',
  platform: 'platforms',
  subId: 'subIds',
} as const satisfies Readonly<Record<Thing, string>>

/** Values of a thing by their names, with their clicks in the range; and whatever is chosen or has the text. */
export function useThingOptions(
  thing: Thing,
  { range, zone, chosen, isOff, text }: Asked,
): readonly PickerOption[] {
  const query = {
    ...range,
    timezone: zone,
    interval: 'total',
    groupBy: thing,
    top: optionsMax,
    topBy: 'clicks',
  }
  const { data: most = [] } = useOperation('reportStats', { query }, { isOff })
  const { data: own = [] } = useOperation(
    'reportStats',
    { query: { ...query, [filterNames[thing]]: joinChoice(chosen) } },
    { isOff: chosen.length === 0 },
  )
  const isOfNetworks = thing === 'network' && !isOff
  const { data: networks = [] } = useOperation(
    'listNetworks',
    { query: { limit: 100 } },
    { isOff: !isOfNetworks },
  )
  const { data: apps = [] } = useOperation(
    'listApps',
    { query: { limit: 100 } },
    { isOff: thing !== 'app' || isOff },
  )
  const isSought = thing === 'offer' && !isOff && text.trim() !== ''
  const { data: offers = [] } = useOperation(
    'listOffers',
    { query: { limit: 50, search: text.trim() } },
    { isOff: !isSought },
  )
  const found = new Map<string, PickerOption>()
  for (const { keys, names, clicks } of [...(chosen.length === 0 ? [] : own), ...most]) {
    const [key = null] = keys
    if (key !== null && !found.has(key))
      found.set(key, { value: key, label: nameOfThing(thing, key, names[0] ?? null), count: clicks })
  }
  const add = (value: string, label: string) => {
    if (!found.has(value)) found.set(value, { value, label, count: 0 })
  }
  if (thing === 'network') for (const { slug, name } of networks) add(slug, name)
  if (thing === 'app') for (const { id, name } of apps) add(id, name)
  if (isSought) for (const { id, name } of offers) add(id, name)
  if (thing === 'platform')
    for (const one of ['ios', 'android', 'desktop']) add(one, nameOfThing(thing, one, null))
  for (const value of chosen) add(value, nameOfThing(thing, value, null))
  return [...found.values()]
}
