import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRefusedClaim, mayAskAgain } from './ticket.ts'

type Asked = Parameters<typeof mayAskAgain>[0]

const refused = { diagnosis: 'late', state: 'refused' } as const
const open = { diagnosis: 'rejected', state: 'asking' } as const
const credited = { diagnosis: 'late', state: 'credited' } as const
const ofTakenBack = { diagnosis: 'reversed', state: 'asking' } as const

const cases: readonly (readonly [string, Asked, Parameters<typeof mayAskAgain>[1], boolean])[] = [
  ['never asked about', [], 'late', true],
  ['refused once', [refused], 'rejected', true],
  ['refused twice', [refused, refused], 'rejected', false],
  ['asked about, without an answer yet', [open], 'rejected', false],
  ['refused once, and asked about again', [open, refused], 'rejected', false],
  ['credited after a ticket, and then taken back', [credited], 'reversed', true],
  ['taken back, and asked about', [ofTakenBack, credited], 'reversed', false],
]

for (const [what, asked, now, expected] of cases)
  test(`a reward that was ${what} ${expected ? 'may' : 'may not'} be asked about`, () => {
    assert.equal(mayAskAgain(asked, now), expected)
  })

test('a claim whose ticket was refused may be asked about by new proof; one of a site, or one that waits, not', () => {
  assert.equal(isRefusedClaim([refused], 'asked'), true)
  assert.equal(isRefusedClaim([], 'asked'), false)
  assert.equal(isRefusedClaim([open], 'asked'), false)
})
