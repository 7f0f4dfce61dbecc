import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible, assertFits, assertQuiet } from '../support/browser.ts'
import { chromiumMissing as skip } from '../support/collectors.ts'
import { shoot } from '../support/shoot.ts'
import { openPublisherPages } from '../support/staff-pages.ts'

/** Statistics of more offers than a page shows. */

const { world, browser } = await openPublisherPages()
// The nth offer has n clicks.
await world.ports.db.query(
  `insert into stats_15min (app_id, quarter, offer_id, country, platform, sub_id, status, clicks, unique_clicks)
   select $1, date_trunc('day', to_timestamp($2), 'UTC') - interval '1 day', n, 'DE', 'ios', '', '', n, n
   from generate_series(1, 250) n`,
  [world.app.appId, world.clock.nowMs() / 1_000],
)

const table = (page: Page) => page.getByRole('table', { name: 'Figures by offer' })

async function clicksOf(page: Page, name: string | RegExp): Promise<string> {
  const row = table(page).getByRole('row').filter({ hasText: name })
  await row.waitFor()
  return (await row.getByRole('cell').first().textContent()) ?? ''
}

for (const [path, member] of [
  ['/dashboard/ops/statistics', false],
  ['reports', true],
] as const)
  test(`${path} shows the largest offers, the others in one row and the total; more of them when asked`, {
    skip,
  }, async () => {
    const own = `/dashboard/o/${world.app.publisherId}/apps/${world.app.appId}/${path}`
    const options = member ? { member: { role: 'owner', publisherId: world.app.publisherId } as const } : {}
    const page = await browser.visit(`${member ? own : path}?by=offer&tz=UTC&sort=-clicks`, options)
    assert.equal(await clicksOf(page, '150 other offers'), '11,325')
    assert.equal(await clicksOf(page, 'All 250 offers'), '31,375')
    await assertAccessible(page)
    const arriving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV' }).click()
    const file = await readFile(await (await arriving).path(), 'utf8')
    assert.equal(file.trimEnd().split('\r\n').length, 251)
    await page.getByRole('button', { name: 'Show more' }).click()
    assert.equal(await clicksOf(page, /^50 other offers/), '1,275')
    await page.getByRole('button', { name: 'Show more' }).click()
    await table(page).getByText('other offers').waitFor({ state: 'detached' })
    assert.equal(await table(page).getByRole('row').count(), 252)
    assertQuiet(page)
  })

for (const [width, scheme] of [
  [1280, 'light'],
  [390, 'dark'],
] as const)
  test(`the largest offers at ${width} px, ${scheme}: accessible, and they fit`, { skip }, async () => {
    const page = await browser.visit('/dashboard/ops/statistics?by=offer&tz=UTC&sort=-clicks', {
      width,
      scheme,
    })
    await page.getByText('150 other offers').waitFor()
    await shoot(page, `largest-${width}-${scheme}`)
    await assertAccessible(page)
    await assertFits(page)
  })
