import assert from 'node:assert/strict'
import { test } from 'node:test'
import { guessParameters } from './guess-parameters.ts'
import { readSampleCalls } from './sample-calls.ts'

const id = '0199f2c4-7a1e-7c3b-9d52-3f1e5a7b9c0d'

function read(text: string): [string, Record<string, string>][] {
  return readSampleCalls(text).map(({ method, parameters }) => [method, Object.fromEntries(parameters)])
}

for (const [what, text, calls] of [
  ['an address', 'https://old.example/pb?sub1=a&sum=1.80', [['GET', { sub1: 'a', sum: '1.80' }]]],
  ['a query', 'sub1=a&sum=1.80', [['GET', { sub1: 'a', sum: '1.80' }]]],
  [
    'a line of a log',
    '203.0.113.7 - - [19/Nov/2026:14:02:01 +0000] "GET /pb?sub1=a&state=2 HTTP/1.1" 200 2 "-" "curl/8"',
    [['GET', { sub1: 'a', state: '2' }]],
  ],
  [
    'a form that was posted',
    `curl -X POST https://x.example/pb -d 'sub1=a&sum=1'`,
    [['POST', { sub1: 'a', sum: '1' }]],
  ],
  [
    'JSON that was posted, over two lines',
    `curl https://x.example/pb?k=1 \\\n  --data '{"sub1":"a","sum":1.5,"ok":true}'`,
    [['POST', { sub1: 'a', sum: '1.5', ok: 'true', k: '1' }]],
  ],
  ['escapes and plus signs', 'https://x.example/?a=%C3%BC+b&c=%', [['GET', { a: 'ü b', c: '%' }]]],
  ['macros with #', 'https://x.example/pb?id=#s2#&p=#price#', [['GET', { id: '#s2#', p: '#price#' }]]],
  ['a fragment', 'https://x.example/pb?id=1#top', [['GET', { id: '1' }]]],
  [
    'several, with what is none between them',
    'hello\n\nhttps://x.example/?a=1\n# comment\n?a=2',
    [
      ['GET', { a: '1' }],
      ['GET', { a: '2' }],
    ],
  ],
  ['nothing', 'hello world, no call here', []],
] as const) {
  test(`a pasted text is read: ${what}`, () => assert.deepEqual(read(text), calls))
}

test('a pasted text is bounded', () => {
  assert.equal(readSampleCalls('a=1\n'.repeat(5_000)).length, 1_000)
  const many = Array.from({ length: 200 }, (_one, index) => `p${index}=1`).join('&')
  assert.equal(readSampleCalls(many)[0]?.parameters.size, 40)
})

for (const [what, query, names] of [
  [
    'by names and values',
    `sub1=${id}&sum=1.80&curr=EUR&state=2&tid=T-1&goal={goal_id}&geo=DE`,
    { sub1: 'click_id', sum: 'payout', curr: 'currency', state: 'status', tid: 'txn_id', goal: 'goal' },
  ],
  ['our id under any name', `weird=${id}&clickid=theirs&amount=2`, { weird: 'click_id', amount: 'payout' }],
  ['the parameter that the preset names', 'aff_sub=TEST&payout=1', { aff_sub: 'click_id', payout: 'payout' }],
  ['no amount that is none', 'sum=EUR&price=2', { price: 'payout' }],
  [
    'templates',
    'click_id={sub1}&payout={payout}&status={status}',
    {
      click_id: 'click_id',
      payout: 'payout',
      status: 'status',
    },
  ],
] as const) {
  test(`the meaning of a parameter is guessed: ${what}`, () =>
    assert.deepEqual(guessParameters(readSampleCalls(query), 'aff_sub'), names))
}
