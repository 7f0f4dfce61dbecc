import assert from 'node:assert/strict'
import { test } from 'node:test'

import { conversionStatuses } from '@quoin/core/conversions/status.ts'
import { readCidr } from '@quoin/core/detect/address.ts'
import { literalMacroIn } from '@quoin/core/macros/detect-literal.ts'
import {
  acceptedWordsOf,
  allowedAddressesOf,
  pasteTemplate,
  presetNames,
  presetOf,
  replyOf,
  statusWordsOf,
} from './index.ts'
import { presets } from './presets.ts'

const parameters = ['click_id', 'payout', 'status', 'txn_id', 'goal', 'currency']
const plain = { preset: 'generic', statusWords: {}, reply: null }

test('presets have names of their own, and a generic one is there', () => {
  assert.equal(new Set(presetNames).size, presets.length)
  assert.equal(presetOf({ preset: 'generic' }).title, 'Any network')
  assert.equal(presetOf({ preset: 'gone by now' }).name, 'generic')
})

for (const { name, query, statusWords, aliases, addresses = [] } of presets) {
  test(`${name}: what it calls from is an address or a CIDR`, () => {
    for (const address of addresses) assert.ok(readCidr(address), address)
  })

  test(`${name}: every template parameter is ours, given once, and a macro left in it is noticed`, () => {
    const pairs = query.split('&').map((pair) => pair.split('=') as [string, string])
    const given = [...pairs.map(([parameter]) => parameter), ...Object.values(aliases)]
    for (const [parameter, value] of pairs) {
      assert.ok(parameters.includes(parameter), parameter)
      if (value !== 'approved') assert.equal(literalMacroIn(value), value)
    }
    for (const required of ['click_id', 'status']) assert.ok(given.includes(required), required)
    assert.equal(new Set(pairs.map(([parameter]) => parameter)).size, pairs.length)
  })

  test(`${name}: its words are lower case and mean a status`, () => {
    for (const [word, status] of Object.entries(statusWords)) {
      assert.equal(word, word.toLowerCase())
      assert.ok(conversionStatuses.includes(status))
    }
  })
}

test('a word that means something else after another is a word of its network, in lower case', () => {
  for (const { name, statusWordsAfter = {} } of presets) {
    const accepted = acceptedWordsOf({ preset: name, statusWords: {} })
    for (const words of Object.values(statusWordsAfter)) {
      for (const word of Object.keys(words)) assert.ok(accepted.includes(word), `${name}: ${word}`)
    }
  }
})

test('the number 2 means what the network means by it', () => {
  assert.equal(statusWordsOf({ ...plain, preset: 'affise' })['2'], 'pending')
  assert.equal(statusWordsOf({ ...plain, preset: 'wannads' })['2'], 'reversed')
  assert.equal(statusWordsOf(plain)['2'], undefined)
})

test("a network's own setting wins over its preset", () => {
  const network = {
    preset: 'affise',
    statusWords: { '2': 'rejected', won: 'approved' },
    reply: 'YES',
  } as const
  assert.equal(statusWordsOf(network)['2'], 'rejected')
  assert.equal(statusWordsOf(network)['3'], 'rejected')
  assert.ok(acceptedWordsOf(network).includes('won') && acceptedWordsOf(network).includes('approved'))
  assert.deepEqual(replyOf(network), { accepted: 'YES', duplicate: 'YES' })
})

test('a network may call from the addresses of its preset, unless it has some of its own', () => {
  const preset = { addresses: ['203.0.113.9'] }
  const from = (allowedAddresses: readonly string[]) =>
    allowedAddressesOf({ preset: 'generic', allowedAddresses }, preset)
  assert.deepEqual(from([]), ['203.0.113.9'])
  assert.deepEqual(from(['198.51.100.0/24']), ['198.51.100.0/24'])
  assert.deepEqual(allowedAddressesOf({ preset: 'generic', allowedAddresses: [] }), [])
})

test('senders that compare text read theirs, all others the envelope', () => {
  assert.equal(replyOf(plain), undefined)
  assert.deepEqual(replyOf({ ...plain, preset: 'tune' })?.accepted, 'success=true;')
  assert.deepEqual(replyOf({ ...plain, preset: 'wannads' }), { accepted: 'OK', duplicate: 'DUP' })
  assert.deepEqual(replyOf({ ...plain, preset: 'offertoro' })?.duplicate, '1')
})

test('the paste template is the whole address', () => {
  assert.equal(
    pasteTemplate({ preset: 'cake' }, 'https://in.example/postback/t0ken'),
    'https://in.example/postback/t0ken?click_id=#s2#&payout=#price#&status=approved&txn_id=#tid#',
  )
})
