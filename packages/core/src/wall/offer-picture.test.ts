import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawOfferPicture } from './offer-picture.ts'

const categories = ['games', 'apps', 'shopping', 'surveys', 'finance', 'travel', 'vpn', 'unheard-of']

test('the same offer has the same picture, and twenty of a category have at least twelve', () => {
  for (const category of categories) {
    const draw = (id: number): string => drawOfferPicture({ id, name: `Offer ${id}`, categories: [category] })
    assert.equal(draw(7), draw(7))
    const pictures = new Set(Array.from({ length: 20 }, (_, id) => draw(id)))
    assert.ok(pictures.size >= 12, `${category}: ${pictures.size}`)
  }
})

test('a picture is one small drawing with nothing of its offer in it, and every colour is named', () => {
  for (const name of ['<script>alert(1)</script>', 'Quiet Chess', '"&\'', '']) {
    const picture = drawOfferPicture({ id: 1, name, categories: ['__proto__', 'games'] })
    assert.match(picture, /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"[^<]*>.*<\/svg>$/)
    assert.ok(!picture.includes('script') && !/undefined|="[DMPW]"/.test(picture), picture)
    assert.ok(picture.length < 1_800, `${picture.length}`)
  }
})

test('a name that says what it is gets its own motif', () => {
  const pictureOf = (name: string): string => drawOfferPicture({ id: 1, name, categories: ['apps'] })
  assert.notEqual(pictureOf('Marble VPN'), pictureOf('Night Trains'))
})

test('a motif is told by whole words of the name', () => {
  const motifOf = (name: string): string =>
    drawOfferPicture({ id: 1, name, categories: ['apps'] })
      .replace(/^.*<g [^>]*>/s, '')
      .replaceAll(/#\w+/g, '')
  assert.equal(motifOf('Fernlock Password Keeper'), motifOf('Password'))
  assert.equal(motifOf('Couch to Comfortable'), motifOf('Heart'))
  assert.notEqual(motifOf('Ruckpack Trails'), motifOf('Night Trains'))
  assert.notEqual(motifOf('Mobile Management'), motifOf('Gem'))
})
