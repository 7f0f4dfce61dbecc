import { test } from 'node:test'
import { assertAccessible, assertFits, assertQuiet } from '../support/browser.ts'
import { chromiumMissing as skip } from '../support/collectors.ts'
import { shoot } from '../support/shoot.ts'
import { openPublisherPages } from '../support/staff-pages.ts'

/** A publisher's decisions about an app: promotions, and whether it is paused. */

const { world, browser, as, address } = await openPublisherPages()

test('a developer adds a promotion and ends it', { skip }, async () => {
  const page = await browser.visit(address('settings'), { member: as('developer') })
  await page.getByRole('button', { name: 'Add a promotion' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Double weekend')
  const tomorrow = new Date(world.clock.nowMs() + 86_400_000).toISOString().slice(0, 16)
  await dialog.getByLabel('Until, in your time zone').fill(tomorrow)
  await dialog.getByText('100 coins become 200').waitFor()
  await dialog.getByRole('button', { name: 'Add the promotion' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Double weekend' })
  await row.getByText('Active').waitFor()
  world.clock.advance({ ms: 60_000 })
  await row.getByRole('button', { name: 'End…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End the promotion' }).click()
  await row.getByText('Ended').waitFor()
  assertQuiet(page)
})

for (const [width, scheme] of [
  [1280, 'light'],
  [390, 'dark'],
] as const) {
  test(`a paused app at ${width} px, ${scheme}: each page says so, until it goes on`, { skip }, async () => {
    const page = await browser.visit(address('settings'), { member: as('developer'), width, scheme })
    await page.getByRole('button', { name: 'Pause the app…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Pause the app' }).click()
    await page.getByText('This app is paused').waitFor()
    await shoot(page, `paused-${width}-${scheme}`)
    await assertAccessible(page)
    await assertFits(page)
    await page.getByRole('button', { name: 'Let the app go on…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Let the app go on' }).click()
    await page.getByText('This app is paused').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Pause the app…' }).waitFor()
    assertQuiet(page)
  })
}

test('a person who may only read sees no button that pauses or promotes', { skip }, async () => {
  const page = await browser.visit(address('settings'), { member: as('analyst') })
  await page.getByText('No promotion in the last 400 days').or(page.getByText('Double weekend')).waitFor()
  await page.getByRole('heading', { name: 'Pause', exact: true }).waitFor()
  for (const name of ['Pause the app…', 'Add a promotion', 'Save'])
    if ((await page.getByRole('button', { name }).count()) > 0) throw new Error(`There is a button ${name}`)
  assertQuiet(page)
})
