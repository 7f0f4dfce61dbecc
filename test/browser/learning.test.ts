import { describe, test } from 'node:test'
import { shippedWeights } from '@quoin/core/risk/weights.ts'
import { assertAccessible, assertFits, assertQuiet } from '../support/browser.ts'
import { chromiumMissing } from '../support/collectors.ts'
import { addLearned } from '../support/learning-scene.ts'
import { openStaffPages } from '../support/staff-pages.ts'

const address = '/dashboard/ops/risk?tab=weights'

describe('learning on the dashboard', { skip: chromiumMissing }, async () => {
  if (chromiumMissing !== false) return
  const { world, browser } = await openStaffPages()
  const version = await addLearned(world)

  for (const [width, scheme] of [
    [1280, 'light'],
    [1280, 'dark'],
    [390, 'light'],
    [390, 'dark'],
  ] as const) {
    test(`learned weights fit ${width} px, ${scheme}`, async () => {
      const page = await browser.visit(address, { width, scheme })
      await page.getByText('The gate lets them pass').waitFor()
      await page.getByText('riser-1').first().waitFor()
      await assertFits(page)
      await assertAccessible(page)
      assertQuiet(page)
    })
  }

  test('a number of the table opens its users', async () => {
    const page = await browser.visit(address)
    await page.getByRole('region', { name: 'On whom' }).getByRole('button').first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('link').first().waitFor()
    await assertAccessible(page)
    assertQuiet(page)
  })

  test('one press takes them, and one takes them back', async () => {
    const page = await browser.visit(address)
    await page.getByRole('button', { name: 'Take the new weights' }).click()
    await page.getByText('Nothing waits for you.').waitFor()
    await page
      .getByRole('row', { name: new RegExp(version) })
      .getByText('In use')
      .waitFor()
    await page.getByRole('button', { name: 'Take back' }).click()
    await page.getByText(`Weights ${shippedWeights.version} are in use again.`).waitFor()
    assertQuiet(page)
  })

  test('weights that the gate refused are shown with the reason, and can’t be taken here', async () => {
    const { db } = world.ports
    await db.query('delete from risk_weights')
    await addLearned(world, { isRefused: true })
    const page = await browser.visit(address)
    await page.getByText('too few decisions of people').first().waitFor()
    await assertAccessible(page)
    if ((await page.getByRole('button', { name: 'Take the new weights' }).count()) > 0) {
      throw new Error('refused weights can be taken')
    }
    assertQuiet(page)
  })
})
