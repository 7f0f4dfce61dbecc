import { mkdirSync } from 'node:fs'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  assertAccessible,
  assertFits,
  assertQuiet,
  openBrowser,
  staffByCookie,
  type TestBrowser,
} from '../support/browser.ts'
import { chromiumMissing as skip } from '../support/collectors.ts'
import { createWorld, type World } from '../support/world.ts'

/** The log of an app's last calls for its developer, and the console that sends calls. */

let world: World
let browser: TestBrowser
before(async () => {
  if (skip) return
  world = await createWorld({ people: staffByCookie })
  browser = await openBrowser(world)
  await world.addOffer()
  const list = (query: Record<string, string>, headers = world.credentials) =>
    world.get('/api/v1/offers', { query, headers })
  for (let index = 0; index < 8; index += 1) await list({ userId: `u-${index}`, country: 'DE' })
  await list({ country: 'Atlantis' })
  await list({ userId: 'u-1' }, { ...world.credentials, 'x-api-secret': 'wrong' })
  await world.open.calls.write()
})
after(async () => {
  if (skip) return
  await browser.close()
  await world.close()
})

const place = (page = 'calls') => `/dashboard/o/${world.app.publisherId}/apps/${world.app.appId}/${page}`
const developer = () => ({ role: 'developer', publisherId: world.app.publisherId }) as const
const analyst = () => ({ role: 'analyst', publisherId: world.app.publisherId }) as const
const folder = process.env['SCREENSHOTS']

async function shoot(page: Page, name: string): Promise<void> {
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

for (const [width, scheme] of [
  [1280, 'light'],
  [1280, 'dark'],
  [390, 'light'],
  [390, 'dark'],
] as const) {
  test(`the request log at ${width} px, ${scheme}: quiet, accessible, and it fits`, { skip }, async () => {
    const page = await browser.visit(place(), { member: analyst(), width, scheme })
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
  const page = await browser.visit(place(), { member: analyst() })
  await page.getByText('INVALID_API_SECRET').waitFor()
  await page.getByLabel('How they ended').selectOption('failed')
  await page.getByText('and 3 more calls like it within seconds').waitFor({ state: 'detached' })
  await page.getByText('INVALID_API_SECRET').waitFor()
  await page.goto(`${new URL(page.url()).origin}${place()}?mode=test`)
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
    const page = await browser.visit(place('console'), { member: developer(), width, scheme })
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
  const page = await browser.visit(place('console'), { member: developer() })
  await page.getByLabel('Begin with').selectOption('Open a browser session')
  await page.getByRole('button', { name: 'Send the live call…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('It changes live data').waitFor()
  await dialog.getByRole('button', { name: 'Send the live call' }).click()
  await page.getByText('"token":').waitFor()
  await page.goto(`${new URL(page.url()).origin}${place('console')}?mode=test`)
  await page.getByLabel('Begin with').selectOption('Open a browser session')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('"token":').waitFor()
  assertQuiet(page)
})

test('who may only read is told so in place of the console', { skip }, async () => {
  const page = await browser.visit(place('console'), { member: analyst() })
  await page.getByText('Developers send calls here').waitFor()
  assertQuiet(page)
})
