import type { WaitCause } from './source.ts'

/** A run, before any of it counts. */
export interface ReadRun {
  readonly isFirst: boolean
  /** The number of offers by the network's own count; null where it says none. */
  readonly theirs: number | null
  /** Records that came, whatever was in them. */
  readonly came: number
  /** Offers of the source that users may see now. */
  readonly shown: number
  /** The shown ones that it would pause. */
  readonly pausing: number
  /** The shown ones that were for some countries, or some platforms, and would be for all. */
  readonly opening: number
  /** The middle of what is paid for the shown ones, before and after it, in USD micros; null where there is none. */
  readonly medianBefore: number | null
  readonly medianAfter: number | null
}

interface Wait {
  readonly cause: WaitCause
  readonly message: string
}

const changedPercentMax = 30
/** A share of fewer says nothing. */
const changedLeast = 3
const lackingPercentMax = 1
const medianPercentMax = 50

/** The reason that a run waits for a person; undefined where it may count at once. */
export function findWait(run: ReadRun): Wait | undefined {
  return waits.map((find) => find(run)).find((found) => found !== undefined)
}

const waits: readonly ((run: ReadRun) => Wait | undefined)[] = [
  ({ isFirst }) =>
    isFirst
      ? { cause: 'first', message: 'The first run of a source is looked at before it counts.' }
      : undefined,
  ({ shown, pausing }) => {
    if (pausing < changedLeast || pausing * 100 <= shown * changedPercentMax) return undefined
    const percent = Math.round((pausing * 100) / shown)
    return {
      cause: 'many_end',
      message: `It would pause ${pausing} of ${shown} shown offers (${percent} %).`,
    }
  },
  ({ medianBefore, medianAfter }) => {
    if (medianBefore === null || medianAfter === null || medianBefore === 0) return undefined
    const percent = Math.round(((medianAfter - medianBefore) * 100) / medianBefore)
    if (Math.abs(percent) <= medianPercentMax) return undefined
    return {
      cause: 'prices_moved',
      message: `It would move the middle of what is paid by ${percent > 0 ? '+' : ''}${percent} %.`,
    }
  },
  ({ shown, opening }) => {
    if (opening < changedLeast || opening * 100 <= shown * changedPercentMax) return undefined
    return {
      cause: 'audiences_opened',
      message: `It would show ${opening} of ${shown} offers in all countries, or on all platforms, that are for some of them now.`,
    }
  },
  ({ theirs, came }) => {
    // A list may change by an offer or two while it is read.
    if (theirs === null || (theirs - came) * 100 <= theirs * lackingPercentMax) return undefined
    const missing = theirs - came
    return {
      cause: 'count_differs',
      message: `The network counts ${theirs} offers, and ${came} came: ${missing} are missing.`,
    }
  },
]
