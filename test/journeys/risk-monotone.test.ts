import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'

import { createWorld, type World } from '../support/world.ts'

let world: World
before(async () => {
  world = await createWorld({
    environment: { RATE_LIMIT_PER_MINUTE: '1000000' },
  })
})
after(() => world.close())

interface Submission {
  readonly data: Readonly<Record<string, unknown>>
  readonly ip?: string | undefined
  readonly userAgent?: string | undefined
}

let submitted = 0

/** The score of a user whom nobody has seen, on a device that nobody has seen. */
async function score({ data, ip, userAgent }: Submission): Promise<number> {
  submitted += 1
  const body = {
    fingerprint_hash: `device ${submitted}`,
    user_id: `user ${submitted}`,
    fingerprint_data: data,
    ip,
    userAgent,
  }
  const response = await world.post('/api/v1/fingerprint', { body, headers: world.credentials })
  assert.equal(response.statusCode, 200, response.body)
  return response.json().data.risk_score
}

const userAgents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/141.0.0.0 Safari/537.36',
  'curl/8.5.0',
  'okhttp/4.12.0',
  '{UA}',
]
const gpus = [
  'ANGLE (NVIDIA, NVIDIA GeForce RTX 3060 Direct3D11 vs_5_0 ps_5_0, D3D11)',
  'Apple GPU',
  'Adreno (TM) 750',
  'Google SwiftShader',
  'ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero)))',
  'Intel Iris OpenGL Engine',
]
/** What a fact may look like: usual, suspect, and of no use. */
const values: Readonly<Record<string, readonly unknown[]>> = {
  user_agent: userAgents,
  userAgent: userAgents,
  ua: userAgents,
  os: ['Windows', 'macOS', 'Android', 'iOS', 'Linux', 7],
  ua_platform: ['Windows', 'macOS', 'Android', 'iOS', ''],
  uaPlatform: ['Windows', 'Linux'],
  ua_mobile: [true, false, 'true', 'yes'],
  uaMobile: [true, false],
  userAgentData: [{ platform: 'Windows', mobile: true }, { mobile: false }, {}],
  platform: ['Win32', 'MacIntel', 'iPhone', 'Linux armv81', 'Linux x86_64', null],
  webgl_renderer: gpus,
  webglRenderer: gpus,
  webGlBasics: gpus.map((rendererUnmasked) => ({ value: { rendererUnmasked } })),
  resolution: ['1920x1080', '390x844', '800x600', '360 x 780', 'NaN', '1e999x1'],
  screen_resolution: [[1920, 1080], [800, 600], ['390', '844'], [1]],
  dpr: [1, 2, 3, '2.625', -1],
  device_pixel_ratio: [1, 3],
  max_touch_points: [0, 5, '5', null],
  maxTouchPoints: [0, 5],
  timezone: ['Europe/Berlin', 'America/New_York', 'UTC', 'Mars/Phobos'],
  time_zone: ['Asia/Manila', 'UTC'],
  webdriver: [true, false, 'true', 'maybe'],
  webDriver: [true, false],
}
const addresses = ['184.57.75.136', '3.5.140.2', '104.28.1.1', '45.60.70.80', '10.0.0.7', '2a02:8108:1:2::7']

const anyData = fc.record(
  Object.fromEntries(Object.entries(values).map(([key, some]) => [key, fc.constantFrom(...some)])),
  { requiredKeys: [] },
)
const anySubmission = fc.record({
  data: anyData,
  ip: fc.option(fc.constantFrom(...addresses), { nil: undefined }),
  userAgent: fc.option(fc.constantFrom(...userAgents), { nil: undefined }),
})

function without(submission: Submission, name: string): Submission {
  if (name === 'ip' || name === 'userAgent ') return { ...submission, [name.trim()]: undefined }
  return {
    ...submission,
    data: Object.fromEntries(Object.entries(submission.data).filter(([key]) => key !== name)),
  }
}

test('less data never raises the score that the endpoint answers', async () => {
  await fc.assert(
    fc.asyncProperty(anySubmission, async (submission) => {
      const here = await score(submission)
      const names = [...Object.keys(submission.data), 'ip', 'userAgent ']
      for (const name of names) {
        const less = await score(without(submission, name))
        assert.ok(less <= here, `without ${name}: ${less} > ${here}`)
      }
    }),
    { numRuns: 25 },
  )
})

/** Each by itself is a bad sign, where nothing was said about it. */
const badSigns: readonly ((submission: Submission) => Submission)[] = [
  (given) => ({ ...given, data: { ...given.data, webdriver: true } }),
  (given) => ({ ...given, userAgent: given.userAgent ?? 'python-requests/2.31' }),
  (given) => ({ ...given, data: { ...given.data, user_agent: given.data['user_agent'] ?? 'curl/8.5.0' } }),
  (given) => ({ ...given, data: { webgl_renderer: 'Google SwiftShader', ...given.data } }),
  (given) => ({ ...given, data: { resolution: '800x600', ...given.data } }),
  (given) => ({ ...given, data: { timezone: 'UTC', ...given.data } }),
  (given) => ({ ...given, ip: given.ip ?? '3.5.140.2' }),
]

test('a bad sign more never lowers the score that the endpoint answers', async () => {
  await fc.assert(
    fc.asyncProperty(anySubmission, async (submission) => {
      const here = await score(submission)
      for (const add of badSigns) {
        const more = await score(add(submission))
        assert.ok(more >= here, `${JSON.stringify(add(submission))}: ${more} < ${here}`)
      }
    }),
    { numRuns: 25 },
  )
})
