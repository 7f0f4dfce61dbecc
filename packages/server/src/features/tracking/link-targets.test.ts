import assert from 'node:assert/strict'
import { test } from 'node:test'

import { CatalogueBuilder } from '@quoin/core/catalogue/build-catalogue.ts'
import { Catalogue } from '@quoin/core/catalogue/catalogue.ts'
import { readOfferRow } from '@quoin/core/offers/offer-row.ts'
import { findFallback, findTarget } from './link-targets.ts'

function makeCatalogue(urls: readonly string[]): Catalogue {
  const builder = new CatalogueBuilder(() => ({ head: '', tail: '' }))
  for (const [index, destinationUrl] of urls.entries()) {
    const row = {
      external_id: `x${index}`,
      name: 'Offer',
      payout: 1,
      revenue: 1,
      destination_url: 'https://a.example/',
    }
    const reading = readOfferRow(row)
    assert.ok(reading.ok)
    const kept = {
      id: index + 1,
      networkId: 1,
      isTest: false,
      holdDays: 0,
      attributionWindowSec: 1,
      createdAtSec: 0,
    }
    builder.add({ ...reading.offer, ...kept, destinationUrl })
  }
  return new Catalogue(builder.finish())
}

test('an offer is read and compiled once per catalogue, and anew in the next', () => {
  const first = makeCatalogue(['https://one.example/?c={click_id}'])
  const second = makeCatalogue(['https://two.example/'])
  const target = findTarget(first, 1)
  assert.deepEqual(target?.destination?.literals, ['https://one.example/?c=', ''])
  assert.equal(findTarget(first, 1), target)
  assert.deepEqual(findTarget(second, 1)?.destination?.literals, ['https://two.example/'])
})

test('an offer that is not in the catalogue is not found, also when it was asked for before', () => {
  const catalogue = makeCatalogue(['https://one.example/'])
  assert.equal(findTarget(catalogue, 2), undefined)
  assert.equal(findTarget(catalogue, 2), undefined)
})

test('an offer is found however many others were clicked', () => {
  const catalogue = makeCatalogue(Array.from({ length: 5_000 }, (_, index) => `https://h${index}.example/`))
  for (const round of [1, 2]) {
    for (let id = 1; id <= 5_000; id += 1) {
      const literals = findTarget(catalogue, id)?.destination?.literals
      assert.deepEqual(literals, [`https://h${id - 1}.example/`], `round ${round}`)
    }
  }
})

for (const url of [
  'javascript:alert(1)',
  '',
  'https://{user_id}.example/',
  'https://user:word@host.example/',
  'ftp://host.example/',
]) {
  test(`a stored URL that is no destination leads nowhere: "${url}"`, () => {
    assert.equal(findTarget(makeCatalogue([url]), 1)?.destination, undefined)
    assert.equal(findFallback([url]), undefined)
  })
}

test('the first fallback that leads somewhere counts', () => {
  assert.deepEqual(findFallback(['nonsense', 'https://a.example/', 'https://b.example/'])?.literals, [
    'https://a.example/',
  ])
  assert.equal(findFallback([]), undefined)
})
