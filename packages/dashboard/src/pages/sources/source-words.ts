import type { DataOf } from '../../api/operation-types.ts'
import { formatCount } from '../../format/format-number.ts'
import { formatMoment, formatSpan } from '../../format/format-time.ts'
import type { StatusWord } from '../../parts/value/status-chip.tsx'

type Source = DataOf<'getSource'>
export type SourceRun = DataOf<'getSourceRun'>

type NeedFacts = Pick<Source, 'is_paused' | 'failures'> & {
  readonly last_run: Pick<SourceRun, 'state'> | null
}

/** Whether a person must look at it: its newest run waits, or the network gives it no offers. */
export function needsPerson(source: NeedFacts): boolean {
  return source.last_run?.state === 'waiting' || isFailing(source)
}

export function isFailing({ is_paused: isPaused, failures }: NeedFacts): boolean {
  return !isPaused && failures > 0
}

/** The one word of a source: the most urgent that is true of it. */
export function wordOfSource(source: Source): StatusWord {
  const { last_run: run, is_paused: isPaused } = source
  if (run?.state === 'waiting') return 'Waiting'
  if (isPaused) return 'Paused'
  if (isFailing(source)) return run?.cause === 'key_refused' ? 'Key refused' : 'Failing'
  if (source.is_running) return 'Running'
  // A new key, or new settings, are tried at once: until then the failure of before says nothing.
  return run === null || run.state === 'failed' ? 'Queued' : 'Active'
}

const runWords: Readonly<Record<SourceRun['state'], StatusWord>> = {
  running: 'Running',
  waiting: 'Waiting',
  applied: 'Applied',
  same: 'Nothing new',
  failed: 'Failed',
  replaced: 'Left aside',
  undone: 'Undone',
}

export function wordOfRun(run: Pick<SourceRun, 'state' | 'cause'>): StatusWord {
  const { state, cause } = run
  return state === 'failed' && cause === 'key_refused' ? 'Key refused' : runWords[state]
}

/** Ours beside the network's own count, where they differ or both are told. */
export function tellOffers({ ours, theirs }: Pick<SourceRun, 'ours' | 'theirs'>): string {
  return theirs === null || theirs === ours
    ? formatCount(ours)
    : `${formatCount(ours)} of ${formatCount(theirs)}`
}

/** The person or program that began, applied or undid it; the server for runs that begin by themselves. */
export function tellActor(actor: string): string {
  return actor === 'server' ? 'the server' : actor.replace(/^\w+:/, '')
}

/** `in 12 min`, `24 Nov, 14:17`. */
export function tellAhead(atSec: number, nowSec: number): string {
  const ahead = atSec - nowSec
  if (ahead <= 0) return 'in a moment'
  if (ahead < 60) return 'within a minute'
  return ahead < daySec
    ? `in ${formatSpan(ahead).replace(/^(\d+ min) \d+ s$/, '$1')}`
    : formatMoment(atSec, nowSec)
}

const daySec = 86_400

const paces: Readonly<Record<number, string>> = {
  3600: 'every hour',
  86400: 'every day',
  604800: 'every week',
}

/** `every 30 min`, `every day`. */
export function tellPace(everySec: number): string {
  return paces[everySec] ?? `every ${formatSpan(everySec)}`
}
