import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FoundPostback, judgePostbacks, type WantedPostback } from './judge-postbacks.ts'

const address = 'https://q.example/postback/tok?click_id={sub1}&payout={payout_amount}'
const conversions: WantedPostback = { reports: 'conversions', address }
const events: WantedPostback = { reports: 'events', address: `${address}&goal={event_id}` }
const own: FoundPostback = { id: '7', reports: 'conversions', address, isSent: true, owner: 'server' }
const pasted: FoundPostback = { ...own, id: '8', owner: 'person', address: `${address}&status=approved` }

const cases: readonly (readonly [string, readonly FoundPostback[], readonly WantedPostback[], object])[] = [
  ['nothing is there', [], [conversions], { state: 'missing', adds: [conversions] }],
  ['ours is there', [own], [conversions], { state: 'installed' }],
  [
    'ours is there with its marks escaped and its parameters in another order',
    [{ ...own, address: 'https://q.example/postback/tok?payout=%7Bpayout_amount%7D&click_id=%7Bsub1%7D' }],
    [conversions],
    { state: 'installed' },
  ],
  [
    'ours was switched off',
    [{ ...own, isSent: false }],
    [conversions],
    { state: 'differs', changes: [{ id: '7', to: conversions }] },
  ],
  [
    'ours lacks the payout',
    [{ ...own, address: 'https://q.example/postback/tok?click_id={sub1}' }],
    [conversions],
    { state: 'differs', changes: [{ id: '7', to: conversions }] },
  ],
  [
    'a twin of ours is right',
    [{ ...own, id: '6', isSent: false }, own],
    [conversions],
    { state: 'installed' },
  ],
  ['a person has pasted one that says more', [pasted], [conversions], { state: 'installed' }],
  [
    'a person has pasted one without our click id',
    [{ ...pasted, address: 'https://q.example/postback/old?click_id={sub2}' }],
    [conversions],
    { state: 'missing', adds: [conversions] },
  ],
  [
    'the only one is of somebody else',
    [{ ...own, owner: 'other', address: 'https://tracker.example/x' }],
    [conversions],
    { state: 'missing', adds: [conversions], changes: [] },
  ],
  ['events are missing', [own], [conversions, events], { state: 'missing', adds: [events] }],
  [
    'one for events does not stand for conversions',
    [{ ...own, reports: 'events' }],
    [conversions],
    { state: 'missing', adds: [conversions] },
  ],
]

for (const [title, found, wanted, expected] of cases) {
  test(`postbacks: ${title}`, () => {
    const plan = judgePostbacks(found, wanted)
    assert.deepEqual({ ...plan, ...expected }, plan)
    assert.match(plan.message, /^The .*\.$/)
  })
}
