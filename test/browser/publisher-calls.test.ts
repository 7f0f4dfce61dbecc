import { test } from 'node:test'
import { assertAccessible, assertFits, assertQuiet } from '../support/browser.ts'
import { chromiumMissing as skip } from '../support/collectors.ts'
import { shoot } from '../support/shoot.ts'
import { openPublisherPages } from '../support/staff-pages.ts'

/** The log of an app's last calls for its developer, and the console that sends calls. */

const { world, browser, as, address } = await openPublisherPages()
await world.addOffer()
const list = (query: Record<string, string>, headers = world.credentials) =>
  world.get('/api/v1/offers', { query, headers })
for (let index = 0; index < 8; index += 1) await list({ userId: `u-${index}`, country: 'DE' })
await list({ country: 'Atlantis' })
await list({ userId: 'u-1' }, { ...world.credentials, 'x-api-secret': 'wrong' })
await world.open.calls.write()

for (const [width, scheme] of [
  [1280, 'light'],
  [1280, 'dark'],
  [390, 'light'],
  [390, 'dark'],
] as const) {
  test(`the request log at ${width} px, ${scheme}: quiet, accessible, and it fits`, { skip }, async () => {
    const page = await browser.visit(address('calls'), { member: as('analyst'), width, scheme })
    await page.getByText('INVALID_API_SECRET').waitFor()
    await page.getByText('userId is required', { exact: false }).first().waitFor()
    await page.getByText('and 3 more calls like it within seconds').waitFor()
    await shoot(page, `calls-${width}-${scheme}`)
    assertQuiet(page)
    await assertAccessible(page)
    await assertFits(page)
  })
}

test('only failed calls are shown where these are asked for; test mode has none, and says what to do', {
  skip,
}, async () => {
  const page = await browser.visit(address('calls'), { member: as('analyst') })
  await page.getByText('INVALID_API_SECRET').waitFor()
  await page.getByLabel('How they ended').selectOption('failed')
  await page.getByText('and 3 more calls like it within seconds').waitFor({ state: 'detached' })
  await page.getByText('INVALID_API_SECRET').waitFor()
  await page.goto(`${new URL(page.url()).origin}${address('calls')}?mode=test`)
  await page.getByText('No call yet').waitFor()
  assertQuiet(page)
})

for (const [width, scheme] of [
  [1280, 'light'],
  [1280, 'dark'],
  [390, 'light'],
  [390, 'dark'],
] as const) {
  test(`the console at ${width} px, ${scheme}: a call and its answer, quiet, accessible, and it fits`, {
    skip,
  }, async () => {
    const page = await browser.visit(address('console'), { member: as('developer'), width, scheme })
    await page.getByText('Nothing was sent yet').waitFor()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('button', { name: 'Copy as curl' }).waitFor()
    await page.getByText('"success": true').waitFor()
    await shoot(page, `console-${width}-${scheme}`)
    assertQuiet(page)
    await assertAccessible(page)
    await assertFits(page)
  })
}

test('a live call that changes something is confirmed first; a test call is not', { skip }, async () => {
  const page = await browser.visit(address('console'), { member: as('developer') })
  await page.getByLabel('Begin with').selectOption('Open a browser session')
  await page.getByRole('button', { name: 'Send the live call…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('The call changes live data').waitFor()
  await dialog.getByRole('button', { name: 'Send the live call' }).click()
  await page.getByText('"token":').waitFor()
  await page.goto(`${new URL(page.url()).origin}${address('console')}?mode=test`)
  await page.getByLabel('Begin with').selectOption('Open a browser session')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('"token":').waitFor()
  assertQuiet(page)
})

test('a person who may only read is told so in place of the console', { skip }, async () => {
  const page = await browser.visit(address('console'), { member: as('analyst') })
  await page.getByText('Developers send calls here').waitFor()
  assertQuiet(page)
})
