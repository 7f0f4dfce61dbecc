import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readOfferRow } from '@quoin/core/offers/offer-row.ts'
import { repairRow } from '@quoin/core/offers/repair/repair-row.ts'
import { certainKinds, noRepairs } from '@quoin/core/offers/repair/repairs.ts'
import fc from 'fast-check'
import {
  answerOf,
  feedSample,
  isFault,
  offersOf,
  pageOf,
  sampleAccount,
} from '../../../../test/support/feed-samples.ts'
import { presetNames } from '../networks/index.ts'
import type { FeedKind, FeedOffer } from './feed-kind.ts'
import { feedKinds, findFeedKind } from './kinds.ts'

const samples: Readonly<Record<string, string>> = {
  tune: 'tune-paged.json',
  everflow: 'everflow-offersrunnable.json',
  affise: 'affise-partner-offers.json',
  cake: 'cake-offerfeed.xml',
  lootably: 'lootably.json',
  trackier: 'trackier-campaigns.json',
  mapped: 'cpalead.json',
}

function sampleOf({ name }: FeedKind): string {
  return feedSample(samples[name] ?? '')
}

test('kinds have names of their own, and presets that are there', () => {
  assert.equal(new Set(feedKinds.map(({ name }) => name)).size, feedKinds.length)
  assert.equal(findFeedKind('cake')?.title, 'CAKE')
  assert.equal(findFeedKind('none'), undefined)
  for (const { preset = 'generic' } of feedKinds) assert.ok(presetNames.includes(preset), preset)
})

for (const kind of feedKinds) {
  test(`${kind.name}: each setting takes its own example, and refuses what is none`, () => {
    for (const { name, example, problem } of kind.settings) {
      assert.equal(problem(example), undefined, name)
      for (const wrong of ['', 'a b', 'user@host', 'https://x/y?z', 'ftp://x', '../..', 'a#b'])
        assert.ok(problem(wrong), `${name}: ${wrong}`)
    }
  })

  test(`${kind.name}: a key is in a request as it is, whatever its characters`, () => {
    const { url, headers, body } = kind.firstPage({ ...sampleAccount, key: 'a&b=c d' })
    const { searchParams } = new URL(url)
    const given = [...searchParams.values(), ...Object.values(headers)]
    assert.ok(given.includes('a&b=c d') || JSON.parse(body ?? '{}').apiKey === 'a&b=c d')
  })

  test(`${kind.name}: rows of the sample are taken once their payouts are there and their words are repaired`, () => {
    for (const offer of offersOf(kind, sampleOf(kind))) {
      const reading = readOfferRow(importable(offer), { rateOf: () => 1_000_000_000 })
      assert.ok(reading.ok, JSON.stringify([offer.externalId, reading]))
    }
  })

  test(`${kind.name}: garbage in place of any value is read without an error`, () => {
    const answer = answerOf(kind, sampleOf(kind))
    assert.ok(!isFault(answer))
    const places = placesIn(answer.body)
    const { records } = pageOf(kind, sampleOf(kind))
    const inRecords = records.flatMap((record) => placesIn(record).map((path) => ({ record, path })))
    fc.assert(
      fc.property(fc.constantFrom(...places), garbage, (path, value) => {
        const page = kind.readPage({ ...answer, body: put(answer.body, path, value) }, sampleAccount, {
          page: 1,
          seen: 0,
        })
        if (!isFault(page)) for (const record of page.records) kind.readRecord(record, sampleAccount)
      }),
      { numRuns: 300 },
    )
    fc.assert(
      fc.property(fc.constantFrom(...inRecords), garbage, ({ record, path }, value) => {
        const offer = kind.readRecord(put(record, path, value), sampleAccount)
        if (offer === undefined) return
        assert.equal(typeof offer.externalId, 'string')
        const account = sampleAccount
        assert.doesNotThrow(() => readOfferRow(importable(offer)))
        kind.completion?.find(offer, account)
        kind.completion?.complete(offer, { ...answer, body: value })
      }),
      { numRuns: 1_000 },
    )
    for (const value of [undefined, null, 0, '', [], {}, 'x', [[]]]) {
      kind.readPage({ ...answer, body: value }, sampleAccount, { page: 1, seen: 0 })
      kind.readRecord(value, sampleAccount)
      kind.faultOf?.({ ...answer, body: value })
    }
  })

  test(`${kind.name}: an entity in a name is a character, and a ban behind it is told from its beginning`, () => {
    const { row, forbidden } = readNamed(kind, 'Survey &amp; more, no adult &amp; incent traffic')
    assert.equal(row['name'], 'Survey & more, no adult & incent traffic')
    const place = kind.account?.hasMapping === true ? 'title' : 'name'
    assert.deepEqual(forbidden, { sentence: row['name'], place })
    assert.equal(readNamed(kind, 'AT&T &amp;lt; Copy&paste; R&D').row['name'], 'AT&T &lt; Copy&paste; R&D')
  })

  test(`${kind.name}: a text that nobody reads to its end is a doubt, and a ban in a long one is found`, () => {
    const before =
      '<p style="margin:0;padding:0;font-family:Arial,sans-serif;color:#333">Open an account.</p>'
    const long = readNamed(kind, 'Bank', before.repeat(1_400).concat('<p>No incent traffic</p>'))
    assert.deepEqual(long.forbidden?.sentence, 'No incent traffic')
    assert.ok(!long.doubts.some((doubt) => /too long/.test(doubt)))
    const endless = readNamed(kind, 'Bank', before.repeat(10_000))
    assert.ok(endless.doubts.includes('Its text is too long to be read whole.'))
  })

  test(`${kind.name}: no answer whatever makes more than its bound of pages`, () => {
    const answer = answerOf(kind, sampleOf(kind))
    assert.ok(!isFault(answer))
    const page = kind.readPage(answer, sampleAccount, { page: 100_000, seen: 5 })
    assert.ok(isFault(page) || page.next === undefined)
  })
}

/** The first record of the sample with a name and a description of its own. */
function readNamed(kind: FeedKind, name: string, description?: string): FeedOffer {
  const [record] = pageOf(kind, sampleOf(kind)).records
  const at: Readonly<Record<string, readonly [Path, Path]>> = {
    tune: [
      ['Offer', 'name'],
      ['Offer', 'description'],
    ],
    everflow: [['name'], ['html_description']],
    affise: [['title'], ['description_lang']],
    cake: [['offer_name'], ['description']],
    lootably: [['name'], ['description']],
    trackier: [['title'], ['description']],
    mapped: [['title'], ['description']],
  }
  const [nameAt = [], descriptionAt = []] = at[kind.name] ?? []
  const quiet = ['sources', 'kpi', 'restrictions', 'is_description_plain_text']
  const named = put(
    quiet.reduce((one, place) => put(one, [place], ''), record),
    nameAt,
    name,
  )
  const offer = kind.readRecord(
    description === undefined ? named : put(named, descriptionAt, description),
    sampleAccount,
  )
  assert.ok(offer)
  return offer
}

const garbage = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom<unknown>(
    ...['<script>alert(1)</script>', '\u202Egnp.exe', '9'.repeat(400), '-1', 'NaN', '1e400', '\uD800', '\0'],
    ...[{ toString: 'x', valueOf: 1 }, { __proto__: null }, [null, [undefined]], -0, 1e308, Number.MIN_VALUE],
    ...['x'.repeat(100_000), 'https://169.254.169.254/latest', 'javascript:alert(1)', '<'.repeat(5_000)],
  ),
)

type Path = readonly (string | number)[]

/** The places of all values in a value. */
function placesIn(value: unknown, at: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [at]
  return [at, ...Object.entries(value).flatMap(([name, inner]) => placesIn(inner, [...at, name]))]
}

function put(value: unknown, [step, ...rest]: Path, other: unknown): unknown {
  if (step === undefined) return other
  if (Array.isArray(value))
    return value.map((one, at) => (String(at) === String(step) ? put(one, rest, other) : one))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, name === step ? put(inner, rest, other) : inner]),
  )
}

/** The row as a source completes it: with payouts, and here with what an offer with a doubt has not. */
function importable({ row }: FeedOffer): Readonly<Record<string, unknown>> {
  const complete = { destination_url: 'https://x.example/?c={click_id}', ...row }
  const paid = (part: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
    if (Array.isArray(part['goals'])) return { ...part, goals: part['goals'].map(paid) }
    if (Array.isArray(part['prices']))
      return { ...part, prices: part['prices'].map((price) => ({ ...price, payout: '0' })) }
    return { ...part, payout: '0', revenue: part['revenue'] ?? '1' }
  }
  return repairRow(paid(complete), { ...noRepairs, kinds: certainKinds }).row
}
