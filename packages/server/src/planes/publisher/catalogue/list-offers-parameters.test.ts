import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { listOffers } from '@quoin/contract/operations.ts'

/** The link is given the whole query and takes these out of it. */
const readByLink = ['subId']

test('each parameter of the list is read by its handler', () => {
  const read = (file: string): string => readFileSync(join(import.meta.dirname, file), 'utf8')
  const sources = ['list-offers.ts', 'audience-of.ts', 'write-offer-list.ts'].map(read).join()
  const unread = Object.keys(listOffers.query)
    .filter((name) => !readByLink.includes(name))
    .filter((name) => !new RegExp(`\\b${name}\\b`).test(sources))
  assert.deepEqual(unread, [])
})
