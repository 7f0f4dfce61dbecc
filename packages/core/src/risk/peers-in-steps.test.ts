import assert from 'node:assert/strict'
import { test } from 'node:test'
import { comparePeersInSteps, type PeerProfile } from './peers.ts'

test('whoever compares 10,000 accounts can stop long before each of them was looked at', () => {
  let looks = 0
  const watched = <Value>(value: Value) => ({
    get() {
      looks += 1
      return value
    },
  })
  const others = { network: [], drawing: [], build: [], offers: [], choices: [] }
  const profiles = Array.from({ length: 10_000 }, (_, index) =>
    Object.defineProperties(
      { user: `u${index}`, keys: { line: [`l${index % 500}`], ...others } } as unknown as PeerProfile,
      {
        // Each stage goes by the time or the evidence of every account.
        firstSeenAtMs: watched((index * 7_919) % 5_000),
        evidence: watched(index % 3),
      },
    ),
  )
  let most = 0
  const steps = comparePeersInSteps(profiles)
  for (let isDone = false; !isDone; ) {
    looks = 0
    isDone = steps.next().done === true
    most = Math.max(most, looks)
  }
  assert.ok(most < profiles.length, `${most} looks in one step`)
})
