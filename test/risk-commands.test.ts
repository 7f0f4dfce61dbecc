import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { makePopulation, toLines } from './support/risk-events.ts'
import { runCommandHere } from './support/run-command.ts'
import type { Ended } from './support/run-program.ts'

const folder = await mkdtemp(join(tmpdir(), 'quoin-risk-'))
const { events, labels } = makePopulation(300)
const files = { events: join(folder, 'events.jsonl.gz'), labels: join(folder, 'labels.jsonl') }
await writeFile(files.events, gzipSync(toLines(events)))
await writeFile(files.labels, toLines(labels))

const risk = (...words: string[]): Promise<Ended> =>
  runCommandHere(['risk', ...words], { DATA_DIR: join(folder, 'data') })
const onFiles = ['--events', files.events, '--labels', files.labels]

test('risk evaluate prints its figures as JSON, draws a chart, and needs no database', async () => {
  const chart = join(folder, 'chart.svg')
  const { code, stdout, stderr } = await risk('evaluate', ...onFiles, '--json', '--chart', chart)
  assert.deepEqual([code, stderr], [0, ''])
  const figures = JSON.parse(stdout)
  for (const name of ['auc', 'auc_first', 'ece', 'brier', 'recall_at_fpr1']) {
    assert.equal(typeof figures[name], 'number', name)
  }
  for (const name of ['at50', 'at85'])
    assert.deepEqual(Object.keys(figures[name]), ['precision', 'recall', 'fpr'])
  assert.deepEqual(figures.n_by_kind, { family: 30, single: 210 })
  assert.deepEqual(Object.keys(figures.fpr_by_kind_at85), ['family', 'single'])
  assert.equal(figures.users, 300)
  assert.match(await readFile(chart, 'utf8'), /^<svg /)
  assert.equal(existsSync(join(folder, 'data')), false)
})

test('risk evaluate for people names every figure, cross-validated too', async () => {
  const { code, stdout } = await risk('evaluate', ...onFiles, '--cross-validate')
  assert.equal(code, 0)
  for (const words of ['AUC', 'Brier', 'ECE', 'at 85:', 'calibration', 'by person', 'by time']) {
    assert.ok(stdout.includes(words), words)
  }
})

test('risk fit writes weights that risk evaluate takes, the same every time', async () => {
  const [one, other] = [join(folder, 'one.json'), join(folder, 'other.json')]
  for (const out of [one, other]) {
    const { code, stderr } = await risk('fit', ...onFiles, '--out', out, '--name', 'mine')
    assert.deepEqual([code, stderr], [0, ''])
  }
  assert.equal(await readFile(one, 'utf8'), await readFile(other, 'utf8'))
  const { stdout } = await risk('evaluate', ...onFiles, '--weights', one, '--json')
  assert.equal(JSON.parse(stdout).weights_version, 'mine')
})

test('the order of the lines does not matter: events have their own clock', async () => {
  const shuffled = join(folder, 'shuffled.jsonl')
  await writeFile(shuffled, toLines(events.toReversed()))
  const [sorted, other] = await Promise.all(
    [files.events, shuffled].map((path) =>
      risk('evaluate', '--events', path, '--labels', files.labels, '--json'),
    ),
  )
  assert.equal(JSON.parse(sorted?.stdout ?? '').auc_first, JSON.parse(other?.stdout ?? '').auc_first)
})

for (const [title, content, says] of [
  ['a line that is no JSON', `${toLines(events.slice(0, 2))}{"ts":\n`, /line 3: /],
  ['an event without a user', '{"ts":1,"type":"click"}\n', /line 1: a click needs "user_id"/],
  [
    'no user with a label',
    toLines(events.slice(0, 1)).replaceAll('"u0"', '"x0"'),
    /No user of .* has a label/,
  ],
] as const) {
  test(`${title} is a sentence with its place, and exit code 1`, async () => {
    const path = join(folder, 'bad.jsonl')
    await writeFile(path, content)
    const { code, stderr, stdout } = await risk('evaluate', '--events', path, '--labels', files.labels)
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, says)
    assert.equal(stderr.trim().split('\n').length, 1)
  })
}

test('a file that is not there, a broken archive and wrong weights are sentences too', async () => {
  const broken = join(folder, 'broken.jsonl.gz')
  await writeFile(broken, 'no gzip')
  const weights = join(folder, 'weights.json')
  await writeFile(weights, '{"version":"x"}')
  const named = await risk('fit', ...onFiles, '--out', weights, '--name', 'no such name')
  assert.equal(named.code, 1)
  assert.match(named.stderr, /must be 1 to 64 letters/)
  const endless = join(folder, 'endless.jsonl.gz')
  await writeFile(endless, gzipSync(`{"ts":1,"x":"${'x'.repeat(3_000_000)}`))
  for (const [words, says] of [
    [['--events', endless, '--labels', files.labels], /line 0: what follows is longer than a million/],
    [['--events', join(folder, 'none.jsonl'), '--labels', files.labels], /none\.jsonl does not exist/],
    [['--events', broken, '--labels', files.labels], /not readable as gzip/],
    [[...onFiles, '--weights', weights], /weights are not valid: points must name signals/],
  ] as const) {
    const { code, stderr } = await risk('evaluate', ...words)
    assert.equal(code, 1)
    assert.match(stderr, says)
  }
})
