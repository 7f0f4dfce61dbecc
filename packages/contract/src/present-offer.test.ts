import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Offer } from '@quoin/core/offers/offer-fields.ts'
import { convertToLocal } from '@quoin/core/payout/convert.ts'
import fc from 'fast-check'
import { sampleOffer } from '../../../test/support/sample-offer.ts'
import { countCases } from '../../../test/support/count-cases.ts'
import { encodeLinkTail, encodeOffer, encodeTerms, type OfferTerms, readTexts } from './present-offer.ts'

const offer: Offer = {
  ...sampleOffer,
  id: 12,
  name: 'Puzzle "Quest" \\ <b>',
  description: 'Reach level 10.\u2028',
  categories: ['games', 'mobile'],
  countries: ['DE'],
}

const terms: OfferTerms = {
  trackUrl: 'https://t.example/track',
  apiKey: 'pk_live_abc',
  currency: {
    name: 'Coins',
    rateMicros: 1_000_000,
    decimals: 2,
    rounding: 'half_up',
    promotionBasisPoints: null,
  },
}

/** The offer's bytes as they stand in a list. */
function write(
  changes: Partial<Offer>,
  currency: Partial<OfferTerms['currency']> = {},
  userId = 'user-42',
): string {
  const changed = { ...offer, ...changes }
  const { head, tail } = encodeOffer(changed, 'https://q.example/images/offer.svg')
  const linkTail = encodeLinkTail({ apiKey: terms.apiKey, userId, subId: undefined })
  return (
    head + encodeTerms(changed, { ...terms, currency: { ...terms.currency, ...currency } }) + linkTail + tail
  )
}

test('the texts of an offer are read from its pieces as they were written', () => {
  const texts = fc.record({
    description: fc.string({ unit: 'binary' }),
    requirements: fc.option(fc.string({ unit: 'binary' })),
    imageUrl: fc.option(fc.webUrl()),
  })
  const ours = 'https://q.example/images/offer.svg'
  fc.assert(
    fc.property(texts, (given) => {
      const read = readTexts(encodeOffer({ ...offer, ...given }, ours))
      const { description, requirements, image_url: imageUrl } = read
      assert.deepEqual(
        { description, requirements, imageUrl },
        { ...given, imageUrl: given.imageUrl ?? ours },
      )
    }),
  )
})

test('an offer is written with its nine fields first, in the order of the table', () => {
  const json = JSON.parse(write({}))
  assert.deepEqual(Object.keys(json).slice(0, 9), [
    'offer_id',
    'name',
    'description',
    'payout',
    'payout_local',
    'currency',
    'link',
    'image_url',
    'platforms',
  ])
  assert.equal(json.name, offer.name)
  assert.equal(json.description, offer.description)
  assert.equal(json.image_url, 'https://q.example/images/offer.svg')
  assert.deepEqual(json.platforms, ['desktop', 'android', 'ios'])
  assert.equal(json.link, 'https://t.example/track?offerId=12&apiKey=pk_live_abc&userId=user-42')
})

/** The digits that stand in the JSON text, before any parser has touched them. */
function digitsOf(text: string, field: string): string {
  return new RegExp(`"${field}":(-?[0-9.eE+-]+)[,}]`).exec(text)?.[1] ?? ''
}

/** The number of micros that decimal digits say, by arithmetic on digits alone. */
function microsOf(digits: string): bigint {
  const match = /^(0|[1-9][0-9]*)(?:\.([0-9]{0,5}[1-9]))?$/.exec(digits)
  assert.ok(match, `${digits} is no plain shortest decimal`)
  return BigInt(match[1] ?? '0') * 1_000_000n + BigInt((match[2] ?? '').padEnd(6, '0'))
}

test('money: what stands on the wire is the exact decimal, with at most 6 decimals', () => {
  const currency = fc.record({
    rateMicros: fc.integer({ min: 1, max: 100_000_000_000 }),
    decimals: fc.integer({ min: 0, max: 6 }),
    rounding: fc.constantFrom('half_up' as const, 'floor' as const, 'ceil' as const),
  })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000_000 }), currency, (payoutMicros, chosen) => {
      const text = write({ payoutMicros }, chosen)
      assert.equal(microsOf(digitsOf(text, 'payout')), BigInt(payoutMicros))
      const localMicros = convertToLocal({ payoutMicros, ...chosen })
      assert.equal(microsOf(digitsOf(text, 'payout_local')), BigInt(localMicros))
      assert.equal((digitsOf(text, 'payout_local').split('.')[1] ?? '').length <= chosen.decimals, true)
    }),
    { numRuns: 2_000 },
  )
})

test('money: a reader that parses the number and writes it again gets the same digits', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000_000 }), (payoutMicros) => {
      const digits = digitsOf(write({ payoutMicros }), 'payout')
      assert.equal(microsOf(digits), BigInt(Math.round(JSON.parse(digits) * 1_000_000)))
    }),
  )
})

test('link: percent-encoded, so that the user is exactly the one who asked, whoever they are', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
      fc.string({ maxLength: 60 }),
      (userId, subId) => {
        const tail = encodeLinkTail({ apiKey: 'pk_live_abc', userId, subId })
        assert.match(tail, /^[\x21-\x7e]+$/)
        assert.doesNotMatch(tail, /["\\<>]/)
        const url = new URL(`https://t.example/track?offerId=1${tail}`)
        assert.equal(url.searchParams.get('userId'), userId)
        assert.equal(url.searchParams.get('apiKey'), 'pk_live_abc')
        assert.equal(url.searchParams.get('subId'), subId === '' ? null : subId)
        assert.deepEqual([...url.searchParams.keys()].length, subId === '' ? 3 : 4)
      },
    ),
  )
})

test('an offer is valid JSON whatever is in its texts', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('"', '\\', '\n', '\u0000', '\u2028', '<', 'a') }),
  )
  const seen = countCases({ 'has to be escaped': 0.3 })
  fc.assert(
    fc.property(text, text, (name, currencyName) => {
      const json = JSON.parse(write({ name }, { name: currencyName }))
      assert.equal(json.name, name)
      assert.equal(json.currency, currencyName)
      seen.note({ 'has to be escaped': JSON.stringify(name) !== `"${name}"` })
    }),
  )
  seen.assertOften()
})
