import assert from 'node:assert/strict'
import { test } from 'node:test'
import { feedSample, pageOf, sampleAccount } from '../../../../test/support/feed-samples.ts'
import { findForbidden } from './forbids-incentive.ts'
import { feedKinds } from './kinds.ts'
import { readAnswer } from './read-answer.ts'
import { htmlToText } from './read/html-to-text.ts'

/** Times below it are noise. */
const noiseMs = 30
const lengths = { short: 20_000, long: 80_000 }

/** A text four times as long may take four times as long; a quadratic one takes sixteen times. */
function assertLinear(subject: string, act: (length: number) => void): void {
  const shortest = (length: number): number => {
    const times = [1, 2, 3].map(() => {
      const began = performance.now()
      act(length)
      return performance.now() - began
    })
    return Math.min(...times)
  }
  act(lengths.short)
  const short = shortest(lengths.short)
  const began = performance.now()
  act(lengths.long)
  // A second look is only for times that one pause may have made.
  const once = performance.now() - began
  const long = once < 8 * short + noiseMs ? once : shortest(lengths.long)
  assert.ok(long < 8 * short + noiseMs, `${subject}: ${short.toFixed(1)} ms, then ${long.toFixed(1)} ms`)
}

const hard = [
  ['<p></p>', '•'],
  ['<p></p>', 'x'],
  ['<br>', '•'],
  ['<li></li>', ''],
  ['<li>\n', 'x'],
  ['•\n\n', 'x'],
  ['<ul><li>', ''],
  ['<x>', ''],
  ['<b></x>', ''],
  ['<', 'x'],
  ['&', ';'],
  ['&a', ';'],
  ['&amp;', ''],
  [' ', 'x'],
  ['\u00a0\n', 'x'],
  ['\n', '•'],
  ['.0', 'x'],
  ['1 ', 'x'],
  ['1-', 'x'],
  ['-', 'x'],
  ['no incent ', 'x'],
  ['no or paid ', ''],
  ['no paid a, ', ''],
  ['incent a ', ''],
  ['allowed paid, incent ', ''],
  ['not a paid ', ''],
  ['мотив не ', ''],
  ['Not allowed:\n• incent\n', ''],
  ['network ', 'x'],
  ['not allowed ', ':\n• incent'],
] as const

for (const [part, end] of hard) {
  const filled = (length: number): string => part.repeat(Math.ceil(length / part.length)) + end
  const told = JSON.stringify([part, end])

  test(`${told} as HTML takes time by its length`, () => {
    assertLinear(told, (length) => void htmlToText(filled(length)))
  })

  test(`${told} is judged in time by its length`, () => {
    assertLinear(told, (length) => void findForbidden([{ place: 'name', text: filled(length) }]))
  })
}

/** Those by which a record shows that each of its texts is bounded; the others are tried one by one above. */
const hardest = [
  ['<p></p>', '•'],
  ['<b></x>', ''],
  ['&a', ';'],
  [' ', 'x'],
  ['.0', 'x'],
  ['1-', 'x'],
  ['no incent ', 'x'],
] as const

const samples: Readonly<Record<string, string>> = {
  tune: 'tune-paged.json',
  everflow: 'everflow-offersrunnable.json',
  affise: 'affise-partner-offers.json',
  cake: 'cake-offerfeed.xml',
  lootably: 'lootably.json',
  trackier: 'trackier-campaigns.json',
  mapped: 'cpalead.json',
}

for (const kind of feedKinds) {
  test(`${kind.name}: a record of long texts is read in time by their length`, () => {
    const [record] = pageOf(kind, feedSample(samples[kind.name] ?? '')).records
    for (const [part, end] of hardest) {
      const filled = (length: number): string => part.repeat(Math.ceil(length / part.length)) + end
      assertLinear(`${kind.name} ${JSON.stringify([part, end])}`, (length) => {
        assert.ok(kind.readRecord(withTexts(record, filled(length)), sampleAccount))
      })
    }
  })

  test(`${kind.name}: an error of any length is told in time by its length`, () => {
    for (const [part, end] of hard) {
      const filled = (length: number): string => part.repeat(Math.ceil(length / part.length)) + end
      assertLinear(`${kind.name} ${JSON.stringify([part, end])}`, (length) => {
        const text = filled(length)
        const response = { status: -1, errorMessage: text }
        const body = { response, error: text, message: text, success: false, status: 2 }
        kind.faultOf?.({ status: 400, headers: {}, body: kind.shape === 'xml' ? { reply: body } : body })
      })
    }
  })
}

const tables = [
  ['a,', 'x'],
  ['"', 'x'],
  ['"a",', '\n1'],
  ['a\n', 'x'],
  [' \n', 'x'],
  ['{"id":1}\n', ''],
  ['[', ''],
  ['{"a":', ''],
  ['<a>', ''],
  ['<!--', ''],
] as const

for (const format of ['csv', 'json_lines', 'json', 'xml', 'any'] as const) {
  test(`${format}: a body of any length is read in time by its length`, () => {
    for (const [part, end] of tables) {
      assertLinear(`${format} ${JSON.stringify([part, end])}`, (length) => {
        const text = `id,name\n${part.repeat(Math.ceil(length / part.length))}${end}`
        const kind = { shape: () => ({ format }) }
        for (const one of [text, text.slice(8)]) readAnswer(kind, { status: 200, headers: {}, text: one })
      })
    }
  })
}

/** The record with one text in place of all but its ids. */
function withTexts(value: unknown, text: string, name = ''): unknown {
  if (typeof value === 'object' && value !== null)
    return Array.isArray(value)
      ? value.map((one) => withTexts(one, text, name))
      : Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withTexts(one, text, key)]))
  return /id$/i.test(name) ? value : text
}
