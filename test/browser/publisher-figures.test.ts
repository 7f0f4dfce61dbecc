import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { addListEntry } from '../../packages/server/src/features/lists/add-list-entry.ts'
import { assertSuccess } from '../support/assert-answer.ts'
import { assertAccessible, assertFits, assertQuiet } from '../support/browser.ts'
import { chromiumMissing as skip } from '../support/collectors.ts'
import { followOffer, tell } from '../support/conversions.ts'
import { rollUpAll } from '../support/roll-up-all.ts'
import { shoot } from '../support/shoot.ts'
import { openPublisherPages } from '../support/staff-pages.ts'

/** A publisher's own data: figures as GET /api/v1/stats has them, users, and the offers these are shown. */

const { world, browser, as, address } = await openPublisherPages()
for (const [index, title] of ['Harbour Hero', 'Quiet Chess', 'Harbour Hero'].entries()) {
  const offerId = await world.addOffer({ name: title, payout: 1.25 + index })
  for (const userId of ['figures-1', 'figures-2']) {
    const clickId = await followOffer(world, { offerId, userId: `${userId}-${index}` })
    if (userId === 'figures-2') continue
    const told = await tell(world, { query: { click_id: clickId, payout: '1.25', status: 'approved' } })
    assert.equal(told.statusCode, 200, told.body)
  }
}
await rollUpAll(world.ports)

function daysBack(days: number): string {
  return new Date(world.clock.nowMs() - days * 86_400_000).toISOString().slice(0, 10)
}

async function publicStats(groupBy: string) {
  const query = { from: daysBack(29), to: daysBack(0), interval: 'total', ...(groupBy && { groupBy }) }
  const answer = await world.get('/api/v1/stats', { query, headers: world.credentials })
  return assertSuccess<{ clicks: number; conversions: number; payout: number; offer_id?: number }[]>(answer)
}

for (const [width, scheme] of [
  [1280, 'light'],
  [390, 'dark'],
] as const) {
  test(`reports at ${width} px, ${scheme}: quiet, accessible, and they fit`, { skip }, async () => {
    const page = await browser.visit(address('reports'), { member: as('owner'), width, scheme })
    await page.getByRole('heading', { name: 'Reports', level: 1 }).waitFor()
    await page.getByRole('group', { name: 'Sums' }).or(page.getByLabel('Sums')).first().waitFor()
    await page.waitForLoadState('networkidle')
    await shoot(page, `reports-${width}-${scheme}`)
    assertQuiet(page)
    await assertAccessible(page)
    await assertFits(page)
  })

  test(`users and one of them at ${width} px, ${scheme}: quiet, accessible, and they fit`, {
    skip,
  }, async () => {
    const page = await browser.visit(address('users'), { member: as('owner'), width, scheme })
    await page.getByRole('link', { name: 'figures-1-0', exact: true }).waitFor()
    await shoot(page, `users-${width}-${scheme}`)
    await assertAccessible(page)
    await assertFits(page)
    await page.getByRole('link', { name: 'figures-1-0', exact: true }).click()
    await page.getByRole('heading', { name: 'figures-1-0', level: 1, exact: true }).waitFor()
    await page.getByRole('link', { name: 'Harbour Hero' }).first().waitFor()
    await shoot(page, `user-${width}-${scheme}`)
    await assertAccessible(page)
    await assertFits(page)
    assertQuiet(page)
  })
}

test('a publisher reads by offer exactly what GET /api/v1/stats says, and keeps it as a file', {
  skip,
}, async () => {
  const told = await publicStats('offer')
  assert.equal(told.length, 3)
  const page = await browser.visit(`${address('reports')}?by=offer&tz=UTC`, { member: as('owner') })
  const table = page.getByRole('table', { name: 'Figures by offer' })
  for (const { offer_id, clicks, conversions, payout } of told) {
    const row = table.getByRole('row').filter({ hasText: String(offer_id) })
    await row.getByText(payout.toFixed(2)).first().waitFor()
    const cells = await row.getByRole('cell').allTextContents()
    assert.ok(cells.includes(String(clicks)) && cells.includes(String(conversions)), cells.join(' | '))
  }
  const heads = await table.getByRole('columnheader').allTextContents()
  assert.ok(!heads.some((head) => /Revenue|Margin/.test(head)), heads.join(' | '))
  const arriving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).click()
  const file = await readFile(await (await arriving).path(), 'utf8')
  assert.equal(file.trimEnd().split('\r\n').length, 4)
  assert.match(file, /^\ufefflocal_time,offer,offer_name,impressions,clicks,[^\r]*payout_usd/)
  assert.doesNotMatch(file, /revenue|margin/)
  assertQuiet(page)
})

test('test data enter no report, and the page says so', { skip }, async () => {
  const page = await browser.visit(`${address('reports')}?mode=test`, { member: as('owner') })
  await page.getByText('Test data enter no report').waitFor()
  assertQuiet(page)
})

test('a developer blocks a user with a reason, takes them off the list again, and erases them', {
  skip,
}, async () => {
  const developer = { role: 'developer', publisherId: world.app.publisherId } as const
  const page = await browser.visit(address('users'), { member: developer })
  await page.getByLabel('User id').fill('figures-2-1')
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await page.getByRole('button', { name: 'Block the user…' }).click()
  const block = page.getByRole('dialog').getByRole('button', { name: 'Block the user', exact: true })
  assert.equal(await block.isDisabled(), true)
  await page.getByRole('textbox', { name: 'Why' }).fill('Sold the account.')
  await block.click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.getByText('Sold the account.', { exact: true }).waitFor()
  const judged = () =>
    world.ports.snapshots
      .lists()
      .judge({ appId: world.app.appId, userId: 'figures-2-1' }, world.clock.nowMs())
  assert.equal(judged()?.action, 'block')
  await page.getByRole('button', { name: 'Take off the list' }).click()
  await page.getByText('On no list.').waitFor()
  assert.equal(judged(), undefined)
  await page.getByRole('button', { name: 'Erase the user…' }).click()
  const erase = page.getByRole('dialog').getByRole('button', { name: 'Erase the user', exact: true })
  assert.equal(await erase.isDisabled(), true)
  await page.getByLabel('I know that nobody can undo this').check()
  await shoot(page, 'erase-1280-light')
  await erase.click()
  await page.getByRole('heading', { name: 'Users', level: 1, exact: true }).waitFor()
  await page.getByRole('link', { name: 'figures-1-0', exact: true }).waitFor()
  await page.getByRole('link', { name: 'figures-2-1', exact: true }).waitFor({ state: 'detached' })
  assertQuiet(page)
})

test('a decision of the platform about a user is told without its reason, and a publisher can not undo it', {
  skip,
}, async () => {
  const entry = {
    kind: 'user',
    value: 'figures-2-2',
    action: 'block',
    reason: 'Ring 17.',
    actor: 'person:ops@example.com',
  } as const
  const { appId } = world.app
  await addListEntry(world.ports, { ...entry, appId })
  const page = await browser.visit(address('users/figures-2-2'), { member: as('owner') })
  await page.getByText('Decided by the platform.', { exact: true }).waitFor()
  const text = (await page.getByRole('main').textContent()) ?? ''
  assert.doesNotMatch(text, /Ring 17|ops@example/)
  assert.equal(await page.getByRole('button', { name: 'Take off the list' }).count(), 0)
  await page.getByRole('button', { name: 'Allow the user…' }).click()
  await page.getByRole('textbox', { name: 'Why' }).fill('A friend.')
  await page.getByRole('dialog').getByRole('button', { name: 'Allow the user', exact: true }).click()
  await page.getByText('only the platform can change that').waitFor()
  const judged = world.ports.snapshots.lists().judge({ appId, userId: 'figures-2-2' }, world.clock.nowMs())
  assert.equal(judged?.action, 'block')
})

test('an analyst reads of users and changes nothing', { skip }, async () => {
  const analyst = { role: 'analyst', publisherId: world.app.publisherId } as const
  const page = await browser.visit(address('users/figures-1-1'), { member: analyst })
  await page.getByRole('link', { name: 'Quiet Chess' }).first().waitFor()
  assert.equal(await page.getByRole('button', { name: /Block|Allow|Erase/ }).count(), 0)
  assertQuiet(page)
})

test('a publisher sees what a user is shown, what is kept from them, and by which rule', {
  skip,
}, async () => {
  await world.addOffer({ name: 'Only for Peru', countries: ['PE'] })
  const page = await browser.visit(`${address('offers')}?country=DE`, { member: as('owner') })
  await page.getByRole('button', { name: 'Quiet Chess', exact: true }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Only for Peru', exact: true }).count(), 0)
  await shoot(page, 'offers-1280-light')
  await assertAccessible(page)
  await page.getByText('Not listed', { exact: true }).click()
  await page.getByRole('cell', { name: /The offer is for PE/ }).waitFor()
  await page.getByRole('button', { name: 'Only for Peru', exact: true }).click()
  await page.getByText('They do not see it: country.').waitFor()
  await shoot(page, 'offers-why-1280-light')
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByLabel('User id').fill('figures-1-1')
  await page.getByRole('cell', { name: /nothing left to earn/ }).waitFor()
  await page.getByLabel('Country').selectOption('PE')
  await page.getByText('Listed', { exact: true }).click()
  await page.getByRole('button', { name: 'Only for Peru', exact: true }).waitFor()
  assertQuiet(page)
})

test('offers at 390 px, dark: accessible, and they fit', { skip }, async () => {
  const page = await browser.visit(address('offers'), { member: as('owner'), width: 390, scheme: 'dark' })
  await page.getByRole('button', { name: 'Quiet Chess', exact: true }).waitFor()
  await shoot(page, 'offers-390-dark')
  await assertAccessible(page)
  await assertFits(page)
  assertQuiet(page)
})
