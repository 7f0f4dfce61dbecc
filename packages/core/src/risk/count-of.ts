/** "1 click", "7 clicks": a count with its noun, for reasons that people read. */
export function countOf(count: number | undefined, noun: string): string {
  const whole = Math.round(count ?? 0)
  return `${whole} ${noun}${whole === 1 ? '' : 's'}`
}

/** "3.2 times as much as usual" needs no more than one decimal. */
export function timesOf(ratio: number): string {
  return `${ratio < 10 ? ratio.toFixed(1) : Math.round(ratio)} times`
}
