/** Round steps from nothing to at least the largest value: 0, 400, 800, 1,200. */
export function ticksTo(largest: number, stepsMax = 4): readonly number[] {
  if (!(largest > 0)) return [0, 1]
  const rough = largest / stepsMax
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 2.5, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? rough
  const count = Math.ceil(largest / step - 1e-9)
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}

/** Which of so many labels stand under the axis, so that none touches the next. */
export function labelledOf(
  count: number,
  { width, labelWidth }: { width: number; labelWidth: number },
): number[] {
  const fit = Math.max(1, Math.floor(width / labelWidth))
  const every = Math.max(1, Math.ceil(count / fit))
  return Array.from({ length: Math.ceil(count / every) }, (_, index) => index * every)
}

/** Puts labels near their wished heights, none nearer to the next than the gap, all inside. */
export function spread(
  wished: readonly number[],
  { gap, bottom }: { gap: number; bottom: number },
): number[] {
  const order = wished.map((y, index) => ({ y, index })).toSorted((a, b) => a.y - b.y)
  let least = 0
  for (const one of order) {
    one.y = Math.max(one.y, least)
    least = one.y + gap
  }
  let most = bottom
  for (const one of order.toReversed()) {
    one.y = Math.min(one.y, most)
    most = one.y - gap
  }
  const placed: number[] = []
  for (const { y, index } of order) placed[index] = y
  return placed
}
