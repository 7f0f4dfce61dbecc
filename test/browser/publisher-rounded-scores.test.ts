import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertQuiet, assertSeenWell } from '../support/browser.ts'
import { chromiumMissing as skip } from '../support/collectors.ts'
import { openPublisherPages } from '../support/staff-pages.ts'

const { world, browser, as, address } = await openPublisherPages()

test('a developer has the scores that pages are told rounded, and it is in force', { skip }, async () => {
  const page = await browser.visit(address('settings'), { member: as('developer') })
  const box = page.getByRole('checkbox', { name: 'Tell browsers the risk score in steps of ten' })
  assert.equal(await box.isChecked(), false)
  await box.check()
  const card = page.locator('section', { has: box })
  await card.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved. It is in force.').waitFor()
  const app = await world.ports.store.apps.findAppById(world.ports.db, world.app.appId)
  assert.equal(app?.roundsScores, true)
  await assertSeenWell(page)
  assertQuiet(page)
})
