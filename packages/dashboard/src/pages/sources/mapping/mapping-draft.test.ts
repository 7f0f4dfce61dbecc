import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FeedMapping } from '@quoin/core/sources/mapping/mapping.ts'
import {
  choiceOf,
  clickOf,
  faultsOf,
  groupedColumns,
  readWritten,
  withChoice,
  withClick,
  withMembers,
} from './mapping-draft.ts'

const mapping: FeedMapping = {
  format: 'json',
  records: 'offers',
  columns: {
    external_id: { at: ['id'] },
    destination_url: { at: ['link'], macro: '{user}' },
    revenue: { at: ['payout', 'amount'], as: 'cents' },
  },
}

test('another field keeps how a column is read, and nothing takes the column away', () => {
  assert.deepEqual(withChoice(mapping, 'revenue', 'pay').columns.revenue, { as: 'cents', at: ['pay'] })
  assert.deepEqual(withChoice(mapping, 'currency', '=').columns.currency, { constant: '' })
  assert.equal(withChoice(mapping, 'revenue', '').columns.revenue, undefined)
  assert.deepEqual([undefined, { constant: 'x' }, { at: ['a', 'b'] }].map(choiceOf), ['', '=', 'a'])
})

test('a mark of a link and a parameter take each other’s place', () => {
  const named = withClick(mapping, 'subid')
  assert.deepEqual(named.columns.destination_url, { at: ['link'], parameter: 'subid' })
  assert.equal(clickOf(withClick(named, '{u}').columns.destination_url ?? {}), '{u}')
  assert.deepEqual(withClick(named, '').columns.destination_url, { at: ['link'] })
  assert.deepEqual(withMembers(mapping, 'revenue', { as: undefined }).columns.revenue, {
    at: ['payout', 'amount'],
  })
})

test('columns that must be filled stand first, with those that are', () => {
  const { first, others } = groupedColumns(withChoice(mapping, 'video_url', 'v'))
  assert.deepEqual(first, ['external_id', 'name', 'destination_url', 'revenue', 'countries', 'video_url'])
  assert.ok(others.includes('platforms') && !others.includes('name'))
})

test('faults stand at their places, and written JSON is read whole or not at all', () => {
  assert.deepEqual([...faultsOf(mapping).keys()], ['columns.name'])
  assert.equal(readWritten('{'), undefined)
  assert.equal(readWritten(JSON.stringify(mapping)), undefined)
  const whole = withChoice(mapping, 'name', 'title')
  assert.deepEqual(readWritten(JSON.stringify(whole)), whole)
})
