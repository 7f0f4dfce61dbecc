/** The party that does a step: the columns of the page. */
type Lane = 'user' | 'quoin' | 'network' | 'publisher'

/** How a step is drawn: as it happened, worked out now, missing, or still to come. */
type Form = 'happened' | 'recomputed' | 'missing' | 'waiting'

/** One step of a click as a reader sees it: what, why, and what it moved. */
export interface StoryStep {
  readonly atMs: number | null
  readonly lane: Lane
  readonly form: Form
  readonly tone: 'plain' | 'ok' | 'bad'
  readonly title: string
  /** The word of its chip. */
  readonly state: string | null
  readonly why: string
  readonly checks?: readonly {
    readonly code: string
    readonly isPassed: boolean
    readonly sentence: string
  }[]
  readonly money?: { readonly amountMicros: number; readonly note: string } | null
  /** The parts of the network's payment: the publisher's and ours. */
  readonly split?: { readonly payableMicros: number; readonly marginMicros: number } | null
  readonly riskScore?: number | null
  /** The request and its answer as lines, without secrets. */
  readonly raw?: readonly { readonly name: string; readonly value: string }[]
}

export function step(
  given: Pick<StoryStep, 'atMs' | 'lane' | 'title' | 'why'> & Partial<StoryStep>,
): StoryStep {
  return { form: 'happened', tone: 'plain', state: null, ...given }
}
