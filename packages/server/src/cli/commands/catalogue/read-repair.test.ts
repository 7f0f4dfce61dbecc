import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noRepairs, repairKinds } from '@quoin/core/offers/repair/repairs.ts'
import { readRepair } from './read-repair.ts'

for (const [text, repairs] of [
  ['all', { kinds: repairKinds }],
  ['decimal_comma', { kinds: ['decimal_comma'] }],
  ['payout=comma', { marks: { payout: ',' } }],
  ['revenue=point', { marks: { revenue: '.' } }],
  ['country:DACH=DE|AT|CH', { kinds: ['country'], countries: { dach: ['DE', 'AT', 'CH'] } }],
  ['country:Everyone=*', { kinds: ['country'], countries: { everyone: [] } }],
  ['platform:Phone=ios', { kinds: ['platform'], platforms: { phone: ['ios'] } }],
] as const) {
  test(`--repair ${text} is read`, () => assert.deepEqual(readRepair(text), { ...noRepairs, ...repairs }))
}

test('several are joined', () => {
  const joined = readRepair('payout=comma', readRepair('currency'))
  assert.deepEqual(joined, { ...noRepairs, kinds: ['currency'], marks: { payout: ',' } })
})

for (const text of [
  '',
  'commas',
  'name=comma',
  'payout=dot',
  'country:=DE',
  'country:DACH=D',
  'platform:Phone=x',
]) {
  test(`--repair ${JSON.stringify(text)} is refused`, () => {
    assert.throws(() => readRepair(text), { code: 'commander.invalidArgument' })
  })
}
