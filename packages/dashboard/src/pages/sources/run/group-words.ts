import type { Verdict } from '@quoin/core/sources/source.ts'
import type { DataOf } from '../../../api/operation-types.ts'

type Run = DataOf<'getSourceRun'>

export const groupNames = ['held', 'new', 'changed', 'paused', 'forbidden', 'not_approved'] as const
export type GroupName = (typeof groupNames)[number]

interface GroupWords {
  readonly label: string
  /** The lists that it is made of. */
  readonly lists: readonly { readonly verdict: Verdict; readonly title: string; readonly text: string }[]
}

export const groupWords: Readonly<Record<GroupName, GroupWords>> = {
  held: {
    label: 'Held',
    lists: [
      {
        verdict: 'held',
        title: 'Held',
        text: 'Something of them is not certain, so that nothing of them is taken over. They are tried again at each run.',
      },
    ],
  },
  new: {
    label: 'New',
    lists: [
      {
        verdict: 'new',
        title: 'New',
        text: 'They were not here before. Users see them where the run counts.',
      },
    ],
  },
  changed: {
    label: 'Changed',
    lists: [
      {
        verdict: 'changed',
        title: 'Changed',
        text: 'Field by field, as it was and as it is. Publishers earn USD; the network pays in its own currency.',
      },
    ],
  },
  paused: {
    label: 'Gone',
    lists: [
      { verdict: 'ended', title: 'Ended', text: 'The network says that they have ended.' },
      {
        verdict: 'missing',
        title: 'Missing',
        text: 'They did not come. After three runs without them they are paused, and come back by themselves.',
      },
    ],
  },
  forbidden: {
    label: 'Forbidden',
    lists: [
      {
        verdict: 'forbidden',
        title: 'Forbidden',
        text: 'Their own words forbid rewards: they are never shown to users, unless you allow one.',
      },
    ],
  },
  not_approved: {
    label: 'Not approved',
    lists: [
      {
        verdict: 'not_approved',
        title: 'Not approved',
        text: 'The account may not run them yet: ask the network for it. They come with the run after that.',
      },
    ],
  },
}

export function countOf({ counts }: Pick<Run, 'counts'>, group: GroupName): number {
  return groupWords[group].lists.reduce((sum, { verdict }) => sum + counts[verdict], 0)
}

/** A run that has ended keeps the offers that it has changed longest. */
const changedFirst: readonly GroupName[] = ['new', 'changed', 'paused', 'forbidden', 'held', 'not_approved']

/** The group that a run waits for. */
const groupOfCause: Readonly<Record<string, GroupName>> = {
  many_end: 'paused',
  prices_moved: 'changed',
  audiences_opened: 'changed',
}

/** The first group that has an offer: where a person must decide, that of the cause, then as in the strip. */
export function firstGroup(run: Pick<Run, 'counts' | 'state' | 'cause'>): GroupName {
  const cause = groupOfCause[run.cause ?? '']
  const strip = cause === undefined ? groupNames : [cause, ...groupNames]
  const order = run.state === 'waiting' ? strip : changedFirst
  return order.find((name) => countOf(run, name) > 0) ?? 'held'
}
