import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listParameters, writeListCursor } from './list-parameters.ts'

const { after, sort } = listParameters({ name: ['text', 'integer'], time: ['id'] }, 'name')
const id = '0199f2c4-7a1e-7c3b-9d52-3f1e5a7b9c0d'

function read(raw: unknown): unknown {
  const reading = after.field.read(raw)
  return reading.ok ? reading.value : reading.rule
}

for (const cursor of [
  { sort: 'name', values: ['a', 7] },
  { sort: '-name', values: ['Ünïcode 🎈 "quoted"', 0] },
  { sort: '-time', values: [id] },
]) {
  test(`a cursor is read back as it was written: ${JSON.stringify(cursor)}`, () => {
    const text = writeListCursor(cursor)
    assert.match(text, /^[\w-]+$/)
    assert.deepEqual(read(text), cursor)
  })
}

for (const [what, given] of [
  ['another sort', writeListCursor({ sort: 'size', values: [1] })],
  ['a name of all objects', writeListCursor({ sort: 'constructor', values: [1] })],
  ['too few values', writeListCursor({ sort: 'name', values: ['a'] })],
  ['too many values', writeListCursor({ sort: 'time', values: [id, 1] })],
  ['a text for a number', writeListCursor({ sort: 'name', values: ['a', '7'] })],
  ['a fraction', writeListCursor({ sort: 'name', values: ['a', 7.5] })],
  ['no id', writeListCursor({ sort: 'time', values: ['x'] })],
  ['nothing', ''],
  ['no base64', '!!'],
  ['no JSON', btoa('nonsense')],
  ['JSON of another kind', btoa('{"sort":"name"}')],
  ['a very long text', 'a'.repeat(5_000)],
] as const) {
  test(`a cursor that is none of this list is refused: ${what}`, () => assert.equal(read(given), 'format'))
}

test('a cursor that was given twice is refused', () => assert.equal(read(['a', 'b']), 'single'))

test('sorts go up and, with a minus, down', () => {
  for (const word of ['name', '-name', 'time', '-time']) assert.ok(sort.field.read(word).ok)
  for (const word of ['+name', 'size', '']) assert.ok(!sort.field.read(word).ok)
})
