import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Attributes, readAttributes } from './attributes.ts'

const known = (data: unknown): Partial<Attributes> =>
  Object.fromEntries(
    Object.entries(readAttributes(data)[0]).filter(([, fact]) => fact !== undefined && String(fact) !== ''),
  )

test('the sample keys of the contract are read', () => {
  assert.deepEqual(known({ resolution: '1920x1080', browser: 'Chrome', os: 'Windows' }), {
    screen: { shortSide: 1080, longSide: 1920 },
    system: 'Windows',
  })
})

test('every fact is read under our own names', () => {
  const data = {
    resolution: '360x780',
    os: 'Android',
    user_agent: 'Mozilla/5.0',
    platform: 'Linux armv81',
    ua_platform: 'Android',
    ua_mobile: true,
    webgl_renderer: 'Mali-G57 MC2',
    max_touch_points: 5,
    dpr: 2.625,
    timezone: 'America/New_York',
    webdriver: false,
  }
  assert.deepEqual(known(data), {
    userAgents: ['Mozilla/5.0'],
    system: 'Android',
    hintedSystem: 'Android',
    isMobileHinted: true,
    platform: 'Linux armv81',
    gpu: 'Mali-G57 MC2',
    screen: { shortSide: 360, longSide: 780 },
    pixelRatio: 2.625,
    touchPointsMax: 5,
    timezone: 'America/New_York',
    isAutomated: false,
  })
})

test('the components of FingerprintJS are read as they come out of it', () => {
  const data = {
    platform: { value: 'MacIntel', duration: 0 },
    screenResolution: { value: [1117, 1728], duration: 1 },
    timezone: { value: 'Europe/Berlin', duration: 4 },
    touchSupport: { value: { maxTouchPoints: 0, touchEvent: false, touchStart: false }, duration: 0 },
    webGlBasics: {
      value: { vendor: 'WebKit', rendererUnmasked: 'ANGLE (Apple, ANGLE Metal Renderer: Apple M1)' },
    },
    userAgentData: { platform: 'macOS', mobile: false },
  }
  assert.deepEqual(known(data), {
    platform: 'MacIntel',
    screen: { shortSide: 1117, longSide: 1728 },
    timezone: 'Europe/Berlin',
    touchPointsMax: 0,
    gpu: 'ANGLE (Apple, ANGLE Metal Renderer: Apple M1)',
    hintedSystem: 'macOS',
    isMobileHinted: false,
  })
})

for (const [resolution, screen] of [
  ['1920x1080', { shortSide: 1080, longSide: 1920 }],
  ['1080 X 1920', { shortSide: 1080, longSide: 1920 }],
  ['1920×1080x24', { shortSide: 1080, longSide: 1920 }],
  [[800, 600], { shortSide: 600, longSide: 800 }],
  ['0x0', undefined],
  ['1920', undefined],
  ['', undefined],
  ['9999999x1', undefined],
  [[800], undefined],
  [{}, undefined],
] as const) {
  test(`the resolution ${JSON.stringify(resolution)} is ${screen ? 'a screen' : 'no fact'}`, () => {
    assert.deepEqual(readAttributes({ resolution })[0].screen, screen)
  })
}

const nothing = [
  undefined,
  null,
  '',
  ' ',
  [],
  {},
  { value: null },
  [[]],
  -1,
  Number.NaN,
  Number.POSITIVE_INFINITY,
]

for (const shape of nothing) {
  test(`${JSON.stringify(shape) ?? 'undefined'} is no fact under any key, and no error`, () => {
    const keys = [
      'user_agent',
      'os',
      'ua_platform',
      'ua_mobile',
      'platform',
      'webgl_renderer',
      'resolution',
      'dpr',
    ]
    const more = ['max_touch_points', 'timezone', 'webdriver', 'userAgentData', 'touchSupport', 'webGlBasics']
    assert.deepEqual(known(Object.fromEntries([...keys, ...more].map((key) => [key, shape]))), {})
    assert.deepEqual(known(shape), {})
  })
}

test('a text is read to a bounded length', () => {
  assert.equal(readAttributes({ user_agent: 'x'.repeat(16_000) })[0].userAgents?.[0]?.length, 1024)
})

test('keys of the prototype are no facts', () => {
  assert.deepEqual(known(Object.create({ webdriver: true, user_agent: 'HeadlessChrome' })), {})
})

test('the worst of contradicting attributes is believed, in each of all readings', () => {
  const readings = readAttributes({
    webdriver: false,
    webDriver: true,
    dpr: 3,
    devicePixelRatio: 1,
    ua: 'one',
    userAgent: 'two',
    webgl_renderer: 'Apple GPU',
    videoCard: { value: { renderer: 'SwiftShader' } },
    timezone: 'Europe/Berlin',
    time_zone: 'UTC',
    timeZone: 'UTC',
  })
  const told = readings.map(({ gpu, timezone }) => `${gpu} ${timezone}`)
  const all = ['Apple GPU', 'SwiftShader'].flatMap((gpu) => [`${gpu} Europe/Berlin`, `${gpu} UTC`])
  assert.deepEqual(told.toSorted(), all)
  for (const { isAutomated, pixelRatio, userAgents } of readings) {
    assert.deepEqual([isAutomated, pixelRatio, userAgents], [true, 1, ['two', 'one']])
  }
})
