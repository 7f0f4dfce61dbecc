import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foldText } from './fold-text.ts'

for (const [written, folded] of [
  ['München', 'munchen'],
  ['Pokémon GO', 'pokemon go'],
  ['Mu\u0308nchen', 'munchen'],
  ['Straße', 'strasse'],
  ['İstanbul', 'istanbul'],
  ['Łódź', 'lodz'],
  ['Ångström & Søn', 'angstrom & son'],
  ['ゲーム', 'ゲーム'.normalize('NFKD')],
  ['لعبة', 'لعبة'],
  ['ألعاب', 'العاب'],
] as const)
  test(`${written} is compared as ${folded}`, () => assert.equal(foldText(written), folded))
