import assert from 'node:assert/strict'
import { test } from 'node:test'
import { feedSample } from '../../../../../test/support/feed-samples.ts'
import { readFeedXml, xmlDepthMax, xmlElementsMax } from './read-xml.ts'

function read(text: string): unknown {
  const tree = readFeedXml(text)
  return tree === undefined ? undefined : JSON.parse(JSON.stringify(tree))
}

test('elements are a tree by their names, several of one name an array', () => {
  assert.deepEqual(read('<?xml version="1.0"?><a x="1"><b>1</b><c/><b>2</b><b> 3 </b></a>'), {
    a: { b: ['1', '2', ' 3 '], c: '' },
  })
})

test('prefixes are left out, and nil is absent', () => {
  const xsi = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
  assert.deepEqual(read(`<s:a xmlns:s="u" ${xsi}><s:b xsi:nil="true"/><c xsi:nil="false">1</c></s:a>`), {
    a: { c: '1' },
  })
})

test('the five entities, numbers and CDATA are read once', () => {
  assert.deepEqual(read('<a>&amp;amp; &lt;b&gt; &#65;&#x1F600; <![CDATA[<i>&amp;</i>]]></a>'), {
    a: '&amp; <b> A😀 <i>&amp;</i>',
  })
})

for (const [title, text] of [
  ['an unknown entity', '<a>&nbsp;</a>'],
  ['a DOCTYPE', '<!DOCTYPE a><a/>'],
  ['an entity of its own', '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>'],
  ['a body that breaks off', '<a><b>1</b>'],
  ['tags that cross', '<a><b></a></b>'],
  ['two outermost elements', '<a/><b/>'],
  ['text beside the outermost element', 'Error<a/>'],
  ['a web page', '<html><body><br></body></html>'],
  ['nothing', ''],
  ['a tree deeper than the bound', `${'<a>'.repeat(xmlDepthMax + 1)}${'</a>'.repeat(xmlDepthMax + 1)}`],
  ['more elements than the bound', `<a>${'<b/>'.repeat(xmlElementsMax)}</a>`],
] as const) {
  test(`${title} is refused`, () => assert.equal(read(text), undefined))
}

test('a name that objects inherit is a name like any other', () => {
  const tree = readFeedXml('<a><__proto__>1</__proto__><constructor>2</constructor></a>')
  assert.equal(JSON.stringify(tree), '{"a":{"__proto__":"1","constructor":"2"}}')
})

test('5,000 offers are read within seconds', () => {
  const [, head = '', offer = '', tail = ''] =
    /^([\s\S]*?)(<offer>[\s\S]*?<\/offer>)[\s\S]*(<\/offers>[\s\S]*)$/.exec(
      feedSample('cake-offerfeed.xml'),
    ) ?? []
  const began = performance.now()
  const tree = readFeedXml(`${head}${offer.repeat(5_000)}${tail}`)
  assert.ok(tree !== undefined && performance.now() - began < 5_000)
})
