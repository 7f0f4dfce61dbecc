import { formatId } from '@quoin/core/tracking/click-id.ts'
import type { Click } from '@quoin/core/tracking/click.ts'
import { createHash, randomBytes } from 'node:crypto'

/** Numbers that look like chance, and are the same in each run. */
export function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const countries = ['US', 'GB', 'DE', 'BR', 'IN', 'ID', 'PH', 'MX', 'FR', 'TR']
const platforms = ['android', 'ios', 'desktop'] as const

/** Few of the 3,000 phones are common; each has a text of some 125 bytes. */
function userAgent(nth: number): string {
  return (
    `Mozilla/5.0 (Linux; Android ${10 + (nth % 5)}; SM-A${nth}B) AppleWebKit/537.36 (KHTML, like Gecko) ` +
    `Chrome/${100 + (nth % 40)}.0.0.0 Mobile Safari/537.36`
  )
}

/** A click as real ones are: long user ids, half of them with a sub id, skewed offers, countries and phones. */
export function realClick(random: () => number, clickedAtMs: number): Click {
  const below = (end: number, skew = 1): number => Math.floor(random() ** skew * end)
  const user = createHash('md5')
    .update(String(below(1_000_000)))
    .digest('hex')
  return {
    id: formatId(clickedAtMs, randomBytes(10)),
    appId: 1 + below(50, 3),
    offerId: 1 + below(5_000, 2),
    userId: `u_${user}`,
    subId: random() < 0.5 ? `campaign-${below(40)}` : null,
    address: `${10 + below(200)}.${below(255)}.${below(255)}.${below(255)}`,
    userAgent: userAgent(below(3_000, 2)),
    country: countries[below(10, 2)] ?? 'US',
    platform: platforms[below(3)] ?? 'ios',
    verdict: random() < 0.02 ? 'bot' : 'valid',
    outcome: 'redirected',
    reason: null,
    risk: null,
    isUnsigned: false,
    isTest: false,
    clickedAtMs,
  }
}
