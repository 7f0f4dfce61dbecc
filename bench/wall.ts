import { chromium } from 'playwright-core'
import { chromiumFile } from '../test/support/collectors.ts'
import { createWallWorld } from '../test/support/wall-world.ts'

/** Prints what a first visit of the wall costs on a slow phone, on two lines: bytes, largest paint, shifts. */
const profiles = {
  '9 Mbit/s, 100 ms, CPU 6 ×': { latency: 100, bytesPerSec: 1_125_000, lcpMax: 2_500 },
  '400 kbit/s, 400 ms, CPU 6 ×': { latency: 400, bytesPerSec: 50_000, lcpMax: 5_000 },
} as const
const rounds = 5

const world = await createWallWorld({ environment: { WALL_PAGES_PER_MINUTE: '1000' } })
await world.addOffers(
  Array.from({ length: 60 }, (_, n) => ({
    name: `Offer ${n} of a name as long as many are`,
    description: `Reach level ${n * 7} within ${n + 3} days of the start`,
    categories: ['games', 'apps', 'surveys', 'finance'][n % 4] ?? 'games',
    payout: String(1 + (n % 9)),
  })),
)
const browser = await chromium.launch({ executablePath: chromiumFile, args: ['--no-sandbox'] })
console.log('| profile | on the wire, kB | LCP, ms (median) | CLS |\n| --- | --- | --- | --- |')
for (const [name, { latency, bytesPerSec, lcpMax }] of Object.entries(profiles)) {
  const seen = []
  for (let round = 0; round < rounds; round += 1) seen.push(await visit({ latency, bytesPerSec }))
  const lcps = seen.map(({ lcp }) => lcp).sort((a, b) => a - b)
  const lcp = lcps[Math.floor(rounds / 2)] ?? 0
  const bytes = Math.max(...seen.map((one) => one.bytes))
  const shift = Math.max(...seen.map(({ cls }) => cls))
  const verdict = lcp <= lcpMax ? '' : ` (more than ${lcpMax})`
  console.log(
    `| ${name} | ${(bytes / 1000).toFixed(1)} | ${lcp.toFixed(0)}${verdict} | ${shift.toFixed(3)} |`,
  )
}
await browser.close()
await world.close()
process.exit()

interface Line {
  readonly latency: number
  readonly bytesPerSec: number
}

async function visit({ latency, bytesPerSec }: Line): Promise<{ bytes: number; lcp: number; cls: number }> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  const debug = await context.newCDPSession(page)
  await debug.send('Network.enable')
  const line = { offline: false, latency, downloadThroughput: bytesPerSec, uploadThroughput: bytesPerSec }
  await debug.send('Network.emulateNetworkConditions', line)
  await debug.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  // The page and its script; pictures and the collector come later.
  const counted = new Set<string>()
  let bytes = 0
  debug.on('Network.responseReceived', ({ requestId, type, response: { url } }) => {
    if (type === 'Document' || url.includes('/assets/client-')) counted.add(requestId)
  })
  debug.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (counted.has(requestId)) bytes += encodedDataLength
  })
  await page.goto(`${world.base}/wall?session=${world.sessionOf('ada')}`)
  await page.waitForTimeout(2_500)
  const measured = await page.evaluate<{ lcp: number; cls: number }>(
    `new Promise((done) => {
       let lcp = 0
       let cls = 0
       new PerformanceObserver((list) => { for (const one of list.getEntries()) lcp = one.startTime })
         .observe({ type: 'largest-contentful-paint', buffered: true })
       new PerformanceObserver((list) => { for (const one of list.getEntries()) cls += one.value })
         .observe({ type: 'layout-shift', buffered: true })
       setTimeout(() => done({ lcp, cls }), 300)
     })`,
  )
  await context.close()
  return { bytes, ...measured }
}
