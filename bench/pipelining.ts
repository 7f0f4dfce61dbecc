// npm run bench:pipelining: connections that send hundreds of requests at once and read no answer.
import { execFile } from 'node:child_process'
import { request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startQuoin } from './quoin-server.ts'

const run = promisify(execFile)
const stallMaxMs = 250
const growthMaxMb = 100
const quietMs = 4_000
const port = 18_460
const floods = [
  { sockets: 300, requests: 200, path: '/docs' },
  { sockets: 1_500, requests: 400, path: '/docs' },
  { sockets: 300, requests: 200, path: '/metrics' },
  { sockets: 300, requests: 200, path: '/openapi.json' },
  { sockets: 300, requests: 17, path: '/docs/js/scalar.js' },
]

interface Seen {
  answered: number
  failed: number
  stallMs: number
  rssMaxMb: number
}

const server = await startQuoin(1_000, port)

/** One request on a connection of its own; resolves with its status, or 0. */
function ask(path: string, headers: Readonly<Record<string, string>> = {}): Promise<number> {
  return new Promise((resolve) => {
    const asked = request(`${server.origin}${path}`, { headers, agent: false, timeout: 60_000 }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
    })
    asked.on('timeout', () => asked.destroy())
    asked.on('error', () => resolve(0))
    asked.end()
  })
}

/** Asks whether it is alive, and for lists, again and again as others would; until told to stop. */
async function watch(seen: Seen, isOver: () => boolean): Promise<void> {
  const keys = { 'x-api-key': server.apiKey, 'x-api-secret': server.apiSecret }
  const probe = async (path: string, headers: Readonly<Record<string, string>>): Promise<void> => {
    while (!isOver()) {
      const startedMs = performance.now()
      const status = await ask(path, headers)
      seen.stallMs = Math.max(seen.stallMs, performance.now() - startedMs)
      seen.rssMaxMb = Math.max(seen.rssMaxMb, server.rssMb())
      if (status === 200) seen.answered += 1
      else seen.failed += 1
      await delay(10)
    }
  }
  await Promise.all([probe('/livez', {}), probe('/api/v1/offers?userId=u', keys)])
}

/** Runs the same probes on this machine while nobody floods. */
async function measureQuiet(): Promise<void> {
  const seen: Seen = { answered: 0, failed: 0, stallMs: 0, rssMaxMb: 0 }
  const untilMs = performance.now() + quietMs
  await watch(seen, () => performance.now() > untilMs)
  console.log(
    `nobody floods: stall ${Math.round(seen.stallMs)} ms, ${seen.answered} served, ${seen.failed} not`,
  )
}

async function measure({ sockets, requests, path }: (typeof floods)[number]): Promise<boolean> {
  const seen: Seen = { answered: 0, failed: 0, stallMs: 0, rssMaxMb: 0 }
  const beforeMb = server.rssMb()
  const beforeMs = server.processorMs()
  let isOver = false
  const watching = watch(seen, () => isOver)
  const script = fileURLToPath(new URL('./flood-pipelines.ts', import.meta.url))
  const order = [script, port, sockets, requests, path].map(String)
  const { stdout } = await run(process.execPath, order)
  isOver = true
  await watching
  const { closed } = JSON.parse(stdout) as { closed: number } // printed by our own script
  const growthMb = seen.rssMaxMb - beforeMb
  const isMet = seen.stallMs <= stallMaxMs && growthMb <= growthMaxMb && seen.failed === 0
  const tookMs = server.processorMs() - beforeMs
  const figures = `stall ${Math.round(seen.stallMs)} ms, processor ${tookMs} ms, growth ${Math.round(growthMb)} MB`
  const others = `others: ${seen.answered} served, ${seen.failed} not`
  console.log(
    `${sockets} × ${requests} GET ${path}: ${figures}, ${others}; ${closed} closed; ${isMet ? 'met' : 'MISSED'}`,
  )
  return isMet
}

try {
  for (let warmUp = 0; warmUp < 200; warmUp += 1)
    await Promise.all([ask('/livez'), ask('/docs'), ask('/metrics')])
  await measureQuiet()
  let areMet = true
  for (const flood of floods) {
    areMet = (await measure(flood)) && areMet
    await delay(2_000)
  }
  console.log(`bounds: stall ≤ ${stallMaxMs} ms, growth ≤ ${growthMaxMb} MB, all others served`)
  if (!areMet) process.exitCode = 1
} finally {
  await server.stop()
}
