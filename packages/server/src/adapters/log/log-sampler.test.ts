import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GivenClock } from '../../../../../test/support/given-clock.ts'
import { LogSampler } from './log-sampler.ts'

function openLines() {
  const clock = new GivenClock()
  const lines: { readonly level: string; readonly event: string; readonly facts: Record<string, unknown> }[] =
    []
  const keep = (level: string) => (facts: object, event: string) =>
    void lines.push({ level, event, facts: { ...facts } })
  const log = { debug: keep('debug'), info: keep('info'), warn: keep('warn'), error: keep('error') }
  const sampled = new LogSampler({ log, clock, level: 'info', event: 'refused', leftOutEvent: 'left out' })
  return { sampled, clock, written: () => lines.filter(({ level }) => level === 'info'), lines }
}

test('the first five of a kind are written in full, all others are counted, and at debug each is there', () => {
  const { sampled, clock, written, lines } = openLines()
  for (let one = 0; one < 20; one += 1) sampled.note({ status: 503 }, { requestId: `req_${one}` })
  sampled.note({ status: 404 }, { requestId: 'req_other' })
  assert.equal(written().length, 6)
  assert.equal(lines.filter(({ event }) => event === 'refused').length, 21)
  clock.advance({ seconds: 30 })
  sampled.tell()
  assert.deepEqual(written().at(-1), {
    level: 'info',
    event: 'left out',
    facts: { status: 503, leftOut: 15, seconds: 30 },
  })
  sampled.close()
  assert.equal(written().length, 7)
})

test('a kind that goes on is counted again and again; one that was over is new', () => {
  const { sampled, written } = openLines()
  const note = (times: number) => {
    for (let one = 0; one < times; one += 1) sampled.note({ status: 503 }, {})
  }
  note(6)
  sampled.tell()
  note(6)
  sampled.tell()
  assert.deepEqual(
    written().flatMap(({ facts }) => facts['leftOut'] ?? []),
    [1, 6],
  )
  sampled.tell()
  note(2)
  assert.equal(written().length, 5 + 2 + 2)
  sampled.close()
})

test('kinds that anybody makes up are bounded: those beyond a hundred are one', () => {
  const { sampled, written } = openLines()
  for (let kind = 0; kind < 1_000; kind += 1) sampled.note({ route: `made-up-${kind}` }, {})
  assert.equal(written().length, 105)
  sampled.close()
  assert.equal(written().at(-1)?.facts['leftOut'], 895)
})
