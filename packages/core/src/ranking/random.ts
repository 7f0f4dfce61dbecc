import { hashOf } from '../risk/behaviour/recent-counts.ts'

/** A random number from 0 to 1, without 1. */
type Draw = () => number

/** Numbers that are the same for the same key, on every machine: sfc32, begun with four hashes of it. */
export function seededDraw(key: string): Draw {
  let [a, b, c, count] = [hashOf(key, 1), hashOf(key, 2), hashOf(key, 3), 1]
  const next = (): number => {
    const sum = (a + b + count) | 0
    count = (count + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / 0x1_0000_0000
  }
  // The first ones are too near to the seed.
  for (let round = 0; round < 8; round += 1) next()
  return next
}

/** A draw from a Beta distribution: a share of which so much was seen, and so much of its contrary. */
export function drawBeta(draw: Draw, successes: number, failures: number): number {
  const [one, other] = [drawGamma(draw, successes), drawGamma(draw, failures)]
  return one + other > 0 ? one / (one + other) : 0
}

/** Marsaglia and Tsang (2000). Bounded, since one try in twenty fails at most. */
function drawGamma(draw: Draw, shape: number): number {
  if (shape < 1) {
    // Below 1 by way of a shape one larger.
    return drawGamma(draw, shape + 1) * (1 - draw()) ** (1 / shape)
  }
  const d = shape - 1 / 3
  const c = 1 / Math.sqrt(9 * d)
  for (let tries = 0; tries < triesMax; tries += 1) {
    const x = drawNormal(draw)
    const v = (1 + c * x) ** 3
    if (v > 0 && Math.log(1 - draw()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v
  }
  return shape
}

const triesMax = 100

/** Box and Muller. */
function drawNormal(draw: Draw): number {
  return Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw())
}
