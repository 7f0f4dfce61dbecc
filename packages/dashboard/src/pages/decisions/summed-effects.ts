import { microsOf } from '../../format/format-money.ts'
import type { Preview } from './use-previews.ts'

/** The effects of a decision about some conversions, all in all. Amounts are micros of a dollar. */
export interface SummedEffects {
  readonly payable: number
  readonly margin: number
  readonly receivable: number
  /** The revenue that networks go on owing of what is taken back. */
  readonly withheld: number
  readonly paidOut: number
  readonly held: number
  /** The latest day on which what is held first is approved by itself. */
  readonly releaseAt: number | null
  readonly callbacks: ReadonlyMap<string, number>
  readonly caps: number
  /** Not open to it by now. */
  readonly closed: number
  readonly objections: readonly {
    readonly message: string
    readonly passable: boolean
    readonly count: number
  }[]
  /** The ids of those that go. */
  readonly going: ReadonlySet<string>
}

/** The effects of those that go; they are more once a person goes past what may be gone past. */
export function sumEffects(previews: readonly Preview[], isDespite: boolean): SummedEffects {
  const open = previews.filter(({ to }) => to !== null)
  const moved = open.filter(({ objections }) =>
    isDespite ? objections.every(({ passable }) => passable) : objections.length === 0,
  )
  const sum = (read: (preview: Preview) => string) =>
    moved.reduce((total, preview) => total + microsOf(read(preview)), 0)
  const callbacks = new Map<string, number>()
  for (const { event } of moved.flatMap((one) => one.callbacks))
    callbacks.set(event, (callbacks.get(event) ?? 0) + 1)
  const releases = moved.flatMap(({ release_at: at }) => at ?? [])
  return {
    payable: sum(({ payable }) => payable),
    margin: sum(({ margin }) => margin),
    receivable: sum(({ receivable }) => receivable),
    withheld: moved
      .filter(({ reason }) => reason === 'withheld')
      .reduce((total, { revenue }) => total + microsOf(revenue), 0),
    paidOut: moved.filter((one) => one.is_paid_out).length,
    held: releases.length,
    releaseAt: releases.length === 0 ? null : Math.max(...releases),
    callbacks,
    caps: moved.filter(({ caps }) => caps.length > 0).length,
    closed: previews.length - open.length,
    objections: groupObjections(previews),
    going: new Set(moved.map(({ id }) => id)),
  }
}

function groupObjections(previews: readonly Preview[]): SummedEffects['objections'] {
  const found = new Map<string, { message: string; passable: boolean; count: number }>()
  for (const { rule, message, passable } of previews.flatMap((one) => one.objections)) {
    const known = found.get(rule)
    found.set(rule, { message: known?.message ?? message, passable, count: (known?.count ?? 0) + 1 })
  }
  return [...found.values()]
}
