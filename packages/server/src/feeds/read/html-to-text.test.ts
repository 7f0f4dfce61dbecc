import assert from 'node:assert/strict'
import { test } from 'node:test'
import { htmlLengthMax, htmlToText } from './html-to-text.ts'

for (const [html, text] of [
  [
    '<p>Install &amp; reach level 5.</p>\r\n<ul><li>New users only 🎮</li></ul>',
    'Install & reach level 5.\n• New users only 🎮',
  ],
  ['<p>One</p><p>Two</p>', 'One\n\nTwo'],
  ['One<br>Two<br/>Three', 'One\nTwo\nThree'],
  ['<ul><li>A</li><li><p>B</p></li></ul><p>C</p>', '• A\n• B\n\nC'],
  ['<div>A</div><div>B</div>', 'A\n\nB'],
  ['<table><tr><td>Cap</td><td>30</td></tr><tr><td>Geo</td><td>DE</td></tr></table>', 'Cap 30\nGeo DE'],
  ['<b>US</b> only', 'US only'],
  ['Line one\r\nLine <b>two</b>', 'Line one\nLine two'],
  ['<p>Line one\nstill one</p>', 'Line one still one'],
  ['&lt;b&gt; &amp;amp; &#39;x&#39; &euro;5 &nbsp;end', "<b> &amp; 'x' €5 end"],
  ['a < 18 & b > 3', 'a < 18 & b > 3'],
  ['<script>alert("x")</script>A<style>p { }</style><iframe src=x>no</iframe>B', 'AB'],
  ['<img src=x onerror=alert(1)>A', 'A'],
  ['<p>A<!-- hidden --></p>', 'A'],
  ['👨‍👩‍👧 ❤️ 🇩🇪', '👨‍👩‍👧 ❤️ 🇩🇪'],
  ['\u202Egnp.exe\u0000\uFFFD', 'gnp.exe'],
  ['<p>Text without an end', 'Text without an end'],
  ['', ''],
] as const) {
  test(`${JSON.stringify(html)} is ${JSON.stringify(text)}`, () =>
    assert.deepEqual(htmlToText(html), { text, isCut: false }))
}

test('anything but a text or a number is no text', () => {
  for (const value of [null, undefined, {}, [], true]) assert.equal(htmlToText(value).text, '')
})

test('HTML beyond the limit is cut, and says so', () => {
  assert.equal(htmlToText('x'.repeat(htmlLengthMax)).isCut, false)
  const cut = htmlToText(`${'x'.repeat(htmlLengthMax)}y`)
  assert.deepEqual([cut.text.length, cut.isCut], [htmlLengthMax, true])
})

test('HTML that is nested for its own sake is cut, and says so', () => {
  const nested = (tags: number) => htmlToText(`A${'<div>'.repeat(tags)}${'B'.repeat(9_000)}C`)
  assert.deepEqual([nested(500).isCut, nested(500).text.endsWith('C')], [false, true])
  assert.deepEqual([nested(5_000).isCut, nested(5_000).text.endsWith('C')], [true, false])
})

test('a tag, an entity and a run of spaces are read wherever they stand in a long text', () => {
  for (let length = 4_080; length < 4_110; length += 1) {
    const { text } = htmlToText(`<p>${'x'.repeat(length)} &amp; \n <b>Y</b> 🎮</p>`)
    assert.equal(text.replace(/^x+/, ''), ' & Y 🎮')
  }
})

test('many empty paragraphs are one empty line, and none before a bullet', () => {
  assert.equal(htmlToText(`A${'<p></p>'.repeat(50)}B`).text, 'A\n\nB')
  assert.equal(htmlToText(`A${'<p></p>'.repeat(50)}<ul><li>B</li></ul>`).text, 'A\n• B')
})

test('deep and long HTML is read in no time', () => {
  const began = performance.now()
  htmlToText('<div>'.repeat(200_000))
  htmlToText('<ul><li>'.repeat(50_000))
  htmlToText('&'.repeat(200_000))
  assert.ok(performance.now() - began < 3_000)
})
