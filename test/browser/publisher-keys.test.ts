import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { updateApp } from '../../packages/server/src/features/apps/update-app.ts'
import { takeDay } from '../support/browser-day.ts'
import { assertQuiet, assertSeenWell } from '../support/browser.ts'
import { chromiumMissing as skip } from '../support/collectors.ts'
import { openPublisherPages } from '../support/staff-pages.ts'

/* The page of keys: the key that signs links, and what becomes of a secret that is replaced. */

const { world, browser, as, address } = await openPublisherPages()
const offerId = await world.addOffer()
await updateApp({ ...world.ports, actor: 'test' }, world.app.appId, {
  signedLinks: 'required',
  wallProof: 'signed',
})

/** Whether a link that a publisher signs with the key leads to the offer. */
async function leads(linkKey: string): Promise<boolean> {
  const { apiKey } = world.app.live
  const sig = createHmac('sha256', linkKey).update(`${apiKey}\n${offerId}\nada\n`).digest('hex')
  const query = { offerId: String(offerId), apiKey, userId: 'ada', sig }
  const { headers } = await world.get('/track', { query })
  return String(headers.location).includes('click_id=')
}

/** Whether the wall opens at an address that a publisher signs with the key. */
async function opensWall(linkKey: string): Promise<boolean> {
  const { apiKey } = world.app.live
  const sig = createHmac('sha256', linkKey).update(`${apiKey}\n0\nada\n`).digest('hex')
  const { statusCode } = await world.get('/wall', { query: { apiKey, userId: 'ada', sig } })
  return statusCode === 200
}

async function shownKey(page: Page): Promise<string> {
  return (await page.getByRole('status', { name: 'Link key' }).textContent()) ?? ''
}

async function renew(page: Page, before: string): Promise<string> {
  await page.getByRole('button', { name: 'Make a new link key…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Make a new link key' })
  await dialog.getByRole('button', { name: 'Make a new link key' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('status', { name: 'Link key' }).filter({ hasNotText: before }).waitFor()
  return await shownKey(page)
}

test('the link key is read and renewed: the new one signs, the one before works until the next', {
  skip,
}, async () => {
  const page = await browser.visit(address('keys'), { member: as('developer') })
  await page.getByRole('button', { name: 'Show it' }).click()
  await page.getByRole('status', { name: 'Link key' }).waitFor()
  const first = await shownKey(page)
  assert.match(first, /^[0-9a-f]{64}$/)
  assert.ok(await leads(first))
  await page.getByRole('button', { name: 'Make a new link key…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  assert.equal(await shownKey(page), first, 'nothing is made before it is confirmed')
  const second = await renew(page, first)
  assert.ok(await leads(second))
  assert.ok(await leads(first), 'links that are out there go on')
  const third = await renew(page, second)
  for (const isTaken of [leads, opensWall])
    assert.deepEqual([await isTaken(third), await isTaken(second), await isTaken(first)], [true, true, false])
  const { link } = (
    await world.get('/api/v1/offers', { query: { userId: 'ada' }, headers: world.credentials })
  ).json().data[0]
  const { pathname, search } = new URL(link)
  const { headers } = await world.get(pathname + search)
  assert.match(String(headers.location), /click_id=/, 'the list signs with the new key by itself')
  await assertSeenWell(page)
})

test('a replaced secret is expiring while both work, and expired after its time', { skip }, async () => {
  const page = await browser.visit(address('keys'), { member: as('developer') })
  const secrets = page.getByRole('table', { name: 'Secrets' })
  await page.getByRole('button', { name: 'Rotate…' }).first().click()
  await page.getByLabel('For 7 days').check()
  await page.getByRole('button', { name: 'Make a new secret' }).click()
  await page.getByLabel('I have stored the secret').check()
  await page.getByRole('button', { name: 'Done' }).click()
  const old = secrets.getByRole('row').filter({ hasText: 'Expiring' })
  await old.getByRole('button', { name: 'End now…' }).waitFor()
  await secrets.getByRole('row').filter({ hasText: 'Active' }).waitFor()
  await assertSeenWell(page)
  world.clock.advance({ days: 8 })
  await takeDay(page, world)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.reload()
  const ended = secrets.getByRole('row').filter({ hasText: 'Expired' })
  await ended.waitFor()
  assert.equal(await ended.getByRole('button', { name: 'End now…' }).count(), 0)
  assertQuiet(page)
})
