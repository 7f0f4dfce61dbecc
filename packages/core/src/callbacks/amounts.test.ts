import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ConversionStatus } from '../conversions/status.ts'
import { amountsOf } from './amounts.ts'
import type { AmountStyle } from './endpoint.ts'

interface Example {
  readonly to: ConversionStatus
  readonly from: ConversionStatus | null
  readonly before?: number
  readonly style?: AmountStyle
  readonly payout: string
  readonly change: string
}

/** A payout of 2 USD, and of 200 points; `before` is what it was. */
const examples: readonly Example[] = [
  { to: 'pending', from: null, payout: '2', change: '0' },
  { to: 'approved', from: null, payout: '2', change: '2' },
  { to: 'approved', from: 'pending', before: 2, payout: '2', change: '2' },
  { to: 'approved', from: 'approved', before: 3, payout: '2', change: '-1' },
  { to: 'reversed', from: 'approved', before: 2, payout: '2', change: '-2' },
  { to: 'rejected', from: 'pending', before: 2, payout: '2', change: '0' },
  { to: 'reversed', from: 'approved', before: 2, style: 'signed', payout: '-2', change: '-2' },
  { to: 'approved', from: 'pending', before: 2, style: 'signed', payout: '2', change: '2' },
  { to: 'rejected', from: 'pending', before: 2, style: 'signed', payout: '2', change: '0' },
]
for (const { to, from, before, style = 'absolute', payout, change } of examples) {
  test(`${style} amounts of ${from ?? 'nothing'} to ${to}: ${payout}, of which ${change} is new`, () => {
    const facts = {
      status: to,
      previousStatus: from,
      payoutMicros: 2_000_000,
      payoutLocalMicros: 200_000_000,
      previousPayoutMicros: before === undefined ? null : before * 1_000_000,
      previousPayoutLocalMicros: before === undefined ? null : before * 100_000_000,
    }
    const local = (text: string) => String(Number(text) * 100)
    const expected = { payout, payoutLocal: local(payout), change, changeLocal: local(change) }
    assert.deepEqual(amountsOf(facts, style), expected)
  })
}

test('where no earlier amount is known, none is taken off', () => {
  const amounts = { payoutMicros: 5, payoutLocalMicros: 7 }
  const unknown = { previousPayoutMicros: null, previousPayoutLocalMicros: null }
  const facts = { status: 'approved', previousStatus: 'approved', ...amounts, ...unknown } as const
  const { change, changeLocal } = amountsOf(facts, 'absolute')
  assert.deepEqual([change, changeLocal], ['0.000005', '0.000007'])
})
