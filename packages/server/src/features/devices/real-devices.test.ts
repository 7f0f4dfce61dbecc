import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { DeviceFacts } from '@quoin/core/devices/device-graph.ts'
import { readEvidence } from '@quoin/core/risk/evidence.ts'
import { scoreEvidence } from '@quoin/core/risk/score.ts'
import { shippedWeights } from '@quoin/core/risk/weights.ts'
import crawlers from 'crawler-user-agents'
import { FingerprintGenerator } from 'fingerprint-generator'
import { list as botPatterns } from 'isbot'
import { isBot } from '../../adapters/bots.ts'

interface RealRow {
  readonly userAgent: string
  readonly platform: string
  readonly screenWidth: number
  readonly screenHeight: number
}

function readRows(): readonly RealRow[] {
  // The package lets no one import its data, which lies beside its door.
  const door = pathToFileURL(createRequire(import.meta.url).resolve('user-agents'))
  return JSON.parse(readFileSync(new URL('user-agents.json', door), 'utf8'))
}

const device: DeviceFacts = {
  users: 1,
  arrivedWithHere: 0,
  arrivedWithElsewhere: 0,
  coLocatedUsers: 0,
  prefixesKnown: 1,
  usersWithoutSubnet: 0,
  settledUsers: 0,
  settledPrefixes: 0,
  settledWithoutSubnet: 0,
  settledDays: 0,
}

function scoreOf(data: unknown): number {
  return scoreEvidence(readEvidence(data, { isBot, device }), shippedWeights).probability
}

test('at least 99 % of 10,000 real browsers score under 50', () => {
  const scores = readRows().map(({ userAgent, platform, screenWidth, screenHeight }) =>
    scoreOf({ user_agent: userAgent, platform, resolution: `${screenWidth}x${screenHeight}` }),
  )
  assert.ok(scores.length >= 10_000)
  assert.ok(scores.filter((score) => score < 0.5).length >= 0.99 * scores.length)
})

test('at least 99 % of the crawlers of the world score at least 50', () => {
  const scores = crawlers.flatMap(({ instances }) =>
    instances.map((userAgent) => scoreOf({ user_agent: userAgent })),
  )
  assert.ok(scores.length >= 2_000)
  assert.ok(scores.filter((score) => score >= 0.5).length >= 0.99 * scores.length)
})

test('at least 99 % of 1,000 whole fingerprints of real browsers score under 50', () => {
  const generator = new FingerprintGenerator()
  const scores = Array.from({ length: 1_000 }, () => {
    const { screen, navigator, videoCard } = generator.getFingerprint().fingerprint
    return scoreOf({
      userAgent: navigator.userAgent,
      userAgentData: navigator.userAgentData,
      platform: navigator.platform,
      webdriver: navigator.webdriver === 'true',
      maxTouchPoints: navigator.maxTouchPoints,
      devicePixelRatio: screen.devicePixelRatio,
      screenResolution: [screen.width, screen.height],
      videoCard,
    })
  })
  assert.ok(scores.filter((score) => score < 0.5).length >= 0.99 * scores.length)
})

test('whoever names themselves as isbot knows bots scores at least 50', () => {
  const names = botPatterns.filter((pattern) => /^[a-z][\w .-]+$/i.test(pattern))
  assert.ok(names.length >= 50, String(names.length))
  const scores = names.map((name) => scoreOf({ user_agent: `Mozilla/5.0 (compatible; ${name}/1.0)` }))
  assert.ok(scores.filter((score) => score >= 0.5).length >= 0.99 * scores.length)
})
