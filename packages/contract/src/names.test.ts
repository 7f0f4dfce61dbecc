import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Parameters } from './fields/field.ts'
import { operations } from './operations.ts'
import {
  conversionBody,
  fingerprintBody,
  listOffersQuery,
  postbackParameters,
  sessionBody,
  trackingQuery,
} from './parameters.ts'

const camelCase = /^[a-z]+([A-Z][a-z]*)*$/
const snakeCase = /^[a-z0-9]+(_[a-z0-9]+)*$/

function requiredOf(table: Parameters): string[] {
  return Object.keys(table).filter((name) => table[name]?.required === true)
}

test('names: camelCase in queries, links and /v1/conversions', () => {
  for (const table of [listOffersQuery, trackingQuery, conversionBody, sessionBody]) {
    for (const name of Object.keys(table)) assert.match(name, camelCase)
  }
})

test('names: snake_case in the fingerprint body and in postbacks', () => {
  for (const name of ['fingerprint_hash', 'user_id', 'fingerprint_data']) assert.ok(name in fingerprintBody)
  for (const name of Object.keys(postbackParameters)) assert.match(name, snakeCase)
})

test("the contract's parameters and which of them are required", () => {
  const optionalList = ['country', 'platform', 'category', 'limit', 'offset', 'sort']
  for (const name of ['userId', ...optionalList]) assert.ok(name in listOffersQuery, name)
  assert.deepEqual(requiredOf(listOffersQuery), ['userId'])
  assert.deepEqual(requiredOf(trackingQuery), ['offerId', 'apiKey', 'userId'])
  // `sig` is an addition: an app may ask for signed links.
  assert.deepEqual(Object.keys(trackingQuery), ['offerId', 'apiKey', 'userId', 'subId', 'sig'])
  assert.deepEqual(requiredOf(postbackParameters), ['click_id', 'payout', 'status'])
  assert.deepEqual(requiredOf(conversionBody), ['userId', 'offerId'])
  assert.deepEqual(requiredOf(fingerprintBody), ['fingerprint_hash', 'user_id'])
})

/** The names of every property in a JSON schema. */
function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own = 'properties' in schema ? Object.keys(Object(schema.properties)) : []
  return [...own, ...Object.values(schema).flatMap(namesIn)]
}

test('names: snake_case in all answers', () => {
  const names = operations.flatMap(({ success }) =>
    success.flatMap(({ data, meta }) => namesIn({ data, meta })),
  )
  assert.ok(names.length > 30)
  for (const name of names) assert.match(name, snakeCase)
})
