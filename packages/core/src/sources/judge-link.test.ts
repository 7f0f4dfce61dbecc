import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeLink } from './judge-link.ts'
import type { LinkEnd, LinkHop, LinkVerdict, LinkWalk } from './link.ts'

const clickId = 'linkcheck-0011223344556677'
const offer = { platforms: [], countries: [], clickId, silentLooks: 0 } as const
type Offer = Parameters<typeof judgeLink>[1]

function hop(url: string, more: Partial<LinkHop> = {}): LinkHop {
  return { url, status: 302, hasCookie: false, ...more }
}

/** A walk through addresses, of which the last is a page. */
function walk(urls: readonly string[], text = '', status = 200): LinkWalk {
  const hops = urls.map((url, at) => hop(url, at === urls.length - 1 ? { status } : {}))
  return { hops, end: { kind: 'page', text } }
}

function ended(end: LinkEnd, url = 'https://trk.example/c'): LinkWalk {
  return { hops: [hop(url, { status: null })], end }
}

const first = `https://trk.example/c?sub1=${clickId}`
const page = 'https://shop.example/welcome'

const cases: readonly (readonly [string, LinkWalk, Partial<Offer>, LinkVerdict])[] = [
  ['a page', walk([first, page]), {}, 'works'],
  ['a page that is gone', walk([first, page], '', 404), {}, 'dead'],
  ['a page that was removed', walk([first], '', 410), {}, 'dead'],
  ['a page for people only', walk([first, page], 'Access denied', 403), {}, 'unknown'],
  ['a host that fails once', walk([first], '', 502), {}, 'unknown'],
  ['a host that fails twice', walk([first], '', 502), { silentLooks: 1 }, 'dead'],
  ['no such host, seen once', ended({ kind: 'silent' }), {}, 'unknown'],
  ['no such host, seen twice', ended({ kind: 'silent' }), { silentLooks: 1 }, 'dead'],
  ['an answer that breaks off', ended({ kind: 'broken' }), { silentLooks: 1 }, 'unknown'],
  ['an address inside', ended({ kind: 'refused' }), {}, 'unknown'],
  ['a file', ended({ kind: 'astray' }), {}, 'unknown'],
  ['a circle', ended({ kind: 'circle' }), {}, 'unknown'],
  ['no end', ended({ kind: 'endless' }), {}, 'unknown'],
  ['an offer that is over', walk([first], '<h1>This offer has expired.</h1>'), { countries: ['US'] }, 'dead'],
  ['a campaign that is paused', walk([first], 'Sorry, the campaign is paused'), {}, 'dead'],
  ['an offer that is not to be had anywhere', walk([first], 'Offer is not available'), {}, 'dead'],
  [
    'an offer that is not to be had from here',
    walk([first], '<b>Offer is not&nbsp;available</b>'),
    { countries: ['US'] },
    'unknown',
  ],
  ['another country', walk([first], 'This offer is not available in your country.'), {}, 'wrong_country'],
  [
    'another country, which may be ours',
    walk([first], 'This offer is not available in your country.'),
    { countries: ['US'] },
    'unknown',
  ],
  [
    'another country by its address',
    walk([first, 'https://n.example/?e=geo_not_allowed']),
    {},
    'wrong_country',
  ],
  [
    'a long page in whose terms such words stand',
    walk([first, page], `The offer has expired if you read this. ${'Terms and conditions. '.repeat(200)}`),
    {},
    'works',
  ],
  [
    'a script in which such words stand',
    walk([first, page], '<script>var t = "offer has expired"</script><p>Welcome</p>'),
    {},
    'works',
  ],
  [
    'a store of its platform',
    walk([first, 'https://play.google.com/store/apps/details?id=a']),
    { platforms: ['android'] },
    'works',
  ],
  [
    'the other store',
    walk([first, 'https://apps.apple.com/app/id1']),
    { platforms: ['android'] },
    'wrong_store',
  ],
  [
    'either store',
    walk([first, 'https://apps.apple.com/app/id1']),
    { platforms: ['android', 'ios'] },
    'works',
  ],
  ['a store of an offer without platforms', walk([first, 'https://apps.apple.com/app/id1']), {}, 'works'],
  [
    'the app of the other store',
    { hops: [hop(first)], end: { kind: 'app', url: 'market://details?id=a' } },
    { platforms: ['ios'] },
    'wrong_store',
  ],
  [
    'an app of its own store',
    { hops: [hop(first)], end: { kind: 'app', url: 'market://details?id=a' } },
    { platforms: ['android'] },
    'works',
  ],
  ['a click id that the network drops', walk([first, 'https://trk.example/land', page]), {}, 'lost_click'],
  [
    'a click id that became the network’s own',
    walk([first, 'https://trk.example/go?t=a81f02c7', page]),
    {},
    'works',
  ],
  ['a click id that stays behind when the host is left', walk([first, page]), {}, 'works'],
  [
    'a click id that may be in a cookie',
    {
      ...walk([first, 'https://trk.example/land']),
      hops: [hop(first, { hasCookie: true }), hop('https://trk.example/land', { status: 200 })],
    },
    {},
    'works',
  ],
]

for (const [title, seen, more, verdict] of cases) {
  test(`a link that leads to ${title}: ${verdict}`, () => {
    const judged = judgeLink(seen, { ...offer, ...more })
    assert.equal(judged.verdict, verdict, judged.message)
    assert.match(judged.message, /^[^\n]{10,400}\.$/)
    assert.ok(!judged.message.includes(clickId))
  })
}

test('a host of a hostile address is told as text, and short', () => {
  const url = `https://user:secret@${'a'.repeat(300)}.example/`
  const { message } = judgeLink(ended({ kind: 'silent' }, url), offer)
  assert.ok(message.length < 250)
  assert.doesNotMatch(message, /secret/)
})
