// One machine that takes a new hash for each account, against the running server, and the ways in which it tries not to
// be told; honest newcomers of one line and of one carrier beside it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createWorld, type World } from '../support/world.ts'

const userAgent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/147.0.0.0 Safari/537.36'
const machine = {
  user_agent: userAgent,
  platform: 'Win32',
  os: 'Windows',
  max_touch_points: 0,
  dpr: 1,
  timezone: 'Europe/Berlin',
  resolution: '1920x1080',
  hardware_concurrency: 12,
  canvas: 'drawn',
  webgl_renderer: 'ANGLE (NVIDIA, NVIDIA GeForce RTX 3060 Direct3D11)',
}

let world: World
before(async () => {
  world = await createWorld({
    app: { rateLimitPerMinute: 100_000 },
    environment: { RATE_LIMIT_PER_MINUTE: '1000000' },
  })
})
after(() => world.close())

interface Submission {
  readonly user: string
  readonly hash?: string
  readonly data?: object
  readonly ip: string
}

async function submit({ user, hash = `hash of ${user}`, data = machine, ip }: Submission): Promise<number> {
  const body = { user_id: user, fingerprint_hash: hash, userAgent, fingerprint_data: data, ip }
  const answer = await world.post('/api/v1/fingerprint', { body, headers: world.credentials })
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json().data.risk_score
}

interface Accounts {
  readonly count?: number
  readonly everySec?: number
  /** The submissions of an account; the last answer is its score. */
  submissionsOf(index: number): readonly Omit<Submission, 'user'>[]
}

/** The score of the last of them. */
async function signUp(name: string, { count = 12, everySec = 30, submissionsOf }: Accounts): Promise<number> {
  let score = 0
  for (let index = 0; index < count; index += 1) {
    for (const submission of submissionsOf(index))
      score = await submit({ ...submission, user: `${name} ${index}` })
    world.clock.advance({ seconds: everySec })
  }
  return score
}

const { resolution: _resolution, ...withoutScreen } = machine

for (const [title, accounts] of [
  ['nothing else', { submissionsOf: () => [{ ip: '91.21.1.1' }] }],
  [
    'other data first',
    {
      submissionsOf: (index) => [
        { ip: '91.21.2.1', data: { ...machine, resolution: `${1000 + index}x900` } },
        { ip: '91.21.2.1' },
      ],
    },
  ],
  [
    'another hash without data first',
    {
      submissionsOf: (index) => [{ ip: '91.21.3.1', data: {}, hash: `first ${index}` }, { ip: '91.21.3.1' }],
    },
  ],
  ['another line first', { submissionsOf: (index) => [{ ip: `92.${index}.3.1` }, { ip: '91.21.4.1' }] }],
  [
    'no screen, and more accounts',
    { count: 24, submissionsOf: () => [{ ip: '91.21.6.1', data: withoutScreen }] },
  ],
  [
    'a subnet of its own prefix for each, and more accounts',
    { count: 24, submissionsOf: (index) => [{ ip: `2003:de:1:${index + 1}::5` }] },
  ],
] as const satisfies readonly (readonly [string, Accounts])[])
  test(`accounts of one machine with a new hash each are told as such; it tries ${title}`, async () => {
    const score = await signUp(title, accounts)
    assert.ok(score > 40 && score < 50, `${score}`)
  })

for (const [title, accounts] of [
  [
    'an office where each has another machine',
    {
      submissionsOf: (index) => [{ ip: '91.22.1.1', data: { ...machine, canvas: `drawn ${index}` } }],
    },
  ],
  [
    'a carrier’s prefix on which somebody with the same phone arrives each hour',
    { count: 24, everySec: 3_600, submissionsOf: (index) => [{ ip: `2a02:8388:5:${index + 1}::7` }] },
  ],
  [
    'a household whose two people have a phone and a laptop each',
    {
      count: 2,
      submissionsOf: (index) => [
        { ip: '91.22.3.1', hash: `phone ${index}`, data: { ...machine, resolution: '390x844' } },
        { ip: '91.22.3.1', hash: `laptop ${index}` },
      ],
    },
  ],
] as const satisfies readonly (readonly [string, Accounts])[])
  test(`honest newcomers are not: ${title}`, async () => {
    const score = await signUp(title, accounts)
    assert.ok(score < 10, `${score}`)
  })
