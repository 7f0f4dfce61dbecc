import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { assertQuiet } from '../support/browser.ts'
import { chromiumMissing } from '../support/collectors.ts'
import { eventually } from '../support/eventually.ts'
import { createWallWorld } from '../support/wall-world.ts'

describe('an impression of the wall', { skip: chromiumMissing }, async () => {
  if (chromiumMissing !== false) return
  const world = await createWallWorld()
  const offers = await world.addOffers(
    Array.from({ length: 130 }, (_, index) => ({ name: `Offer ${index}` })),
  )
  after(() => world.close())

  const shown = async (): Promise<number> => {
    await world.open.impressions.write()
    const [row] = await world.ports.db.query<{ offers: number }>(
      'select count(distinct offer_id)::int as offers from impressions where app_id = $1',
      [world.app.appId],
    )
    return row?.offers ?? 0
  }

  test('is counted when a card was in sight, and cards further down only when somebody gets there', async () => {
    const query = new URLSearchParams({ apiKey: world.app.live.apiKey, userId: 'nia' })
    const page = await world.visit(`${world.base}/wall?${query}`, {
      viewport: { width: 390, height: 700 },
      userAgent:
        'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
    })
    await page.locator('[data-offer]').first().waitFor()
    await eventually(async () => (await shown()) > 0, true)
    const first = await shown()
    assert.ok(first < offers.length / 2, `${first} of ${offers.length} fit on a phone`)
    await page.locator('[data-offer]').last().scrollIntoViewIfNeeded()
    await eventually(async () => (await shown()) > first, true)
    assertQuiet(page)
  })

  test('goes by the background in few batches of at most a hundred, each offer once in a view, the last when the page is hidden', async () => {
    const beacons: { readonly type: string; readonly offers: readonly string[] }[] = []
    const page = await world.visit('/livez', { viewport: { width: 1000, height: 30_000 } })
    page.on('request', (request) => {
      if (!request.url().includes('/wall/impressions')) return
      const offers = new URLSearchParams(request.postData() ?? '').get('offers')?.split(',') ?? []
      beacons.push({ type: request.resourceType(), offers })
    })
    const query = new URLSearchParams({ apiKey: world.app.live.apiKey, userId: 'ned', sort: 'newest' })
    await page.goto(`${world.base}/wall?${query}`)
    // All that is there is in sight; the pages after the first come below it.
    for (let cards = 20; cards < offers.length; cards += 20) {
      await page.locator('[data-more]').click()
      await eventually(() => page.locator('.card').count(), Math.min(cards + 20, offers.length))
    }
    const sent = () => beacons.flatMap((one) => one.offers)
    await eventually(async () => sent().length, offers.length)
    assert.deepEqual(sent().map(Number).toSorted(), offers.toSorted())
    assert.ok(beacons.length < offers.length / 10, `${beacons.length} beacons`)
    assert.ok(beacons.every((one) => one.offers.length <= 100 && one.type === 'ping'))

    // Cards that go and come back were told already.
    await page.getByRole('link', { name: 'Offer 129', exact: true }).click()
    await page.waitForURL((url) => url.pathname !== '/wall')
    await page.goBack()
    await page.locator('[data-offer]').first().waitFor()
    await page.goto('/livez')
    assert.equal(sent().length, offers.length)

    // A page that lives shorter than the pause between beacons tells what it showed when it is hidden.
    await page.addInitScript('window.setInterval = () => 0')
    await page.goto(`${world.base}/wall?${query}`)
    await page.locator('[data-offer]').first().waitFor()
    const before = sent().length
    await eventually(async () => {
      await page.evaluate(
        `Object.defineProperty(document, 'hidden', { get: () => true, configurable: true }); document.dispatchEvent(new Event('visibilitychange'))`,
      )
      return sent().length
    }, before + 20)
    assertQuiet(page)
  })
})
