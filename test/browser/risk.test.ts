import { describe, test } from 'node:test'
import { adoptWeights } from '../../packages/server/src/features/risk/adopt-weights.ts'
import { shippedWeights } from '@quoin/core/risk/weights.ts'
import { assertAccessible, assertFits, assertQuiet } from '../support/browser.ts'
import { chromiumMissing } from '../support/collectors.ts'
import { openStaffPages } from '../support/staff-pages.ts'

describe('risk on the dashboard', { skip: chromiumMissing }, async () => {
  if (chromiumMissing !== false) return
  const { world, browser } = await openStaffPages()
  await adoptWeights(world.ports, { weights: { ...shippedWeights, version: 'first' }, actor: 'test' })
  await adoptWeights(world.ports, { weights: { ...shippedWeights, version: 'second' }, actor: 'test' })

  test('other weights are put into use, and what that means is told first', async () => {
    const page = await browser.visit('/dashboard/ops/risk?tab=weights')
    await page.getByRole('row', { name: /first/ }).getByRole('button', { name: 'Use…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('conversions are held').waitFor()
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Use these weights' }).click()
    await page.getByRole('row', { name: /first/ }).getByText('In use').waitFor()
    assertQuiet(page)
  })

  for (const [width, scheme, tab, text] of [
    [1280, 'dark', 'scores', 'Nobody was assessed'],
    [390, 'light', 'scores', 'Nobody was assessed'],
    [390, 'dark', 'signals', 'Webdriver'],
    [390, 'light', 'weights', 'Adopt weights'],
  ] as const) {
    test(`${tab} fit ${width} px, ${scheme}`, async () => {
      const page = await browser.visit(`/dashboard/ops/risk?tab=${tab}`, { width, scheme })
      await page.getByText(text).first().waitFor()
      await assertFits(page)
      await assertAccessible(page)
      assertQuiet(page)
    })
  }
})
