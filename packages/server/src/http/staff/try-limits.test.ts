import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GivenClock } from '../../../../../test/support/given-clock.ts'
import { TryLimits } from './try-limits.ts'

const account = 'victim@example.com'

/** Tries of the account from as many addresses; how many of them were admitted. */
function guess(limits: TryLimits, times: number, from: number): number {
  let admitted = 0
  for (let at = 0; at < times; at += 1) {
    const address = `10.${from}.${at >> 8}.${at & 255}`
    if (limits.admit({ address, account }).isAdmitted) admitted += 1
  }
  return admitted
}

test('ten thousand made-up accounts give no account its tries back', () => {
  const limits = new TryLimits(new GivenClock())
  assert.equal(guess(limits, 150, 1), 100)
  for (let made = 0; made < 30_000; made += 1) {
    limits.admit({ address: `2001:db8:${made.toString(16)}::1`, account: `made-up-${made}@example.com` })
  }
  assert.equal(guess(limits, 150, 2), 0)
})

test('the owner is told after twenty wrong passwords, once, however many accounts are made up meanwhile', () => {
  const limits = new TryLimits(new GivenClock())
  const tells = () => Array.from({ length: 30 }, () => limits.noteRefused(account)).filter(Boolean).length
  assert.equal(tells(), 1)
  for (let made = 0; made < 30_000; made += 1) limits.noteRefused(`made-up-${made}@example.com`)
  assert.equal(tells(), 0)
})
