/** The kinds of things that happen to a click, in the order in which they happen at one moment. */
const timelineKinds = [
  'listing',
  'click',
  'redirect',
  'postback',
  'conversion',
  'ledger',
  'callback',
  'attempt',
] as const

type TimelineKind = (typeof timelineKinds)[number]

/** One thing that happened, as a sentence, and with its facts. */
export interface TimelineEntry<Kind extends TimelineKind = TimelineKind> {
  readonly atMs: number
  readonly kind: Kind
  readonly text: string
  readonly facts: Readonly<Record<string, unknown>>
}

/** The entries of each kind; the compiler asks for every kind. */
export type EntriesByKind = { readonly [Kind in TimelineKind]: readonly TimelineEntry<Kind>[] }

/** In the order of time; at one moment in the order of cause and effect, and then as they were given. */
export function inOrder(entries: readonly TimelineEntry[]): TimelineEntry[] {
  const rankOf = ({ kind }: TimelineEntry): number => timelineKinds.indexOf(kind)
  return entries.toSorted((one, other) => one.atMs - other.atMs || rankOf(one) - rankOf(other))
}
