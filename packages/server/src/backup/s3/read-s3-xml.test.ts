import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readS3Xml } from './read-s3-xml.ts'

test('an answer is read by the names of its elements, with its entities', () => {
  const xml = readS3Xml(
    '<?xml version="1.0"?>\n<L xmlns="http://x/"><N>1</N><C><K>a&amp;b</K><E>&quot;e&quot;</E></C><C><K/></C></L>',
  )
  assert.deepEqual([xml?.name, xml?.text('N'), xml?.text('nothing')], ['L', '1', undefined])
  assert.deepEqual(
    xml?.list('C').map((one) => [one.text('K'), one.text('E')]),
    [
      ['a&b', '"e"'],
      ['', undefined],
    ],
  )
})

const others: readonly (readonly [string, string])[] = [
  ['nothing', ' '],
  ['a page of a proxy', '<html><body><p>Bad gateway</body></html>'],
  ['plain text', 'Service Unavailable'],
  ['an answer that was cut', '<ListBucketResult><Contents><Key>a'],
  ['entities of its own', '<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><a>&c;</a>'],
]
for (const [other, text] of others)
  test(`${other} is no answer of S3`, () => assert.equal(readS3Xml(text), undefined))
