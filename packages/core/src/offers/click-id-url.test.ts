import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAttributableUrl, unknownMacroProblem } from './click-id-url.ts'

const attributable = [
  'https://a.example/?aff_sub={click_id}',
  'https://a.example/?x={clickId}',
  'https://a.example/?x={{ CLICK-ID }}&y={user_id}',
  'https://a.example/c/{click_id}/go',
  'https://a.example/?s2=#tid#',
  'https://a.example/?s2=[subid]',
  'https://a.example/?s2=%7Bclick_id%7D',
]

for (const url of attributable) {
  test(`${url} carries the click id, and stays as it is`, () => {
    for (const isAdded of [true, false])
      assert.deepEqual(readAttributableUrl(url, { clickParameter: 'aff_sub', isAdded }), { value: url })
    assert.equal(unknownMacroProblem(url), undefined)
  })
}

const bare: [string, string][] = [
  ['https://a.example', 'https://a.example?aff_sub={click_id}'],
  ['https://a.example/', 'https://a.example/?aff_sub={click_id}'],
  ['https://a.example/go?', 'https://a.example/go?aff_sub={click_id}'],
  ['https://a.example/go?o=1', 'https://a.example/go?o=1&aff_sub={click_id}'],
  ['https://a.example/go?o=1&', 'https://a.example/go?o=1&aff_sub={click_id}'],
  ['https://a.example/go?o=1#top', 'https://a.example/go?o=1&aff_sub={click_id}#top'],
  ['https://a.example/go#top?x', 'https://a.example/go?aff_sub={click_id}#top?x'],
  ['https://a.example/?o=#oid#&p=1', 'https://a.example/?o=#oid#&p=1&aff_sub={click_id}'],
  ['https://a.example/?aff_sub=&o=1', 'https://a.example/?aff_sub={click_id}&o=1'],
  ['https://a.example/?o=1&aff_sub=#x', 'https://a.example/?o=1&aff_sub={click_id}#x'],
  ['https://a.example/?my_aff_sub=1', 'https://a.example/?my_aff_sub=1&aff_sub={click_id}'],
  ['https://a.example/?u={user_id}', 'https://a.example/?u={user_id}&aff_sub={click_id}'],
]

for (const [url, completed] of bare) {
  test(`${url} carries none: it is refused, or completed`, () => {
    const clickParameter = 'aff_sub'
    const refusal = readAttributableUrl(url, { clickParameter, isAdded: false })
    assert.match('problem' in refusal ? refusal.problem : '', /no click id.*: add aff_sub=\{click_id\}, or /)
    assert.deepEqual(readAttributableUrl(url, { clickParameter, isAdded: true }), { value: completed })
  })
}

test('a click parameter that holds something else is not written over', () => {
  const taken = 'https://a.example/?aff_sub={aff_sub}'
  const reading = readAttributableUrl(taken, { clickParameter: 'aff_sub', isAdded: true })
  assert.match('problem' in reading ? reading.problem : '', /has aff_sub already: write aff_sub=\{click_id\}/)
})

test('a macro that nothing fills is named', () => {
  for (const url of ['https://a.example/?c={clickid2}', 'https://a.example/?a={click_id}&b={clickid2}'])
    assert.match(unknownMacroProblem(url) ?? '', /\{clickid2\}/)
})
