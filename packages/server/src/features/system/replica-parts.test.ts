import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReplicaFact } from '../../ports/elsewhere.ts'
import { tellReplicas } from './replica-parts.ts'

const fact = (given: Partial<ReplicaFact>): ReplicaFact => ({
  host: 'db2:5432',
  state: 'used',
  reason: undefined,
  ageMs: 400,
  ageMaxMs: 5_000,
  ...given,
})
const unused = { ageMs: Number.POSITIVE_INFINITY }
const primary = fact({ host: 'db1:5432', state: 'refused', reason: 'it takes writes by itself', ...unused })
const gone = fact({ host: 'db3:5432', state: 'away', reason: 'nobody listens', ...unused })

test('a server that is not read from is no trouble while another is', () => {
  const told = tellReplicas([primary, fact({}), gone])
  assert.deepEqual(
    told.map(({ state, value }) => [state, value]),
    [
      ['idle', null],
      ['ok', 400],
      ['idle', null],
    ],
  )
  assert.equal(told[0]?.detail, 'Pages are read from another: it takes writes by itself.')
})

test('where none is read from, each tells why, and one that was not looked at yet is no trouble', () => {
  const told = tellReplicas([primary, gone, fact({ state: 'opening', ...unused })])
  assert.deepEqual(
    told.map(({ state }) => state),
    ['warning', 'warning', 'idle'],
  )
  assert.equal(told[1]?.detail, 'Pages are read from the primary: nobody listens.')
})
