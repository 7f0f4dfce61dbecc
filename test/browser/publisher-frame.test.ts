import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chromiumMissing as skip } from '../support/collectors.ts'
import { assertAccessible, assertFits, assertQuiet } from '../support/browser.ts'
import { openPublisherPages } from '../support/staff-pages.ts'

/** The frame around every page of a publisher: whose it is, the apps, live and test data. */

const { world, browser, as } = await openPublisherPages()

for (const width of [1280, 390] as const)
  for (const scheme of ['light', 'dark'] as const)
    test(`the first page at ${width} px, ${scheme}: quiet, accessible, and it fits`, { skip }, async () => {
      const page = await browser.visit('/dashboard', { member: as('owner'), width, scheme })
      await page.getByRole('heading', { name: 'Apps', level: 1 }).waitFor()
      await page.getByRole('main').getByText('Publisher').waitFor()
      assert.match(page.url(), new RegExp(`/dashboard/o/${world.app.publisherId}$`))
      assertQuiet(page)
      await assertAccessible(page)
      await assertFits(page)
    })

test('the switch to test data stands in the address, and links keep it', { skip }, async () => {
  const page = await browser.visit('/dashboard', { member: as('owner') })
  const toggle = page.getByRole('switch', { name: 'Test' })
  await toggle.click()
  await page.getByText('Test data.').waitFor()
  assert.match(page.url(), /\?mode=test$/)
  await page.getByRole('link', { name: 'Apps' }).click()
  assert.match(page.url(), /\?mode=test$/)
  await toggle.click()
  await page.getByText('Test data.').waitFor({ state: 'detached' })
  assert.doesNotMatch(page.url(), /mode/)
  assertQuiet(page)
})

test('a publisher that waits for approval opens on test data, and the switch still leads to live data', {
  skip,
}, async () => {
  const page = await browser.visit('/dashboard', { member: { ...as('owner'), isWaiting: true } })
  await page.getByText('Your account waits for approval.').waitFor()
  await page.getByText('Test data.').waitFor()
  assert.match(page.url(), /\?mode=test$/)
  await page.getByRole('link', { name: 'Apps' }).click()
  assert.match(page.url(), /\?mode=test$/)
  await page.getByRole('switch', { name: 'Test' }).click()
  await page.getByText('Test data.').waitFor({ state: 'detached' })
  assert.doesNotMatch(page.url(), /mode/)
  assertQuiet(page)
})

test("another publisher's pages are told as what does not exist", { skip }, async () => {
  const page = await browser.visit('/dashboard/o/987654', { member: as('owner') })
  await page.getByText('There is no such publisher, or you do not belong to it.').first().waitFor()
})
