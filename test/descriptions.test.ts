import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printOpenApi } from '@quoin/contract/openapi.ts'
import { printManageApi, printOperatorApi } from '@quoin/contract/role-apis.ts'

/** Words that mean nothing by themselves: who reads a reference has not read what stands before. */
const empty = new Set(
  (
    'a above add all also an and any are as at be been before below both by can come comes could did do does each either ' +
    'else end ends every for from gone had has have here his how i if in is it its itself just last may more most much new ' +
    'next no not now null of off on once one ones only or other others our out own role same several so some such than that ' +
    'the their them then there these they this those to too unless until up us was way we went were what when where whether ' +
    'which while who whose why will with without you your'
  ).split(' '),
)

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_`]+/gu) ?? []
}

/** Three words, one of which means something. */
function saysSomething(description: string): boolean {
  const words = wordsOf(description)
  return words.length >= 3 && words.some((word) => !empty.has(word))
}

/** Every description of a document, with where it stands. */
function descriptionsIn(value: unknown, at: string): readonly { at: string; text: string }[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) =>
    key === 'description' && typeof one === 'string'
      ? [{ at, text: one }]
      : descriptionsIn(one, `${at}/${key}`),
  )
}

test('a description of one word, or of words that mean nothing alone, is found', () => {
  for (const text of ['It.', 'Which.', 'In USD.', 'The one that it is.', 'Null: none.', 'When it last did.'])
    assert.ok(!saysSomething(text), text)
  for (const text of ['The id of the offer.', 'Null means never.', 'One page of the list.'])
    assert.ok(saysSomething(text), text)
})

const about = { baseUrl: 'https://q.example', version: '1' }
for (const [name, document] of Object.entries({
  'publisher API': printOpenApi(about),
  'management API': printManageApi(about),
  'operator API': printOperatorApi(about),
}))
  test(`each description of the ${name} has three words, one of which means something`, () => {
    const all = descriptionsIn(document, '')
    assert.ok(all.length > 300, `${all.length} descriptions were looked at`)
    const found = all.filter(({ text }) => !saysSomething(text)).map(({ at, text }) => `${text} ${at}`)
    assert.deepEqual(found, [])
  })
