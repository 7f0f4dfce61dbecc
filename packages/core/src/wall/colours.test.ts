import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accentsFor, contrastOf, isColour, ownAccent } from './colours.ts'

const steps = ['00', '33', '66', '99', 'cc', 'ff']
const colours = steps.flatMap((red) =>
  steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)),
)
const grounds = { light: ['#ffffff', '#f7f8fa'], dark: ['#181c21', '#111418'] } as const

test('any colour of a publisher can be read as text on every ground, and so can the text on it', () => {
  for (const accent of [...colours, ownAccent])
    for (const scheme of ['light', 'dark'] as const) {
      const { brand, on, ink, tint } = accentsFor(scheme, accent)
      assert.equal(brand, accent)
      assert.ok(contrastOf(on, brand) >= 4.5, `${on} on ${brand}`)
      for (const ground of [...grounds[scheme], tint])
        assert.ok(
          contrastOf(ink, ground) >= 4.5,
          `${ink} for ${accent} on ${ground}: ${contrastOf(ink, ground)}`,
        )
    }
})

test('a colour that can be read stays as it is, and one that cannot says that it was changed', () => {
  assert.deepEqual(
    [accentsFor('light', '#1f3585').ink, accentsFor('light', '#1f3585').isCorrected],
    ['#1f3585', false],
  )
  assert.equal(accentsFor('light', '#ffd400').isCorrected, true)
})

test('a colour is six hexadecimal digits and nothing else', () => {
  assert.deepEqual(['#3f63e4', '#FFF', 'red', '#3f63e4;--x:1', 'url(x)'].map(isColour), [
    true,
    false,
    false,
    false,
    false,
  ])
})
