// npm run bench:risk [-- --json]: what one assessment costs beyond the database, and the endpoint beside a bare one.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { clicksMax, conversionsMax, describeActivity } from '@quoin/core/risk/activity.ts'
import { openLinkGraph } from '@quoin/core/devices/link-graph.ts'
import { describeDevice } from '@quoin/core/devices/device-graph.ts'
import { readEvidence } from '@quoin/core/risk/evidence.ts'
import { isMultiAccounting } from '@quoin/core/devices/multi-account.ts'
import { makeOfferNorms } from '@quoin/core/risk/offer-norms.ts'
import { noPeers } from '@quoin/core/risk/peers.ts'
import { scoreEvidence } from '@quoin/core/risk/score.ts'
import { subnetOf } from '@quoin/core/devices/subnet.ts'
import { shippedWeights } from '@quoin/core/risk/weights.ts'
import { FileAddressDirectory } from '../packages/server/src/adapters/addresses/address-directory.ts'
import { isBot } from '../packages/server/src/adapters/bots.ts'
import { openGeo } from '../packages/server/src/adapters/addresses/geo.ts'
import { openKeyring } from '../packages/server/src/adapters/crypto/keyring.ts'
import { hasWrk, type Load, saturate } from './load.ts'
import { answers, startQuoin } from './quoin-server.ts'
import { median, rounded } from './report.ts'

const port = 18_440
const rounds = 5
const seconds = 4

const userAgents = [147, 146, 145, 140].map(
  (version) =>
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`,
)

function bodyOf(index: number): {
  readonly fingerprint_hash: string
  readonly user_id: string
  readonly ip: string
  readonly fingerprint_data: object
} {
  const hash = createHash('md5')
    .update(`device ${index % 20_000}`)
    .digest('hex')
  return {
    fingerprint_hash: hash,
    user_id: `user-${index % 25_000}`,
    ip: `184.${index % 200}.${(index >> 3) % 256}.${index % 251}`,
    fingerprint_data: {
      resolution: '1920x1080',
      browser: 'Chrome',
      os: 'Windows',
      user_agent: userAgents[index % userAgents.length],
      platform: 'Win32',
      ua_platform: 'Windows',
      ua_mobile: false,
      webgl_renderer: 'ANGLE (Intel, Intel(R) UHD Graphics 620 (0x00005917) Direct3D11 vs_5_0 ps_5_0, D3D11)',
      max_touch_points: 0,
      dpr: 1,
      timezone: 'America/New_York',
      webdriver: false,
    },
  }
}

interface Done {
  readonly clicks: number
  readonly conversions: number
}

/** Microseconds of one process per assessment of a user who has done that: keys, look-ups, graph facts, signals, score. */
function measureCpu(done: Done): number {
  const keyring = openKeyring({ current: 'x'.repeat(40), previous: null })
  const geo = openGeo()
  const addresses = new FileAddressDirectory({ refreshedTable: null, asnDatabase: null, lists: [] })
  const book = openLinkGraph({ linksByDevice: new Map(), devicesByUser: new Map() })
  const keyOf = (noun: string, text: string): string => keyring.digestHex(`${noun}:1`, text).slice(0, 32)
  const startMs = 1_795_000_000_000
  const clicks = Array.from({ length: done.clicks }, (_, n) => ({
    offerId: n % 60,
    clickedAtMs: startMs - n * 40_000,
  }))
  const conversions = clicks.slice(0, done.conversions).map(({ offerId, clickedAtMs }) => {
    return { offerId, clickedAtMs, convertedAtMs: clickedAtMs + 600_000, isLost: false }
  })
  const counts = { clicks: 1_000, conversions: 200, lost: 10, paid: 100, bySlot: new Map([[20, 200]]) }
  const norms = makeOfferNorms(new Map(clicks.map(({ offerId }) => [offerId, counts])))
  const assess = (index: number): number => {
    const { fingerprint_hash, user_id, ip, fingerprint_data } = bodies[index % bodies.length] ?? bodyOf(index)
    const subnet = subnetOf(ip)
    const appearance = {
      device: keyOf('device', fingerprint_hash),
      user: keyOf('user', user_id),
      subnet: subnet === undefined ? undefined : keyOf('line', subnet),
      seenAtMs: 1_795_000_000_000 + index * 1_000,
    }
    const appeared = book.appear(appearance)
    const evidence = readEvidence(fingerprint_data, {
      country: geo.countryOf(ip),
      address: addresses.describe(ip),
      device: describeDevice(appeared.links, appearance),
      user: appeared.user,
      activity: describeActivity({ clicks, conversions, firstSeenAtMs: appeared.firstSeenAtMs }, norms),
      peers: noPeers,
      isBot,
    })
    isMultiAccounting(appeared.links, appearance, { threshold: 1, windowMs: 1e10, mode: 'literal' })
    return scoreEvidence(evidence, shippedWeights).probability
  }
  const bodies = Array.from({ length: 50_000 }, (_, index) => bodyOf(index))
  for (let index = 0; index < 20_000; index += 1) assess(index)
  const count = done.clicks > 10 ? 20_000 : 100_000
  const before = process.cpuUsage()
  for (let index = 0; index < count; index += 1) assess(index)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / count
}

interface Endpoint {
  readonly quoin: number
  readonly bare: number
  /** The ratio of each round, lowest first: the two were measured one right after the other. */
  readonly ratios: readonly number[]
  readonly failures: number
}

async function measureEndpoint(): Promise<Endpoint> {
  const server = await startQuoin(1_000, port)
  const directory = await mkdtemp(join(tmpdir(), 'quoin-bench-'))
  await writeFile(join(directory, 'bytes.json'), '{}')
  const script = fileURLToPath(new URL('./baselines.ts', import.meta.url))
  const child = spawn(process.execPath, [script, String(port + 1), join(directory, 'bytes.json')], {
    stdio: 'ignore',
  })
  try {
    const bareOrigin = `http://127.0.0.1:${port + 1}`
    await answers(`${bareOrigin}/302`, child)
    const bodies = Array.from({ length: 20_000 }, (_, index) => JSON.stringify(bodyOf(index)))
    const headers = {
      'content-type': 'application/json',
      'x-api-key': server.apiKey,
      'x-api-secret': server.apiSecret,
    }
    const load = (origin: string, path: string): Load => ({
      origin,
      method: 'POST',
      paths: [path],
      headers,
      bodies,
    })
    const rates = { quoin: [] as number[], bare: [] as number[] }
    const withWrk = await hasWrk()
    let failures = 0
    for (let round = 0; round <= rounds; round += 1) {
      const bare = await saturate(load(bareOrigin, '/json'), seconds, withWrk)
      const quoin = await saturate(load(server.origin, '/api/v1/fingerprint'), seconds, withWrk)
      // The first round is for the compiler.
      if (round === 0) continue
      rates.bare.push(bare.perSecond)
      rates.quoin.push(quoin.perSecond)
      failures += quoin.failures + bare.failures
    }
    const ratios = rates.quoin.map((rate, round) => rate / (rates.bare[round] ?? 1)).sort((a, b) => a - b)
    return { quoin: median(rates.quoin), bare: median(rates.bare), ratios, failures }
  } finally {
    child.kill('SIGTERM')
    await server.stop()
    await rm(directory, { recursive: true })
  }
}

const cpuMicroseconds = measureCpu({ clicks: 10, conversions: 3 })
const cpuAtBounds = measureCpu({ clicks: clicksMax, conversions: conversionsMax })
const endpoint = process.argv.includes('--cpu') ? undefined : await measureEndpoint()
console.log(
  JSON.stringify({
    assessment_cpu_us: rounded(cpuMicroseconds, 1),
    assessment_cpu_us_at_bounds: rounded(cpuAtBounds, 1),
    ...(endpoint && {
      fingerprint_ratio: rounded(endpoint.quoin / endpoint.bare),
      fingerprint_ratios: endpoint.ratios.map((ratio) => rounded(ratio)),
      load: rounded(loadavg()[0] ?? 0, 1),
      fingerprints_per_s: Math.round(endpoint.quoin),
      bare_json_posts_per_s: Math.round(endpoint.bare),
      failures: endpoint.failures,
    }),
  }),
)
