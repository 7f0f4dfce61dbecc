import { undoableDays } from '@quoin/core/sources/source.ts'
import { formatCount, formatMany } from '../../format/format-number.ts'
import { type SourceRun, tellActor } from './source-words.ts'

/** A run in one sentence; empty where its state says all. */
export function tellRun(run: SourceRun): string {
  return sentences[run.state](run)
}

const sentences: Readonly<Record<SourceRun['state'], (run: SourceRun) => string>> = {
  running: ({ pages, ours, theirs }) =>
    pages === 0
      ? 'The network is being asked.'
      : `Page ${formatCount(pages)}: ${tellSoFar(ours, theirs)} so far.`,
  waiting: ({ message }) => message ?? 'It waits for a person.',
  applied: ({ applied_by: by }) =>
    by === null || by === 'server' ? '' : `${capital(tellActor(by))} let it count.`,
  same: ({ counts: { missing } }) =>
    missing === 0
      ? 'All offers are as they were.'
      : `Nothing is changed yet; ${formatMany(missing, 'offer')} did not come.`,
  failed: ({ message }) => message ?? 'It failed; the offers stay as they were.',
  replaced: () => 'It was left aside by a person, or a later run has taken its place.',
  undone: ({ undone_by: by, put_back: back, stayed }) =>
    `${capital(tellActor(by ?? 'server'))} took it back: ${formatMany(back ?? 0, 'offer')} put back` +
    `${stayed === null || stayed === 0 ? '' : `, ${formatCount(stayed)} changed since and left`}.`,
}

function tellSoFar(ours: number, theirs: number | null): string {
  return theirs === null
    ? formatMany(ours, 'offer')
    : `${formatCount(ours)} of ${formatMany(theirs, 'offer')}`
}

/** An address stays as it is written. */
function capital(text: string): string {
  return text.startsWith('the ') ? `T${text.slice(1)}` : text
}

type Counts = SourceRun['counts']

/** An effect of a run on the offers: a number with its noun, and what it means. */
export interface RunEffect {
  readonly name: 'new' | 'changed' | 'ended' | 'missing' | 'forbidden' | 'held' | 'not_approved'
  readonly count: number
  readonly strong: string
  readonly text: string
}

interface EffectRow extends Pick<RunEffect, 'name'> {
  /** Before it counts, and after. */
  readonly verbs: readonly [one: string, many: string, past: string]
  readonly text: string
}

const rows: readonly EffectRow[] = [
  { name: 'new', verbs: ['appears', 'appear', 'appeared'], text: '' },
  {
    name: 'changed',
    verbs: ['changes', 'change', 'changed'],
    text: 'Clicks made before keep the price that they were shown.',
  },
  {
    name: 'ended',
    verbs: ['has ended', 'have ended', 'had ended'],
    text: 'The network has stopped them: those that are shown are paused.',
  },
  {
    name: 'missing',
    verbs: ['did not come', 'did not come', 'did not come'],
    text: 'Those that three runs did not have are paused; the others stay.',
  },
  {
    name: 'forbidden',
    verbs: ['forbids rewards', 'forbid rewards', 'forbade rewards'],
    text: 'They are never shown; those that users see today are paused.',
  },
  {
    name: 'not_approved',
    verbs: ['is not approved', 'are not approved', 'were not approved'],
    text: 'Ask the network to let you run them.',
  },
  {
    name: 'held',
    verbs: ['is held', 'are held', 'were held'],
    text: 'Nothing certain is known of them: those that are shown stay as they are.',
  },
]

/** The effects of a run in sentences, without those that it does not have. */
export function tellEffects(counts: Counts, { isPast }: { readonly isPast: boolean }): readonly RunEffect[] {
  return rows.flatMap(({ name, verbs: [one, many, past], text }) => {
    const count = counts[name]
    if (count === 0) return []
    const verb = isPast ? past : count === 1 ? one : many
    return [{ name, count, strong: `${formatMany(count, 'offer')} ${verb}.`, text }]
  })
}

/** The consequences of taking a run back. */
export function tellUndo({ counts }: Pick<SourceRun, 'counts'>): readonly string[] {
  const { changed } = counts
  return [
    ...(changed > 0
      ? [
          `${formatMany(changed, 'changed offer')} ${changed === 1 ? 'gets' : 'get'} back what nobody has changed since.`,
        ]
      : []),
    ...(counts.new > 0
      ? [
          `${formatMany(counts.new, 'new offer')} ${counts.new === 1 ? 'is' : 'are'} paused, and ${counts.new === 1 ? 'stays' : 'stay'} in the list of offers.`,
        ]
      : []),
    ...(counts.missing > 0
      ? ['Offers that it paused for not coming are shown again, unless a person has changed them since.']
      : []),
    ...(counts.ended + counts.forbidden + counts.not_approved > 0
      ? ['Offers that have ended, forbid rewards or are not approved stay paused.']
      : []),
    `Clicks that were made meanwhile keep the price that they were shown. It can be done once, within ${undoableDays} days.`,
  ]
}
