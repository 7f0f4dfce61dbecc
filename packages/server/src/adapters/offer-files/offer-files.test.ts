import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import fc from 'fast-check'
import type { OfferFileEntry } from './offer-file-entry.ts'
import { readOfferFile } from './offer-files.ts'
import { countCases } from '../../../../../test/support/count-cases.ts'
import { isLong } from '../../../../../test/support/long.ts'

const directory = mkdtempSync(join(tmpdir(), 'quoin-offer-files-'))
after(() => rmSync(directory, { recursive: true }))

async function read(name: string, content: string | Buffer): Promise<OfferFileEntry[]> {
  const path = join(directory, name)
  writeFileSync(path, content)
  return Array.fromAsync(readOfferFile(path))
}

/** Entries in short: `2 {"a":"1"}` or `3! the reason`. */
async function brief(name: string, content: string | Buffer): Promise<string[]> {
  const entries = await read(name, content)
  return entries.map((entry) => {
    const text = 'problem' in entry ? `! ${entry.problem}` : ` ${JSON.stringify(entry.row)}`
    return `${entry.line}${text.slice(0, 200)}`
  })
}

test('CSV rows come with the names of the header and the line they begin on', async () => {
  const text = '\ufeffid, name ,note\r\n1,Ä,"two\r\nlines, ""quoted"""\r\n\r\n  \r\n2,B,\r\n,,\r\n3,C,x'
  assert.deepEqual(await brief('a.csv', text), [
    '2 {"id":"1","name":"Ä","note":"two\\nlines, \\"quoted\\""}',
    '6 {"id":"2","name":"B","note":""}',
    '8 {"id":"3","name":"C","note":"x"}',
  ])
})

test('semicolons and tabs separate where the header says so; nameless columns are left out', async () => {
  assert.deepEqual(await brief('a.csv', 'id;name;\n1;a,b;x\n'), ['2 {"id":"1","name":"a,b"}'])
  assert.deepEqual(await brief('a.tsv', 'id\tname\n1\ta,b\n'), ['2 {"id":"1","name":"a,b"}'])
})

test('a row with too few or too many fields is reported and stops nothing', async () => {
  assert.deepEqual(await brief('a.csv', 'id,name\n1\n2,B\n3,C,c\n4,D\n'), [
    '2! the row has 1 fields, the header 2',
    '3 {"id":"2","name":"B"}',
    '4! the row has 3 fields, the header 2',
    '5 {"id":"4","name":"D"}',
  ])
})

test('a quotation mark left open costs its own row only, wherever it stands', async () => {
  assert.deepEqual(await brief('a.csv', 'id,name\n1,A\n2,"B\n'), [
    '2 {"id":"1","name":"A"}',
    '3! a quotation mark (") is opened and never closed',
  ])
  assert.deepEqual(await brief('a.csv', 'id,name\n1,"A\n2,B\n3,"C, c"\n4,D\n'), [
    '2! a quotation mark (") is opened and never closed',
    '3 {"id":"2","name":"B"}',
    '4 {"id":"3","name":"C, c"}',
    '5 {"id":"4","name":"D"}',
  ])
  assert.deepEqual(await brief('a.csv', 'id,name\n1,5" screen\n2,B\n3,7" screen\n4,"D"x\n5,E\n'), [
    '2! a quotation mark stands inside a field; put the field in quotes and double the mark',
    '3 {"id":"2","name":"B"}',
    '4! a quotation mark (") is opened and never closed',
    '5! text follows a closing quotation mark; inside a field the mark is doubled ("")',
    '6 {"id":"5","name":"E"}',
  ])
})

test('bytes that are not UTF-8 cost their own row only', async () => {
  const csv = Buffer.from('id,name\n1,caf\xe9\n2,B\n', 'latin1')
  assert.deepEqual(await brief('a.csv', csv), [
    '2! the row is not UTF-8; save the file as UTF-8',
    '3 {"id":"2","name":"B"}',
  ])
  const lines = Buffer.from('{"id":"caf\xe9"}\n{"id":2}\n', 'latin1')
  assert.deepEqual(await brief('a.ndjson', lines), [
    '1! the line is not UTF-8; save the file as UTF-8',
    '2 {"id":2}',
  ])
  const json = Buffer.from('[{"id":"caf\xe9"},{"id":2}]', 'latin1')
  assert.deepEqual(await brief('a.json', json), [
    '1! the offer holds bytes that are not UTF-8 (or U+FFFD, the mark of such a loss)',
    '1 {"id":2}',
  ])
})

for (const name of ['a.csv', 'a.json', 'a.ndjson']) {
  test(`UTF-16 in ${name} is named as what it is`, async () => {
    const entries = await brief(name, Buffer.from('\ufeffid,name\n1,A\n', 'utf16le'))
    assert.deepEqual(entries, ['1! the file is UTF-16; save it as UTF-8'])
  })
}

for (const [name, content, problem] of [
  ['empty.csv', '\n\n', '1! the file is empty'],
  ['empty.json', ' \n', '2! the file is empty'],
  ['a.csv', 'id,Name,name\n1,2,3\n', '1! the header names the column "name" twice'],
  ['a.csv', 'id,"name\n1,2\n', '1! a quotation mark (") is opened and never closed'],
  ['a.csv', 'id,name\r1,A\r', '1! lines end in CR alone; save the file with LF'],
  ['a.xlsx', 'PK', '1! the name must end in .json, .csv, .tsv, .txt, .ndjson, .jsonl'],
  [
    'a.json',
    '"offers"',
    '1! the file must hold an array, or an object with "offers"; nothing after this was read',
  ],
  ['a.json', '{"data":[{"id":1}]}', '1! the document has no array "offers"'],
  ['a.json', '{"offers":{"a":{"id":1}}}', '1! the document has no array "offers"'],
] as const) {
  test(`${name} with ${JSON.stringify(content)}: ${problem}`, async () => {
    assert.deepEqual(await brief(name, content), [problem])
  })
}

test('JSON offers come from an array or the member "offers", with the line they begin on', async () => {
  const offers = '[\n  {\n    "id": 1,\n    "countries": ["US", "CA"]\n  },\n  {"id": 2}\n]'
  const rows = (line: number) => [`${line} {"id":1,"countries":["US","CA"]}`, `${line + 4} {"id":2}`]
  assert.deepEqual(await brief('a.json', `\ufeff${offers}\n`), rows(2))
  const wrapped = `{"meta": {"offers": [9]}, "page": ["offers"],\n"offers": ${offers}, "next": null}`
  assert.deepEqual(await brief('a.json', wrapped), rows(3))
  assert.deepEqual(await brief('a.json', '[]'), [])
  assert.deepEqual(await brief('a.json', '{"offers": []}'), [])
})

test('an element that is no object is reported and stops nothing', async () => {
  assert.deepEqual(await brief('a.json', '[1,\n[2],\n{"id":3},\nnull]'), [
    '1! an offer must be an object',
    '2! an offer must be an object',
    '3 {"id":3}',
    '4! an offer must be an object',
  ])
})

test('a JSON document that breaks off keeps every offer before the break', async () => {
  for (const cut of ['[{"id":1},\n{"id":2', '[{"id":1}\n', '[{"id":1},\n{"id":"two']) {
    assert.deepEqual(await brief('a.json', cut), ['1 {"id":1}', '2! the document breaks off here'])
  }
})

test('a malformed JSON document keeps every offer before the fault and names its line', async () => {
  const [first, fault, ...rest] = await brief('a.json', '[{"id":1},\n{"id":2,},\n{"id":3}]')
  assert.equal(first, '1 {"id":1}')
  assert.match(fault ?? '', /^2! the document is malformed: .*nothing after this was read$/)
  assert.deepEqual(rest, [])
  assert.match((await brief('a.json', '{"id":1}\n{"id":2}')).join(), /^2! the document is malformed/)
})

test('a broken line of JSON lines costs nothing but itself', async () => {
  const entries = await brief('a.jsonl', '{"id":1}\r\n\r\n{"id":2\n[3]\n{"id":4}')
  assert.match(entries[1] ?? '', /^3! the line is not JSON: /)
  assert.deepEqual(entries.toSpliced(1, 1), ['1 {"id":1}', '4! an offer must be an object', '5 {"id":4}'])
})

test('a line, a record or an offer without an end is bounded, and rows around it are kept', async () => {
  const long = 'x'.repeat(300 * 1024)
  const tooLong = 'the line is longer than 256 KiB'
  assert.deepEqual(await brief('a.csv', `id\n1\n${long}\n2\n${long}${long}\n3\n`), [
    '2 {"id":"1"}',
    `3! ${tooLong}`,
    '4 {"id":"2"}',
    `5! ${tooLong}`,
    '6 {"id":"3"}',
  ])
  const open = await brief('a.csv', `id\n"1\n${'2\n'.repeat(3000)}`)
  assert.equal(open.length, 3001)
  assert.equal(open[0], '2! a quotation mark (") is opened and never closed')
  assert.equal(open[3000], '3002 {"id":"2"}')
  assert.deepEqual(await brief('a.json', `[{"id":1},\n{"id":"${'x'.repeat(1_300_000)}"},{"id":3}]`), [
    '1 {"id":1}',
    '2! no offer ends within 1048576 characters; nothing after this was read',
  ])
})

test('a file that cannot be opened is the system’s error', async () => {
  for (const name of ['missing.csv', 'missing.json', 'missing.ndjson']) {
    await assert.rejects(Array.fromAsync(readOfferFile(join(directory, name))), { code: 'ENOENT' })
  }
})

test('reading may stop at any row', async () => {
  const path = join(directory, 'stop.csv')
  writeFileSync(path, `id\n${'1\n'.repeat(100_000)}`)
  for await (const entry of readOfferFile(path)) {
    assert.deepEqual(entry, { line: 2, row: { id: '1' } })
    break
  }
})

/** A file that no process of such a heap can hold at once: half of both is the same proof at half the work. */
const [megabytes, heapMegabytes] = isLong ? [80, 48] : [40, 24]
const notes = Array.from({ length: megabytes * 500 }, () => 'n'.repeat(2000))

for (const [name, content] of [
  ['large.csv', () => `note\n${notes.join('\n')}`],
  ['large.json', () => JSON.stringify(notes.map((note) => ({ note })))],
  ['large.jsonl', () => notes.map((note) => JSON.stringify({ note })).join('\n')],
] as const) {
  test(`${name} of ${megabytes} MB is read by a process with a heap of ${heapMegabytes} MB`, () => {
    const path = join(directory, name)
    writeFileSync(path, content())
    const script = `
      import { readOfferFile } from ${JSON.stringify(import.meta.resolve('./offer-files.ts'))}
      let rows = 0
      for await (const entry of readOfferFile(${JSON.stringify(path)})) rows += 'row' in entry ? 1 : 0
      console.log(rows)`
    const flags = [`--max-old-space-size=${heapMegabytes}`, '--input-type=module', '--eval', script]
    assert.equal(execFileSync(process.execPath, flags, { encoding: 'utf8' }).trim(), String(notes.length))
    rmSync(path)
  })
}

test('whatever texts a row holds, CSV, JSON and JSON lines give them back', async () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 12 })
  const hard = fc.stringMatching(/^[a",;\n\té ]{0,12}$/)
  const row = fc.record({ a: fc.oneof(text, hard), b: fc.oneof(text, hard), 'c d': fc.oneof(text, hard) })
  const quoted = (field: string) => `"${field.replaceAll('"', '""')}"`
  // A row without any content is skipped, a lone CR at the end of a line belongs to the line's end, and a row
  // with the mark of lost bytes is refused (there are tests for each).
  const isPlain = (fields: string[]) =>
    fields.some((field) => field.trim() !== '') && !/[\r\uFFFD]/.test(fields.join())
  const seen = countCases({ 'has rows': 0.5, 'has to be quoted': 0.3 })
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 5 }), async (all) => {
      const rows = all.filter((each) => isPlain(Object.values(each))).map((each) => ({ ...each }))
      const csv = ['a,b,c d', ...rows.map((each) => Object.values(each).map(quoted).join(','))].join('\n')
      for (const [name, content] of [
        ['p.csv', csv],
        ['p.json', JSON.stringify(rows, null, 1)],
        ['p.jsonl', rows.map((each) => JSON.stringify(each)).join('\n')],
      ] as const) {
        const entries = await read(name, content)
        assert.deepEqual(
          entries.map((entry) => ('row' in entry ? entry.row : entry)),
          rows,
        )
      }
      const isHard = rows.some((each) => /[",\n]/.test(Object.values(each).join('')))
      seen.note({ 'has rows': rows.length > 0, 'has to be quoted': isHard })
    }),
    { numRuns: 150 },
  )
  seen.assertOften()
})

/** Parts of files that have rows. */
const pieces = ['a,b\n1,2\n', '3,4\n', '"', '\n', '[{"a":1}]', '{"a":1}\n', ',{"a":2}']

test('no bytes, however strange, make it throw', async () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }).map((values) => Buffer.from(values)),
    fc.stringMatching(/^[[\]{}":,;offers1\n\r\\ ]{0,80}$/).map((text) => Buffer.from(text)),
    fc
      .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 4 })
      .map((parts) => Buffer.from(parts.join(''))),
  )
  const seen = countCases({ 'has a row': 0.05, 'has a row that is refused': 0.2 })
  await fc.assert(
    fc.asyncProperty(bytes, fc.constantFrom('r.csv', 'r.json', 'r.jsonl'), async (content, name) => {
      const entries = await read(name, content)
      for (const entry of entries) assert.ok(Number.isInteger(entry.line))
      const rows = entries.filter((entry) => 'row' in entry).length
      seen.note({ 'has a row': rows > 0, 'has a row that is refused': rows < entries.length })
    }),
    { numRuns: 500 },
  )
  seen.assertOften()
})
