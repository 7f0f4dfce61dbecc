import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { countCases } from '../../../../test/support/count-cases.ts'
import { keepRepeatedMembers } from './repeated-members.ts'

function keep(text: string): unknown {
  return keepRepeatedMembers(text, JSON.parse(text))
}

for (const [text, kept] of [
  ['{"a":1,"a":2}', { a: [1, 2] }],
  ['{"a":1,"b":2,"a":3,"a":[4]}', { a: [1, 3, [4]], b: 2 }],
  ['{"a":"x","\\u0061":"y"}', { a: ['x', 'y'] }],
  [' { "a" : { "a" : 1 , "a" : 2 } , "b" : "\\"a\\":1," } ', { a: { a: 2 }, b: '"a":1,' }],
  ['{"a":{"x":[1,{"y":"}"}]},"a":null}', { a: [{ x: [1, { y: '}' }] }, null] }],
  ['{"":1,"":2}', { '': [1, 2] }],
  ['{"a\\\\":1,"a\\\\":"\\\\"}', { 'a\\': [1, '\\'] }],
  ['{}', {}],
  ['[{"a":1,"a":2}]', [{ a: 2 }]],
  ['"a"', 'a'],
  ['null', null],
] as const) {
  test(`both members of one name in ${text} are kept`, () => assert.deepEqual(keep(text), kept))
}

test('an object without repeats is what JSON.parse made of it', () => {
  const seen = countCases({ 'has members': 0.5, 'has objects within': 0.1 })
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom(0, 2), (record, indent) => {
      const text = JSON.stringify(record, null, indent)
      const parsed = JSON.parse(text)
      assert.equal(keepRepeatedMembers(text, parsed), parsed)
      seen.note({
        'has members': Object.keys(record).length > 1,
        'has objects within': Object.values(record).some((one) => typeof one === 'object' && one !== null),
      })
    }),
  )
  seen.assertOften()
})

test('whatever the members are, each is kept in its order', () => {
  const member = fc.tuple(fc.constantFrom('a', 'b', 'c"', '{', '\\', 'é'), fc.jsonValue())
  const seen = countCases({ 'has a repeated one': 0.2 })
  fc.assert(
    fc.property(fc.array(member, { maxLength: 8 }), (members) => {
      const text = `{${members.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`).join(' ,')}}`
      const expected: Record<string, unknown> = {}
      for (const [name, same] of Map.groupBy(members, ([name]) => name)) {
        const values = same.map(([, value]) => JSON.parse(JSON.stringify(value)))
        expected[name] = values.length === 1 ? values[0] : values
      }
      assert.deepEqual(keep(text), expected)
      seen.note({ 'has a repeated one': Object.keys(expected).length < members.length })
    }),
  )
  seen.assertOften()
})
