import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type OfferInput, offerColumnNames } from '@quoin/core/offers/offer-fields.ts'
import { readOfferRow } from '@quoin/core/offers/offer-row.ts'
import { noRepairs } from '@quoin/core/offers/repair/repairs.ts'
import { parse } from 'csv-parse/sync'
import { readOfferFile } from '../packages/server/src/adapters/offer-files/offer-files.ts'
import { OfferIntake } from '../packages/server/src/features/catalogue/offer-intake.ts'
import { blocksOf } from '../test/support/doc-blocks.ts'
import { generateCsv, generateOffers } from './generate-offers.ts'

async function readOffers(name: string): Promise<OfferInput[]> {
  const offers: OfferInput[] = []
  for await (const entry of readOfferFile(join(import.meta.dirname, name))) {
    assert.ok('row' in entry, JSON.stringify(entry))
    offers.push(accept(entry.row, `${name} line ${entry.line}`))
  }
  return offers
}

function accept(row: Readonly<Record<string, unknown>>, where: string): OfferInput {
  const reading = readOfferRow(row)
  assert.ok(reading.ok, `${where}: ${JSON.stringify(reading)}`)
  return reading.offer
}

const catalogue = await readOffers('offers.csv')
const worldwide = catalogue.filter((offer) => offer.countries.length === 0)

test('every row of the example catalogue is accepted, and no offer is in it twice', () => {
  assert.ok(catalogue.length >= 330, `${catalogue.length} offers`)
  assert.equal(new Set(catalogue.map((offer) => offer.externalId)).size, catalogue.length)
  assert.equal(new Set(catalogue.map((offer) => offer.name)).size, catalogue.length)
  assert.equal(new Set(catalogue.map((offer) => offer.description)).size, catalogue.length)
})

test('the JSON examples are offers of the catalogue, equal in every field', async () => {
  const offers = await readOffers('offers.json')
  assert.ok(offers.length >= 25)
  const byId = new Map(catalogue.map((offer) => [offer.externalId, offer]))
  for (const offer of offers) assert.deepEqual(offer, byId.get(offer.externalId))
})

const withPrices = ['prices.json', 'prices-columns.csv', 'prices-lines.csv']

test('the three files with prices are the same offer, which pays by country and platform', async () => {
  const read = await Promise.all(withPrices.map(readWithPrices))
  const [offer] = read[0] ?? []
  assert.deepEqual(
    [offer?.payoutMicros, offer?.prices.map(({ countries, platforms }) => [countries, platforms])],
    [
      500_000,
      [
        [['DE'], []],
        [['US'], ['ios']],
      ],
    ],
  )
  for (const offers of read) assert.deepEqual(offers, read[0])
})

test('the files with prices stand in the docs as they are', () => {
  const shown = blocksOf('docs/networks.md').map(({ text }) => text)
  for (const name of withPrices) {
    assert.ok(shown.includes(readFileSync(join(import.meta.dirname, name), 'utf8')), name)
  }
})

/** Offers as an import reads them, of which one may have several rows. */
async function readWithPrices(name: string): Promise<OfferInput[]> {
  const intake = new OfferIntake({
    clickParameter: 'click_id',
    repairs: noRepairs,
    rateOf: () => undefined,
    currency: 'USD',
  })
  for await (const { problems } of intake.take(readOfferFile(join(import.meta.dirname, name))))
    assert.deepEqual(problems, [])
  return intake.takeBatch()
}

test('the catalogue covers the world, every platform and a dozen categories', () => {
  assert.ok(new Set(catalogue.flatMap((offer) => offer.countries)).size >= 60)
  const categories = Map.groupBy(catalogue, (offer) => offer.categories[0])
  assert.ok(categories.size >= 12 && categories.size <= 15)
  for (const [category, offers] of categories) assert.ok(offers.length >= 10, category)
  const combinations = new Set(catalogue.map((offer) => offer.platforms.join()))
  for (const platforms of ['', 'desktop', 'android', 'ios', 'android,ios', 'desktop,android']) {
    assert.ok(combinations.has(platforms), `no offer for ${platforms || 'all'}`)
  }
})

test('payouts run from a cent to 150 USD with margins of 20 to 45 percent', () => {
  const payouts = catalogue.map((offer) => offer.payoutMicros)
  assert.equal(Math.min(...payouts), 10_000)
  assert.equal(Math.max(...payouts), 150_000_000)
  for (const { name, payoutMicros, revenueMicros } of catalogue) {
    const margin = (revenueMicros - payoutMicros) / revenueMicros
    assert.ok(margin >= 0.2 && margin <= 0.45, `${name}: ${margin}`)
  }
})

test('a first call from a laptop, of unknown country, sees a full list with the best-paid offers', () => {
  assert.ok(worldwide.length >= 70)
  const best = catalogue.toSorted((a, b) => b.payoutMicros - a.payoutMicros).slice(0, 25)
  for (const { name, countries, status } of best)
    assert.deepEqual([name, countries, status], [name, [], 'active'])
  const unrestricted = worldwide.filter((offer) => offer.platforms.length === 0 && offer.status === 'active')
  assert.ok(unrestricted.length >= 30)
  for (const platform of ['desktop', 'android', 'ios'] as const) {
    const seen = best.filter((offer) => offer.platforms.length === 0 || offer.platforms.includes(platform))
    assert.ok(seen.length >= 12, platform)
    assert.ok(best.some((offer) => offer.platforms.length > 0 && offer.platforms.includes(platform)))
  }
})

test('every destination carries the click id and leads to a host that cannot exist', () => {
  for (const { name, destinationUrl, fallbackUrl, imageUrl } of catalogue) {
    assert.ok(destinationUrl.includes('click_id={click_id}'), name)
    for (const url of [destinationUrl, fallbackUrl, imageUrl]) {
      if (url !== null) assert.match(new URL(url).hostname, /\.example$/, name)
    }
  }
  const all = catalogue.map((offer) => offer.destinationUrl).join(' ')
  for (const macro of ['{user_id}', '{sub1}', '{country}', '{offer_id}'])
    assert.ok(all.includes(macro), macro)
})

test('schedules lie far ahead, so that the catalogue is the same for years', () => {
  const year2030Sec = 1_893_456_000
  const scheduled = catalogue.filter((offer) => offer.startsAtSec !== null || offer.endsAtSec !== null)
  assert.ok(scheduled.length >= 4)
  for (const { name, startsAtSec, endsAtSec } of scheduled) {
    for (const sec of [startsAtSec, endsAtSec]) assert.ok(sec === null || sec >= year2030Sec, name)
  }
})

test('caps, pauses, repeats, shares, fallbacks and images all occur, and none is the rule', () => {
  const holds: Record<string, (offer: OfferInput) => boolean> = {
    dailyCap: (offer) => offer.dailyCap !== null,
    totalCap: (offer) => offer.totalCap !== null,
    paused: (offer) => offer.status === 'paused',
    repeatable: (offer) => offer.isRepeatable,
    share: (offer) => offer.payoutShareBasisPoints !== null,
    fallback: (offer) => offer.fallbackUrl !== null,
    image: (offer) => offer.imageUrl !== null,
  }
  for (const [what, isSo] of Object.entries(holds)) {
    const count = catalogue.filter(isSo).length
    assert.ok(count >= 3 && count < catalogue.length / 4, `${what}: ${count}`)
  }
})

test('the catalogue speaks many languages', () => {
  const text = catalogue.map((offer) => `${offer.name} ${offer.description} ${offer.requirements}`).join('\n')
  for (const script of [
    'Latin',
    'Cyrillic',
    'Greek',
    'Arabic',
    'Devanagari',
    'Thai',
    'Hangul',
    'Hiragana',
    'Han',
  ]) {
    assert.match(text, new RegExp(`\\p{Script=${script}}{2}`, 'u'), script)
  }
  assert.match(text, /\p{Emoji_Presentation}/u)
})

test('the generator gives the same offers for the same seed, and others for another', () => {
  const first = [...generateOffers(500, 7)]
  assert.deepEqual([...generateOffers(500, 7)], first)
  assert.deepEqual([...generateOffers(100, 7)], first.slice(0, 100))
  const names = (seed: number) => [...generateOffers(500, seed)].map((offer) => offer.name)
  assert.notDeepEqual(names(8), names(7))
})

test('every generated offer is accepted, and their spread is like the catalogue’s', () => {
  const offers = [...generateOffers(10_000, 1)].map((row) => accept(row, row.external_id))
  assert.equal(new Set(offers.map((offer) => offer.externalId)).size, offers.length)
  assert.equal(new Set(offers.map((offer) => offer.categories[0])).size, 12)
  assert.ok(new Set(offers.flatMap((offer) => offer.countries)).size >= 60)
  const share = (isSo: (offer: OfferInput) => boolean) => offers.filter(isSo).length / offers.length
  const everywhere = share((offer) => offer.countries.length === 0)
  assert.ok(everywhere > 0.18 && everywhere < 0.26, `${everywhere}`)
  assert.ok(share((offer) => offer.platforms.length === 0) > 0.3)
  assert.ok(share((offer) => offer.status === 'active') > 0.95)
  assert.ok(share((offer) => offer.payoutMicros < 5_000_000) > 0.5)
  assert.ok(offers.some((offer) => offer.payoutMicros > 100_000_000))
  for (const { payoutMicros, revenueMicros } of offers) assert.ok(payoutMicros < revenueMicros)
})

test('the generated CSV holds exactly the generated rows', () => {
  const rows = parse(Array.from(generateCsv(300, 3)).join(''), { columns: true })
  assert.deepEqual(rows, [...generateOffers(300, 3)])
  assert.deepEqual(Object.keys(rows[0] ?? {}), offerColumnNames)
})
