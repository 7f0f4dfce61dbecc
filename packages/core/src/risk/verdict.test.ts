import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decideVerdict } from './verdict.ts'

for (const [title, findings, expected] of [
  [
    'a probability is shown in tenths of a percent',
    { probability: 0.12345 },
    { isBlocked: false, scoreTenths: 123 },
  ],
  ['nobody is certainly honest', { probability: 0 }, { isBlocked: false, scoreTenths: 10 }],
  ['nobody is certainly a fraud', { probability: 1 }, { isBlocked: false, scoreTenths: 990 }],
  ['blocked is 100', { listed: 'block', probability: 0.04 }, { isBlocked: true, scoreTenths: 1000 }],
  ['allow-listed is 0', { listed: 'allow', probability: 0.9 }, { isBlocked: false, scoreTenths: 0 }],
  ['review leaves the score', { listed: 'review', probability: 0.3 }, { isBlocked: false, scoreTenths: 300 }],
  ['a high score alone blocks nobody', { probability: 0.99 }, { isBlocked: false, scoreTenths: 990 }],
  [
    'the score of the app blocks from there on',
    { probability: 0.85, autoBlockScore: 85 },
    { isBlocked: true, scoreTenths: 1000 },
  ],
  ['and not below', { probability: 0.849, autoBlockScore: 85 }, { isBlocked: false, scoreTenths: 849 }],
  [
    'the allow list beats the score of the app',
    { listed: 'allow', probability: 0.99, autoBlockScore: 50 },
    { isBlocked: false, scoreTenths: 0 },
  ],
] as const) {
  test(title, () => {
    assert.deepEqual(decideVerdict({ listed: undefined, autoBlockScore: null, ...findings }), expected)
  })
}
