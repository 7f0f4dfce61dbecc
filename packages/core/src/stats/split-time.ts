/**
 * A stretch of time of which the rows, or sums of a length, count towards a report. An event at some moment counts
 * `shiftSec` later, which is within the interval that it belongs to.
 */
export interface TimePart {
  /** How long the sums are; undefined: the rows. */
  readonly slotSec: number | undefined
  readonly fromSec: number
  readonly toSec: number
  /** −1: it is in the sums of another part, and does not belong there. */
  readonly sign: 1 | -1
  readonly shiftSec: number
}

type Span = Omit<TimePart, 'slotSec'>

/**
 * Puts intervals together of sums, the longest first, that begin at multiples of their lengths. Where an interval begins
 * or ends within a slot, the slot is taken if it lies in it for the most part; the rest is added or taken away by shorter
 * sums, and at last by rows.
 */
export function splitTime(edgesSec: readonly number[], slotsSec: readonly number[]): TimePart[] {
  const parts = edgesSec.slice(0, -1).flatMap((fromSec, index) => {
    const toSec = edgesSec[index + 1] ?? fromSec
    return cover({ fromSec, toSec, sign: 1, shiftSec: 0 }, slotsSec)
  })
  return joinParts(parts)
}

function cover(span: Span, [slotSec, ...shorter]: readonly number[]): TimePart[] {
  const { fromSec, toSec, sign, shiftSec } = span
  if (fromSec === toSec) return []
  if (slotSec === undefined) return [{ slotSec, ...span }]
  const firstSec = Math.round(fromSec / slotSec) * slotSec
  const lastSec = Math.round(toSec / slotSec) * slotSec
  const besideSec = Math.abs(firstSec - fromSec) + Math.abs(toSec - lastSec)
  // Reading so much beside it saves nothing.
  if (firstSec >= lastSec || besideSec * 2 >= toSec - fromSec) return cover(span, shorter)
  const shift = (bySec: number): number => shiftSec + bySec
  const other = sign === 1 ? -1 : 1
  const before: Span =
    firstSec > fromSec
      ? { fromSec, toSec: firstSec, sign, shiftSec }
      : { fromSec: firstSec, toSec: fromSec, sign: other, shiftSec: shift(fromSec - firstSec) }
  const after: Span =
    lastSec < toSec
      ? { fromSec: lastSec, toSec, sign, shiftSec }
      : { fromSec: toSec, toSec: lastSec, sign: other, shiftSec: shift(toSec - lastSec) }
  return [
    { slotSec, fromSec: firstSec, toSec: lastSec, sign, shiftSec: shift(Math.max(0, fromSec - firstSec)) },
    ...cover(before, shorter),
    ...cover(after, shorter),
  ]
}

/** Parts that follow each other without a difference are one. */
function joinParts(parts: readonly TimePart[]): TimePart[] {
  const joined: TimePart[] = []
  const last = new Map<string, number>()
  for (const part of parts) {
    const kind = `${part.slotSec} ${part.sign} ${part.shiftSec}`
    const index = last.get(kind)
    const before = index === undefined ? undefined : joined[index]
    if (index !== undefined && before?.toSec === part.fromSec)
      joined[index] = { ...before, toSec: part.toSec }
    else last.set(kind, joined.push(part) - 1)
  }
  return joined
}
