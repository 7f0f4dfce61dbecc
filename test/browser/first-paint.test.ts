import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chromiumMissing as skip } from '../support/collectors.ts'
import { followOffer } from '../support/conversions.ts'
import { openStaffPages } from '../support/staff-pages.ts'

/* The cost of the first page for a browser that has nothing in its cache; `npm run bench:first-paint` has the times. */

const requestsMax = 20
const scriptBytesMax = 150 * 1024

const { world, browser } = await openStaffPages()
await followOffer(world, { offerId: await world.addOffer() })

test(`the overview takes at most ${requestsMax} requests and 150 kB of script, and asks nothing twice`, {
  skip,
}, async () => {
  const page = await browser.visit('/dashboard/sign-in', { role: null })
  await page.context().addCookies([{ name: 'staff', value: 'operator', url: new URL(page.url()).origin }])
  const debug = await page.context().newCDPSession(page)
  await debug.send('Network.enable')
  await debug.send('Network.clearBrowserCache')
  await debug.send('Network.setCacheDisabled', { cacheDisabled: true })
  const asked: string[] = []
  const scripts = new Set<string>()
  let scriptBytes = 0
  debug.on('Network.requestWillBeSent', ({ request }) => asked.push(new URL(request.url).pathname))
  debug.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId)
  })
  debug.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) scriptBytes += encodedDataLength
  })
  await page.goto('/dashboard/ops')
  await page.locator('.kpis[aria-busy="false"]').waitFor()
  await page.locator('.live-note.is-open').waitFor()
  await debug.detach()
  assert.ok(asked.length <= requestsMax, `${asked.length} requests: ${asked.join(' ')}`)
  assert.deepEqual(
    asked.filter((path, place) => asked.indexOf(path) !== place),
    [],
  )
  assert.ok(scriptBytes > 0 && scriptBytes <= scriptBytesMax, `${scriptBytes} bytes of script`)
  // The document's own calls were all of use.
  assert.equal(await page.evaluate('globalThis.begun.size'), 0)
  console.log(`${asked.length} requests, ${(scriptBytes / 1024).toFixed(1)} kB of script`)
})
