/**
 * The histogram of the time from click to credit: each slot ends a quarter beyond the one before, from 1 s to half
 * a year, so that a time read from it is wrong by at most an eighth. Slot 0 is below the first end, the last one
 * has none. They must not be changed: what was counted is counted by them.
 */
export const slotEndsSec: readonly number[] = makeSlotEnds()

function makeSlotEnds(): number[] {
  const lastEndSec = 183 * 86_400
  const ends = [1]
  for (let end = 1; end < lastEndSec; ) {
    end = Math.min(lastEndSec, Math.max(end + 1, Math.round((end * 5) / 4)))
    ends.push(end)
  }
  return ends
}

/** Times in each slot, by the number of the slot. */
type CreditTimes = ReadonlyMap<number, bigint>

/**
 * The time within which `percent` of the conversions were credited, in whole seconds: where it lies in its slot is
 * taken from its share of it. Undefined without any.
 */
export function creditTimeSec(times: CreditTimes, percent: number): number | undefined {
  const slots = [...times].filter(([, count]) => count > 0n).sort(([a], [b]) => a - b)
  const total = slots.reduce((sum, [, count]) => sum + count, 0n)
  if (total === 0n) return undefined
  // The n-th of them, counted from 1: the smallest of which so many per cent are not slower.
  const rank = (total * BigInt(percent) + 99n) / 100n
  let before = 0n
  for (const [slot, count] of slots) {
    if (before + count >= rank) return within(slot, Number(rank - before) / Number(count))
    before += count
  }
  return undefined
}

function within(slot: number, share: number): number {
  const from = slot === 0 ? 0 : (slotEndsSec[slot - 1] ?? 0)
  const to = slotEndsSec[slot] ?? from
  return Math.round(from + (to - from) * share)
}
