// A prober asks again and again with changed data; honest people change what they do not choose. Through the rules of a
// server, on the events' own clock.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataVariantsMax } from '../devices/data-variants.ts'
import { describeDevice, type DeviceLink, linkUser } from '../devices/device-graph.ts'
import { dayMs, hourMs } from '../time/durations.ts'
import { readEvidence } from './evidence.ts'
import { variantOf } from './fingerprint/variant-of.ts'
import { scoreEvidence } from './score.ts'
import { signals } from './signals/index.ts'
import { shippedWeights } from './weights.ts'

const agentOf = (system: string, version = 147): string =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 Chrome/${version}.0.0.0 Safari/537.36`
const windows = agentOf('Windows NT 10.0; Win64; x64')
const desktop = {
  user_agent: windows,
  platform: 'Win32',
  os: 'Windows',
  ua_mobile: false,
  resolution: '1920x1080',
  dpr: 1,
  webgl_renderer: 'ANGLE (Intel, Direct3D11)',
  max_touch_points: 0,
  timezone: 'Europe/Berlin',
}
type Sent = Readonly<Record<string, unknown>>

const place = signals.findIndex(({ name }) => name === 'changing_data')
const startMs = Date.UTC(2026, 10, 27, 9)
const minuteMs = 60_000

/** The answers to one user on one device, so many minutes apart. */
function ask(submissions: readonly Sent[], everyMs = minuteMs) {
  const isBot = (agent: string) => agent.includes('Headless')
  let link: DeviceLink | undefined
  return submissions.map((data, index) => {
    const variant = variantOf(data, { userAgent: undefined, isBot })
    const appearance = { user: 'u', subnet: 'home', seenAtMs: startMs + index * everyMs, variant }
    link = linkUser(link, appearance)
    assert.ok((link.variants?.length ?? 0) <= dataVariantsMax)
    const device = describeDevice(new Map([['u', link]]), appearance)
    const { probability, shares } = scoreEvidence(readEvidence(data, { isBot, device }), shippedWeights)
    return { share: shares[place] ?? 0, score: 100 * probability }
  })
}

const zones = ['Europe/Berlin', 'Europe/Paris', 'Europe/Rome', 'Asia/Tokyo', 'America/Denver', 'Asia/Manila']
const machines = [
  { platform: 'Win32', os: 'Windows' },
  { platform: 'MacIntel', os: 'macOS', webgl_renderer: 'Apple M2' },
  { platform: 'Linux x86_64', os: 'Linux', webgl_renderer: 'llvmpipe' },
]
/** Thirty of thirty ways to describe a machine. */
const probes = Array.from({ length: 30 }, (_, index) => ({
  ...desktop,
  ...machines[index % 3],
  timezone: zones[index % zones.length],
  max_touch_points: index % 4 === 0 ? 5 : 0,
  webdriver: index % 5 === 0,
}))

test('a prober who asks thirty times with changed data is told by it, more with each, and stays so', () => {
  const answers = ask(probes)
  assert.ok(answers.slice(0, 4).every(({ share }) => share === 0))
  const grown = answers.map(({ share }) => share).slice(4, 10)
  assert.deepEqual(
    grown,
    grown.toSorted((a, b) => a - b),
  )
  assert.ok(answers.slice(15).every(({ share }) => share === 1))
  // A clean machine at last is not as clean as it was at first.
  const [first] = ask([desktop])
  const last = ask([...probes, desktop]).at(-1)
  assert.ok(first && last && first.score < 6 && last.score > 20, `${first?.score} ${last?.score}`)
})

test('a day after the last change the user is answered as before', () => {
  const answers = ask([...probes, desktop].slice(-12), minuteMs)
  assert.ok((answers.at(-1)?.share ?? 0) > 0)
  const isBot = () => false
  const known = probes.reduce<DeviceLink | undefined>(
    (link, data, index) =>
      linkUser(link, {
        user: 'u',
        subnet: 'home',
        seenAtMs: startMs + index * minuteMs,
        variant: variantOf(data, { userAgent: undefined, isBot }),
      }),
    undefined,
  )
  assert.ok(known)
  const links = new Map([['u', known]])
  const at = (seenAtMs: number) => describeDevice(links, { user: 'u', subnet: 'home', seenAtMs }).dataVariants
  assert.equal(at(startMs + hourMs), dataVariantsMax)
  assert.equal(at(startMs + dayMs + hourMs), 0)
})

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0'
const phone = {
  user_agent: agentOf('Linux; Android 10; K'),
  platform: 'Linux armv81',
  os: 'Android',
  ua_mobile: true,
  webgl_renderer: 'Adreno (TM) 619',
  max_touch_points: 5,
  timezone: 'Asia/Manila',
  dpr: 2.625,
}
const thirty = <Row>(make: (index: number) => Row): Row[] =>
  Array.from({ length: 30 }, (_, index) => make(index))

for (const [title, submissions] of [
  ['a page that submits the same thirty times', thirty(() => desktop)],
  [
    'a phone that is turned around',
    thirty((index) => ({ ...phone, resolution: index % 2 ? '384x832' : '832x384' })),
  ],
  [
    'zoom',
    thirty((index) => ({ ...desktop, dpr: 1 + (index % 6) / 4, resolution: `${1920 - 40 * index}x1080` })),
  ],
  [
    'a browser that is updated again and again',
    thirty((index) => ({ ...desktop, user_agent: agentOf('Windows NT 10.0; Win64; x64', 120 + index) })),
  ],
  [
    'two browsers by turns',
    thirty((index) =>
      index % 2 ? desktop : { ...desktop, user_agent: firefox, webgl_renderer: 'ANGLE (Intel, D3D11)' },
    ),
  ],
  [
    'a privacy browser that draws names of its graphics, its cores and its canvas anew',
    thirty((index) => ({
      ...desktop,
      webgl_renderer: `Zx${index}Qk`,
      hardware_concurrency: 2 + (index % 7),
      canvas: `drawing ${index}`,
    })),
  ],
  [
    'a screen that is plugged in',
    thirty((index) => ({ ...desktop, resolution: index % 2 ? '2560x1440' : '1366x768' })),
  ],
  [
    'the mobile view and back',
    thirty((index) => (index % 2 ? phone : { ...phone, ua_mobile: false, user_agent: windows })),
  ],
  [
    'a journey through three zones',
    thirty((index) => ({ ...phone, timezone: zones[Math.floor(index / 10)] })),
  ],
  [
    'graphics that are not known in time',
    thirty((index) => (index % 3 ? desktop : { ...desktop, webgl_renderer: undefined })),
  ],
] as const satisfies readonly (readonly [string, readonly Sent[]])[]) {
  test(`honest change is no sign: ${title}`, () => {
    assert.ok(ask(submissions).every(({ share }) => share === 0))
  })
}
