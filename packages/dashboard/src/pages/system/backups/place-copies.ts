import { readKeepRule } from '@quoin/core/backup/keep-rule.ts'
import { formatMany } from '../../../format/format-number.ts'
import type { WholeCopy } from './backup-report.ts'

const daySec = 86_400

export interface PlacedCopy {
  readonly copy: WholeCopy
  /** 0 at the beginning of the axis, 1 at its end. */
  readonly share: number
}

/** Copies on one axis of time, the oldest first. */
export interface CopyAxis {
  readonly name: string
  readonly copies: readonly PlacedCopy[]
  readonly isRecent: boolean
}

interface Placing {
  /** The newest first. */
  readonly copies: readonly WholeCopy[]
  readonly keep: string
  readonly nowSec: number
}

/**
 * The copies of the last days, all of which are kept, on an axis of their own, and those before them on another: a week
 * would be a dot beside half a year. Days are counted back from the newest copy, as the rule counts them.
 */
export function placeCopies({ copies, keep, nowSec }: Placing): readonly CopyAxis[] {
  const [newest] = copies
  if (newest === undefined) return []
  const rule = readKeepRule(keep)
  const days = rule instanceof Error ? 0 : rule.days
  const edge = newest.begun_at - days * daySec
  const oldestFirst = copies.toReversed()
  const older = oldestFirst.filter(({ begun_at: at }) => at <= edge)
  const recent = oldestFirst.filter(({ begun_at: at }) => at > edge)
  if (older.length === 0 || recent.length === 0)
    return [axisOf(oldestFirst, countCopies(copies), nowSec, true)]
  return [
    axisOf(older, `${formatMany(older.length, 'older copy', 'older copies')}`, edge, false),
    axisOf(recent, `${countCopies(recent)} of the last ${days === 1 ? 'day' : `${days} days`}`, nowSec, true),
  ]
}

function countCopies({ length }: readonly WholeCopy[]): string {
  return formatMany(length, 'copy', 'copies')
}

/** From the first copy to the end; a single one stands at the end of the line. */
function axisOf(copies: readonly WholeCopy[], name: string, untilSec: number, isRecent: boolean): CopyAxis {
  const fromSec = copies[0]?.begun_at ?? untilSec
  const span = Math.max(1, untilSec - fromSec)
  const shareOf = (at: number) => Math.min(1, Math.max(0, (at - fromSec) / span))
  return { name, isRecent, copies: copies.map((copy) => ({ copy, share: shareOf(copy.begun_at) })) }
}
