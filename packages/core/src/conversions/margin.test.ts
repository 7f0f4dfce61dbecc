import assert from 'node:assert/strict'
import { test } from 'node:test'
import { losesMoney } from './margin.ts'

interface Example {
  readonly about: string
  readonly revenue: number
  readonly payout: number
  readonly share: number | null
  readonly listed: number
  readonly loses: boolean
}

const examples: readonly Example[] = [
  { about: 'less than the publisher earns', revenue: 4, payout: 5, share: null, listed: 6, loses: true },
  { about: 'what the publisher earns', revenue: 5, payout: 5, share: null, listed: 6, loses: false },
  { about: 'nothing where something is listed', revenue: 0, payout: 0, share: null, listed: 1, loses: true },
  { about: 'nothing where nothing is listed', revenue: 0, payout: 0, share: null, listed: 0, loses: false },
  {
    about: 'three times the listed on a share',
    revenue: 9,
    payout: 1,
    share: 5_000,
    listed: 3,
    loses: false,
  },
  { about: 'more than that on a share', revenue: 10, payout: 1, share: 5_000, listed: 3, loses: true },
  { about: 'more than that at a fixed payout', revenue: 10, payout: 1, share: null, listed: 3, loses: false },
  {
    about: 'much on a share of nothing listed',
    revenue: 10,
    payout: 1,
    share: 5_000,
    listed: 0,
    loses: false,
  },
]
for (const { about, revenue, payout, share, listed, loses } of examples) {
  test(`a network that pays ${about} ${loses ? 'loses us' : 'costs us no'} money`, () => {
    const conversion = { revenueMicros: revenue, payoutMicros: payout, shareBasisPoints: share }
    assert.equal(losesMoney(conversion, { revenueMicros: listed }), loses)
  })
}
