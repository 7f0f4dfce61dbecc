// npm run bench:first-paint [-- --rounds 9 --against ../other-checkout]: what the overview costs a browser without a cache.
import { once } from 'node:events'
import { spawn } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { chromiumFile } from '../test/support/collectors.ts'
import { answers } from './quoin-server.ts'
import { median } from './report.ts'

/**
 * Requests and bytes of script of the overview on a cold cache, and the time until its figures stand there, as a ratio to
 * the first paint of a bare page of the same server in the same run. Both are asked in turns, on a line of 40 ms and 10 Mbit/s.
 */
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '9' }, against: { type: 'string' } },
})
const rounds = Number(values.rounds)
const here = fileURLToPath(new URL('..', import.meta.url))
const checkouts = [...(values.against === undefined ? [] : [resolve(values.against)]), here]
const line = { offline: false, latency: 40, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000 }
const port = 18_480
const origin = `http://localhost:${port}`

interface Visit {
  readonly requests: number
  readonly scriptBytes: number
  /** Since the visit began. */
  readonly usefulMs: number
}

for (const checkout of checkouts) await measureCheckout(checkout)

async function measureCheckout(checkout: string): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'quoin-first-paint-'))
  await chmod(dataDir, 0o755)
  const child = spawn('npm', ['start'], {
    cwd: checkout,
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), DEMO_MONTH: 'off', LOG_LEVEL: 'error' },
    stdio: 'ignore',
    detached: true,
  })
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({ executablePath: chromiumFile, args })
  try {
    await answers(`${origin}/readyz`, child)
    const state = await signIn(browser, dataDir)
    const useful: Visit[] = []
    const bare: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      bare.push(await visitBare(await browser.newContext()))
      useful.push(await visitOverview(await browser.newContext({ storageState: state })))
    }
    const [first] = useful
    const usefulMs = median(useful.map((visit) => visit.usefulMs))
    const bareMs = median(bare)
    console.log(`${checkout}
  requests ${first?.requests}, script ${((first?.scriptBytes ?? 0) / 1024).toFixed(1)} kB
  figures after ${usefulMs.toFixed(0)} ms, a bare page after ${bareMs.toFixed(0)} ms: ${(usefulMs / bareMs).toFixed(2)} times`)
  } finally {
    await browser.close()
    if (child.exitCode === null && child.pid !== undefined) {
      const ended = once(child, 'close')
      process.kill(-child.pid, 'SIGTERM')
      await ended
    }
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 })
  }
}

/** The link of the demo signs whoever opens it in. */
async function signIn(browser: Browser, dataDir: string) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto((await readFile(join(dataDir, 'set-up-link.txt'), 'utf8')).trim())
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  const state = await context.storageState()
  await context.close()
  return state
}

async function openSlowly(context: BrowserContext) {
  const page = await context.newPage()
  const debug = await context.newCDPSession(page)
  await debug.send('Network.enable')
  await debug.send('Network.emulateNetworkConditions', line)
  return { page, debug }
}

/** A page of a few lines without scripts. */
async function visitBare(context: BrowserContext): Promise<number> {
  const { page } = await openSlowly(context)
  await page.goto(`${origin}/test-offer?click_id=none`)
  const ms = await page.evaluate<number>(
    `new Promise((done) => new PerformanceObserver((list) => done(list.getEntries()[0].startTime))
       .observe({ type: 'paint', buffered: true }))`,
  )
  await context.close()
  return ms
}

async function visitOverview(context: BrowserContext): Promise<Visit> {
  const { page, debug } = await openSlowly(context)
  let requests = 0
  let scriptBytes = 0
  const scripts = new Set<string>()
  debug.on('Network.requestWillBeSent', () => {
    requests += 1
  })
  debug.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId)
  })
  debug.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) scriptBytes += encodedDataLength
  })
  await page.goto(`${origin}/dashboard/ops`, { waitUntil: 'commit' })
  const usefulMs = await page.evaluate<number>(
    `new Promise((done) => {
       const look = () => {
         if (document.querySelector('.kpis[aria-busy="false"]')) done(performance.now())
         else requestAnimationFrame(look)
       }
       look()
     })`,
  )
  // Later requests count as well.
  await page.waitForTimeout(1_500)
  await context.close()
  return { requests, scriptBytes, usefulMs }
}
