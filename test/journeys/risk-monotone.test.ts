import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import fc from 'fast-check'

import { updateApp } from '../../packages/server/src/features/apps/update-app.ts'
import { createWorld, type World } from '../support/world.ts'
import { countCases } from '../support/count-cases.ts'

const torExit = '45.60.70.81'
const vpnExit = '45.60.70.82'
let world: World
let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quoin-exits-'))
  await writeFile(join(folder, 'tor'), torExit)
  await writeFile(join(folder, 'vpn'), vpnExit)
  world = await createWorld({
    environment: {
      RATE_LIMIT_PER_MINUTE: '1000000',
      ADDRESS_LISTS: ['tor', 'vpn'].map((name) => `${name}=${join(folder, name)}`).join(),
    },
  })
  await updateApp(world.ports, world.app.appId, { explainsRisk: true })
})
after(async () => {
  await world.close()
  await rm(folder, { recursive: true, force: true })
})

interface Submission {
  readonly data: Readonly<Record<string, unknown>>
  readonly ip?: string | undefined
  readonly userAgent?: string | undefined
}

interface Reason {
  readonly code: string
}

let submitted = 0

const score = async (submission: Submission): Promise<number> => (await explain(submission)).score

/**
 * The score of a user whom nobody has seen, on a device that nobody has seen, and the names of its reasons. Each comes
 * days after the one before: within hours they would be one machine with a new hash for each account.
 */
async function explain({ data, ip, userAgent }: Submission) {
  submitted += 1
  world.clock.advance({ days: 2 })
  const body = {
    fingerprint_hash: `device ${submitted}`,
    user_id: `user ${submitted}`,
    fingerprint_data: data,
    ip,
    userAgent,
  }
  const query = { explain: '1' }
  const response = await world.post('/api/v1/fingerprint', { body, query, headers: world.credentials })
  assert.equal(response.statusCode, 200, response.body)
  const { risk_score, reasons } = response.json().data
  return { score: risk_score as number, reasons: new Set(reasons.map(({ code }: Reason) => code)) }
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
/** Possible values of a fact: usual, suspect, and of no use. */
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
  ip: fc.option(fc.constantFrom(...addresses), { nil: undefined, freq: 2 }),
  userAgent: fc.option(fc.constantFrom(...userAgents), { nil: undefined, freq: 2 }),
})

function without(submission: Submission, name: string): Submission {
  if (name === 'ip' || name === 'userAgent ') return { ...submission, [name.trim()]: undefined }
  return {
    ...submission,
    data: Object.fromEntries(Object.entries(submission.data).filter(([key]) => key !== name)),
  }
}

test('less data never raises the score that the endpoint answers', async () => {
  const seen = countCases({ 'lowers it': 0.3 })
  await fc.assert(
    fc.asyncProperty(anySubmission, async (submission) => {
      const state = { isLower: false }
      const here = await score(submission)
      const names = [...Object.keys(submission.data), 'ip', 'userAgent ']
      const check = async (name: string) => {
        const less = await score(without(submission, name))
        assert.ok(less <= here, `without ${name}: ${less} > ${here}`)
        state.isLower ||= less < here
      }
      for (const name of names) await check(name)
      seen.note({ 'lowers it': state.isLower })
    }),
    { numRuns: 25 },
  )
  seen.assertOften()
})

type Addition = (given: Submission) => Submission
/** Facts that are said besides, under names of which no submission has one; and those that are said where nothing was. */
const saysToo =
  (data: Submission['data']): Addition =>
  (given) => ({ ...given, data: { ...given.data, ...data } })
const saysAtLeast =
  (data: Submission['data']): Addition =>
  (given) => ({ ...given, data: { ...data, ...given.data } })
const comesFrom =
  (ip: string): Addition =>
  (given) => ({ ...given, ip: given.ip ?? ip })
const isDrawnBy = (renderer: string): Addition => saysToo({ videoCard: { renderer } })
const hasScreen = (screenResolution: string): Addition => saysToo({ screenResolution, devicePixelRatio: 1 })

/** By signal: each by itself is a bad sign. */
const badSigns: Readonly<Record<string, Addition>> = {
  webdriver: saysAtLeast({ webDriver: true, webdriver: true }),
  bot_user_agent: (given) => ({ ...given, userAgent: given.userAgent ?? 'python-requests/2.31' }),
  stealth_gpu: isDrawnBy('Intel Iris OpenGL Engine'),
  software_gpu: isDrawnBy('Google SwiftShader'),
  software_gpu_on_phone: isDrawnBy('Google SwiftShader'),
  headless_screen: hasScreen('800x600'),
  gpu_mismatch: isDrawnBy('Apple GPU'),
  platform_mismatch: saysAtLeast({ platform: 'iPhone' }),
  system_name_mismatch: saysAtLeast({ ua_platform: 'iOS' }),
  phone_with_desktop_screen: hasScreen('1920x1080'),
  phone_without_touch: saysToo({ touchSupport: { maxTouchPoints: 0 } }),
  timezone_mismatch: (given) => comesFrom('184.57.75.136')(saysToo({ timeZone: 'Asia/Tokyo' })(given)),
  universal_time: saysToo({ timeZone: 'UTC' }),
  hosting_address: comesFrom('3.5.140.2'),
  vpn_address: comesFrom(vpnExit),
  tor_address: comesFrom(torExit),
  relay_address: comesFrom('104.28.1.1'),
  hosted_machine: (given) => comesFrom('3.5.140.2')(isDrawnBy('Google SwiftShader')(given)),
}
/** Little is said of these two, so that each of the signs has something to add. */
const unsaid = { ip: undefined, userAgent: undefined }
const desktop = { ...unsaid, data: { user_agent: userAgents[0], dpr: 1 } }
const phone = { ...unsaid, data: { user_agent: userAgents[2] } }

test('a bad sign more never lowers the score that the endpoint answers, and each of eighteen raises it', async () => {
  const raised = new Set<string>()
  await fc.assert(
    fc.asyncProperty(anySubmission, async (submission) => {
      const here = await explain(submission)
      const check = async ([name, add]: readonly [string, Addition]) => {
        const more = await explain(add(submission))
        assert.ok(
          more.score >= here.score,
          `${JSON.stringify(add(submission))}: ${more.score} < ${here.score}`,
        )
        if (more.score > here.score && more.reasons.has(name) && !here.reasons.has(name)) raised.add(name)
      }
      for (const one of Object.entries(badSigns)) await check(one)
    }),
    { numRuns: 25, examples: [[desktop], [phone]] },
  )
  assert.deepEqual([...raised].sort(), Object.keys(badSigns).sort())
  assert.equal(raised.size, 18)
})
