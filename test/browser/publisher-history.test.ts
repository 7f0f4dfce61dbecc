import { test } from 'node:test'
import { assertAccessible, assertFits, assertQuiet } from '../support/browser.ts'
import { chromiumMissing as skip } from '../support/collectors.ts'
import { followOffer, tell } from '../support/conversions.ts'
import { openPublisherPages } from '../support/staff-pages.ts'

/* A publisher finds their conversions and clicks, and what they are owed. */

const { world, browser, as, address } = await openPublisherPages()
const clickId = await followOffer(world, { offerId: await world.addOffer(), userId: 'zoë-77' })
await tell(world, { query: { click_id: clickId, payout: '1', status: 'approved' } })

for (const [width, scheme] of [
  [1280, 'light'],
  [390, 'dark'],
] as const)
  test(`conversions, clicks, a timeline and money at ${width} px, ${scheme}`, {
    skip,
  }, async () => {
    for (const [where, heading] of [
      [address('conversions'), 'Conversions'],
      [address('clicks'), 'Clicks'],
      [`/dashboard/o/${world.app.publisherId}/money`, 'Money'],
    ] as const) {
      const page = await browser.visit(where, { member: as('owner'), width, scheme })
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
      if (heading === 'Clicks') {
        await page.getByRole('link', { name: 'zoë-77' }).click()
        await page.getByRole('heading', { name: 'What happened' }).waitFor()
      }
      assertQuiet(page)
      await assertAccessible(page)
      await assertFits(page)
      const folder = process.env['SCREENSHOTS']
      if (folder)
        await page.screenshot({ path: `${folder}/own-${heading}-${width}-${scheme}.png`, fullPage: true })
    }
  })

test('live and test data are apart', { skip }, async () => {
  const page = await browser.visit(`${address('conversions')}?mode=test`, { member: as('owner') })
  await page.getByText('No conversion yet').waitFor()
  await page.getByRole('switch', { name: 'Test' }).click()
  await page.getByRole('link', { name: 'zoë-77' }).waitFor()
})
