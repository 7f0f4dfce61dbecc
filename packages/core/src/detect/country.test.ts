import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countries, isCountry, unknownCountry } from './country.ts'

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const everyPair = letters.flatMap((first) => letters.map((second) => first + second))

// Codes that Intl names beyond ISO 3166-1: reserved and user-assigned ones, and those of dissolved states.
const namedButNotIso = new Set(
  `AC AN BU CP CQ CS CT DD DG DY EA EU EZ FQ FX HV IC JT MI NH NQ NT PC PU PZ QO QU RH SU TA TP UK UN VD WK XA
  XB XK YD YU ZR ZZ`.split(/\s+/),
)

test('there are 249 different country codes, in order', () => {
  assert.equal(countries.length, 249)
  assert.deepEqual([...new Set(countries)].sort(), countries)
})

test('the codes are exactly those Intl names, less the ones ISO 3166-1 does not assign', () => {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  const named = everyPair.filter((code) => names.of(code) !== undefined && !namedButNotIso.has(code))
  assert.deepEqual(named, countries)
})

test('only an exact upper-case ISO code is a country', () => {
  for (const code of ['US', 'GB', 'BR', 'AX', 'SS']) assert.equal(isCountry(code), true, code)
  for (const code of ['UK', 'XK', 'EU', 'us', ' US', 'USA', '', 'ZZ', 'T1', 'constructor', '__proto__']) {
    assert.equal(isCountry(code), false, code)
  }
})

test('the unknown country is not a country', () => {
  assert.equal(isCountry(unknownCountry), false)
})
