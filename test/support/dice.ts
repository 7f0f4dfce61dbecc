/** Numbers from 0 to below a limit: small, quick and the same on every machine (mulberry32). */
export type Dice = (limit: number) => number

export function diceOf(seed: number): Dice {
  let state = seed
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * limit)
  }
}
