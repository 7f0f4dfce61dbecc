import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'

import { type Language, languages as rows } from '@quoin/core/languages/languages.ts'
import { renderVisitorPage, visitorPageHeaders } from './visitor-page.ts'

const languages = Object.keys(rows) as Language[] // keys of a constant table
const words = await Promise.all(
  languages.map(async (language) => [language, (await rows[language].words()).visitors] as const),
)
const troubles = ['unavailable', 'broken', 'busy'] as const
const reference = '01a1fdfa-4600-74e1-a634-4a5d343c2ed0'

test('every page stands by itself: language, direction, title, one heading, what to do, no script, nothing loaded', async () => {
  for (const [language, own] of words) {
    for (const trouble of troubles) {
      const html = await renderVisitorPage(trouble, { language, reference })
      const { title, why, whatToDo } = own[trouble]
      assert.ok(
        html.startsWith(`<!doctype html>\n<html lang="${language}" dir="${rows[language].direction}">`),
      )
      assert.ok(html.includes(`<title>${title}</title>`))
      assert.equal(html.split('<h1>').length, 2)
      for (const sentence of [title, why, whatToDo, reference]) assert.ok(html.includes(sentence))
      assert.match(html, /<meta name="viewport" content="width=device-width,initial-scale=1">/)
      assert.doesNotMatch(html, /<script|<link|<img|https?:|url\(|\son\w+=|undefined/)
      assert.ok(Buffer.byteLength(html) < 2_048, `${Buffer.byteLength(html)} bytes`)
    }
  }
})

test('each language of the list has its own words', () => {
  const titles = words.flatMap(([, own]) => troubles.map((trouble) => own[trouble].title))
  assert.equal(new Set(titles).size, languages.length * troubles.length)
  const texts = words.flatMap(([, { reference: label, ...rest }]) => [
    label,
    ...Object.values(rest).flatMap(Object.values),
  ])
  for (const text of texts) assert.doesNotMatch(String(text), /[<>&"]|^\s|\s$/)
})

test('the page may use its own style and nothing else', async () => {
  const html = await renderVisitorPage('busy', { language: 'en', reference })
  const style = /<style>([\s\S]*)<\/style>/.exec(html)?.[1] ?? ''
  const policy = visitorPageHeaders['content-security-policy']
  assert.ok(
    policy.includes(`style-src 'sha256-${hash('sha256', style, 'base64')}'`),
    hash('sha256', style, 'base64'),
  )
  assert.ok(policy.startsWith("default-src 'none';"))
})

test('texts have a contrast of at least 4.5 to 1 on what they stand on, light and dark', async () => {
  const html = await renderVisitorPage('busy', { language: 'en', reference })
  const palettes = [...html.matchAll(/:root\{[^}]*\}/g)].map(([rule]) => readPalette(rule))
  assert.equal(palettes.length, 2)
  for (const { card, text, muted } of palettes) {
    for (const colour of [text, muted]) assert.ok(contrast(colour, card) >= 4.5, `${contrast(colour, card)}`)
  }
})

function readPalette(rule: string): Record<'card' | 'text' | 'muted', number[]> {
  const read = (name: string): number[] => {
    const hex = new RegExp(`--${name}:#([0-9a-f]+)`).exec(rule)?.[1] ?? ''
    const full = hex.length === 3 ? hex.replace(/./g, '$&$&') : hex
    return (full.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16) / 255)
  }
  return { card: read('card'), text: read('text'), muted: read('muted') }
}

/** WCAG 2.2, "contrast ratio". */
function contrast(a: readonly number[], b: readonly number[]): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
