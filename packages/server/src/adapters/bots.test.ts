import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import crawlers from 'crawler-user-agents'
import { isBot } from './bots.ts'

/** The package exports a generator; the visits it draws from lie beside it. Their shape was looked at. */
function readVisitors(): readonly { readonly userAgent: string }[] {
  const beside = createRequire(import.meta.url).resolve('user-agents')
  return JSON.parse(readFileSync(new URL('user-agents.json', `file://${beside}`), 'utf8'))
}

test('none of 10,000 real visits is taken for a bot', () => {
  const visitors = readVisitors().map(({ userAgent }) => userAgent)
  assert.equal(visitors.length, 10_000)
  assert.deepEqual(visitors.filter(isBot), [])
})

test('at least 99 in 100 of the known crawlers are recognised', () => {
  const instances = [...new Set(crawlers.flatMap(({ instances }) => instances))]
  assert.ok(instances.length > 2000)
  const missed = instances.filter((userAgent) => !isBot(userAgent))
  assert.ok(missed.length / instances.length <= 0.01, missed.join('\n'))
})

const bots = [
  ...[
    undefined,
    '',
    ' ',
    '-',
    'Mozilla/5.0',
    'curl/8.5.0',
    'Wget/1.21.4',
    'HTTPie/3.2.2',
    'PostmanRuntime/7.36.0',
  ],
  ...[
    'python-requests/2.31.0',
    'Python/3.11 aiohttp/3.9.1',
    'python-httpx/0.25.2',
    'Go-http-client/2.0',
    'Java/17.0.9',
  ],
  ...[
    'Apache-HttpClient/4.5.13 (Java/17.0.9)',
    'okhttp/4.12.0',
    'axios/1.6.2',
    'node',
    'undici',
    'node-fetch/1.0',
  ],
  ...[
    'GuzzleHttp/7',
    'Ruby',
    'Faraday v2.7.12',
    'libwww-perl/6.72',
    'reqwest/0.11',
    'Dart/3.2 (dart:io)',
    'Deno/1.39.0',
  ],
  ...['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'facebookexternalhit/1.1'],
  ...[
    'Mozilla/5.0 (Windows NT; Windows NT 10.0; en-US) WindowsPowerShell/5.1.19041.3803',
    'WhatsApp/2.23.20.0',
  ],
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/120.0.0.0 Safari/537.36',
  `curl/8.5.0 ${'x'.repeat(100_000)}`,
]

for (const userAgent of bots) {
  test(`${JSON.stringify(userAgent)?.slice(0, 80)} is a bot or a tool`, () =>
    assert.equal(isBot(userAgent), true))
}

const people = [
  'Dalvik/2.1.0 (Linux; U; Android 12; SM-A515F Build/SP1A.210812.016)',
  'Shop/7 CFNetwork/1485 Darwin/23.1.0',
  'Shop/2.1 (com.example.shop; build:7; iOS 17.1.0) Alamofire/5.8.0',
  'TikTok 26.2.0 rv:262018 (iPhone; iOS 14.4.2; en_US) Cronet',
  'Mozilla/5.0 (Linux; Android 10; CUBOT_X30) AppleWebKit/537.36 Chrome/120.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 [FBAN/FBIOS;FBAV/442.0]',
  'Mozilla/5.0 (Linux; Android 12; SM-G991B; wv) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36 Instagram 309.1',
  'Mozilla/5.0 (Linux; Android 9; BRAVIA 4K UR3) AppleWebKit/537.36 Chrome/90.0 Safari/537.36',
  'Mozilla/5.0 (PlayStation; PlayStation 5/2.26) AppleWebKit/605.1.15 Version/13.0 Safari/605.1.15',
  'Opera/9.80 (Android; Opera Mini/36.2.2254/191.256; U; en) Presto/2.12.423 Version/12.16',
]

for (const userAgent of people) {
  test(`${userAgent} is no bot`, () => assert.equal(isBot(userAgent), false))
}
