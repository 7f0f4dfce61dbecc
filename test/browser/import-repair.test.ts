import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { offerColumnNames } from '@quoin/core/offers/offer-fields.ts'
import type { Page } from 'playwright-core'
import { workOnJob } from '../../packages/server/src/features/jobs/work-on-job.ts'
import { assertAccessible, assertFits, assertQuiet } from '../support/browser.ts'
import { chromiumMissing } from '../support/collectors.ts'
import { dirtyOffers } from '../support/dirty-offers.ts'
import { shoot } from '../support/shoot.ts'
import { openStaffPages } from '../support/staff-pages.ts'

describe('a dirty file of offers on the dashboard', { skip: chromiumMissing }, async () => {
  if (chromiumMissing !== false) return
  const { world, browser } = await openStaffPages()

  async function openFile(page: Page, networkId: number): Promise<void> {
    await page.locator('input[type=file]').setInputFiles({
      name: 'northwind-november.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(dirtyOffers()),
    })
    await page.getByRole('combobox', { name: 'The offers are of' }).selectOption(String(networkId))
  }

  async function seeWell(page: Page): Promise<void> {
    await page.waitForLoadState('networkidle')
    await assertAccessible(page)
    await assertFits(page)
    assertQuiet(page)
    const text = await page.locator('main').innerText()
    const internal = offerColumnNames.filter((name) => name.includes('_') && text.includes(name))
    assert.deepEqual(internal, [], 'no name of a column stands on the page')
    assert.doesNotMatch(text, /--[a-z]/, 'and no option of a command')
  }

  for (const [width, scheme] of [
    [1280, 'light'],
    [390, 'dark'],
  ] as const) {
    test(`it is repaired, imported and remembered, at ${width} pixels`, async () => {
      const { networkId } = await world.addNetwork({ slug: `northwind-${width}`, name: `Northwind ${width}` })
      const page = await browser.visit('/dashboard/ops/offers/import', { width, scheme })
      await openFile(page, networkId)
      await page.getByText('181 of 200 rows can be imported, 96 of them repaired.').waitFor()
      await seeWell(page)
      await shoot(page, `import repair ${width} ${scheme}`)

      await page.getByRole('button', { name: '1.50', exact: true }).click()
      await page.getByText('183 of 200 rows can be imported, 98 of them repaired.').waitFor()
      await page.getByRole('combobox', { name: '“Windows Phone” means' }).selectOption('desktop')
      await page.getByText('185 of 200 rows can be imported, 100 of them repaired.').waitFor()
      await page.getByRole('checkbox', { name: 'Repair: Space or foreign letter in an address' }).uncheck()
      await page.getByText('181 of 200 rows can be imported, 96 of them repaired.').waitFor()
      await page.getByRole('checkbox', { name: 'Repair: Space or foreign letter in an address' }).check()
      await page.getByRole('button', { name: 'See rows: Currency beside the price' }).click()
      await page
        .getByText(/^Line 12/)
        .first()
        .waitFor()
      await seeWell(page)

      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download the other 15' }).click()
      const file = readFileSync(await (await download).path(), 'utf8')
      assert.equal(file.trim().split('\r\n').length, 16)
      assert.match(file, /^\ufeffOffer ID,.*,Reason\r\n/)
      assert.match(file, /Publisher earns is required/)

      await page.getByRole('button', { name: 'Import 185 offers' }).click()
      await page.waitForURL('**job=**')
      assert.equal(await workOnJob(world.ports, new AbortController().signal), true)
      await page.getByText('185 created, 0 updated, 100 of them repaired.').waitFor()
      await page.getByText(`The repairs are remembered for Northwind ${width}`).waitFor()
      await page.getByRole('button', { name: 'Download 15 with reasons' }).waitFor()
      await seeWell(page)
      await shoot(page, `import repair done ${width} ${scheme}`)

      const next = await browser.visit('/dashboard/ops/offers/import', { width, scheme })
      await openFile(next, networkId)
      await next.getByText('185 of 200 rows can be imported, 100 of them repaired.').waitFor()
      await next.getByText('As last time').first().waitFor()
      assert.equal(await next.getByText('Waits for your answer').count(), 0)
      assertQuiet(next)
    })
  }

  for (const [width, scheme] of [
    [1280, 'light'],
    [390, 'dark'],
  ] as const) {
    test(`prices in columns are known by their names, and told by country, at ${width} pixels`, async () => {
      const { networkId } = await world.addNetwork({ slug: `prices-${width}`, name: `Prices ${width}` })
      const page = await browser.visit('/dashboard/ops/offers/import', { width, scheme })
      const url = 'https://x.example/?c={click_id}'
      await page.locator('input[type=file]').setInputFiles({
        name: 'prices.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(
          [
            'Offer ID,Title,Landing URL,Payout US,Revenue US,Payout (DE),Revenue (DE),Geo,Payout,Rate',
            `1,Bubble Farm,${url},"2,50",$4,1,2,,,`,
            `2,Castle,${url},,,,,US,1,2`,
            `2,Kastell,${url},,,,,DE,1,2`,
          ].join('\n'),
        ),
      })
      await page.getByText('All that is needed is there').waitFor()
      await page.getByRole('combobox', { name: 'The offers are of' }).selectOption(String(networkId))
      await page.getByText('1 of 3 rows can be imported, 1 of them repaired.').waitFor()
      await page.getByText('Rows of one offer differ: Name').waitFor()
      await page.getByText('DE: 1 of 2; US: 2.5 of 4').waitFor()
      await page.getByText('Where it has a price').waitFor()
      await page.getByRole('button', { name: 'Columns', exact: true }).click()
      const chosen = page.getByRole('combobox', { name: 'Payout (DE) is' })
      assert.equal(await chosen.inputValue(), 'prices')
      await assertAccessible(page)
      await assertFits(page)
      assertQuiet(page)
      await shoot(page, `import prices ${width} ${scheme}`)
    })
  }
})
