import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { assertAccessible, assertFits, assertQuiet, openBrowser, staffByCookie } from '../support/browser.ts'
import { chromiumMissing } from '../support/collectors.ts'
import { createWorld } from '../support/world.ts'

describe('the system on the dashboard', { skip: chromiumMissing }, async () => {
  if (chromiumMissing !== false) return
  const secret = 'a-token-of-the-operator-0123456789abcdef'
  const world = await createWorld({ people: staffByCookie, environment: { OPERATOR_TOKEN: secret } })
  world.clock.advance({ ms: Date.now() - world.clock.nowMs() })
  const browser = await openBrowser(world)
  after(async () => {
    await browser.close()
    await world.close()
  })

  test('each part is told, and the report is copied without a secret', async () => {
    const page = await browser.visit('/dashboard/ops/system')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('cell', { name: 'Queue of clicks' }).waitFor()
    await page.getByRole('button', { name: 'Copy report' }).click()
    await page.getByText('The report is copied').waitFor()
    const text = await page.evaluate(() => navigator.clipboard.readText())
    assert.match(text, /^Quoin \d+\.\d+\.\d+, /)
    assert.match(text, /Database: \d+ ms \(PostgreSQL/)
    assert.doesNotMatch(text, new RegExp(secret))
    assertQuiet(page)
  })

  test('settings tell where they come from; a secret is only told to be set', async () => {
    const page = await browser.visit('/dashboard/ops/system?tab=settings')
    await page.getByLabel('Find a setting').fill('OPERATOR_TOKEN')
    const row = page.getByRole('row', { name: /OPERATOR_TOKEN/ })
    await row.getByText('Environment').waitFor()
    assert.doesNotMatch(await row.innerText(), /0123456789/)
    await assertAccessible(page)
    assertQuiet(page)
  })

  test('who may only look sees no setting', async () => {
    const page = await browser.visit('/dashboard/ops/system', { role: 'analyst' })
    await page.getByRole('tab', { name: 'Jobs' }).waitFor()
    assert.equal(await page.getByRole('tab', { name: 'Settings' }).count(), 0)
  })

  for (const [width, scheme, tab] of [
    [1280, 'dark', 'parts'],
    [390, 'light', 'parts'],
    [390, 'dark', 'settings'],
    [390, 'light', 'jobs'],
  ] as const) {
    test(`${tab} fit ${width} px, ${scheme}`, async () => {
      const page = await browser.visit(`/dashboard/ops/system?tab=${tab}`, { width, scheme })
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page
        .getByText(tab === 'jobs' ? 'No job in 30 days' : tab === 'parts' ? 'Event loop' : 'DATA_DIR')
        .first()
        .waitFor()
      await assertFits(page)
      await assertAccessible(page)
      assertQuiet(page)
    })
  }
})
