import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertQuiet, assertSeenWell } from '../support/browser.ts'
import { chromiumMissing } from '../support/collectors.ts'
import { followOffer, tell } from '../support/conversions.ts'
import { until } from '../support/eventually.ts'
import { holdConversion } from '../support/operator/review-samples.ts'
import { openStaffPages } from '../support/staff-pages.ts'

describe('why a user was not paid', { skip: chromiumMissing }, async () => {
  if (chromiumMissing !== false) return
  const { world, browser } = await openStaffPages()
  const offerId = await world.addOffer({ name: 'Raid <b>Heroes</b>', payout: '1', revenue: '2' })
  const userId = 'u_<i>8841</i>'
  const clickId = await followOffer(world, { offerId, userId })
  await tell(world, { query: { click_id: clickId, payout: '{payout}', status: 'approved' } })
  const { db, store } = world.ports
  await until(
    async () => (await store.postbackRequests.listRequestsOfClick(db, clickId, 9)).length === 1,
    'the refusal is logged',
  )
  const [{ name: publisherName = '' } = {}] = await db.query<{ name: string }>(
    'select p.name from publishers p join apps a on a.publisher_id = p.id where a.id = $1',
    [world.app.appId],
  )

  test('is found by the click id with the keyboard alone, and told in the first sentence', async () => {
    const page = await browser.visit('/dashboard/ops')
    await page.getByRole('heading', { name: 'Live' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'A user, click id' }).fill(clickId)
    await page.getByRole('option', { name: clickId }).waitFor()
    await page.keyboard.press('Enter')
    const sentence = page.getByRole('heading', { level: 1 })
    await sentence.filter({ hasText: 'Not paid, because' }).waitFor()
    assert.match((await sentence.textContent()) ?? '', /macro that was never filled in/)
    assert.equal(await page.getByText('What would pay it.').count(), 1)
    assertQuiet(page)
  })

  test('a publisher and an app are found by name, and a case of the review page by its address', async () => {
    const page = await browser.visit('/dashboard/ops')
    await page.getByRole('heading', { name: 'Live' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'A user, click id' }).fill(publisherName.slice(0, 6))
    await page.getByRole('group', { name: 'Publishers' }).getByRole('option', { name: publisherName }).click()
    await page.getByRole('heading', { level: 1, name: publisherName }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'A user, click id' }).fill(world.app.live.apiKey)
    await page.getByRole('group', { name: 'Apps' }).getByRole('option').waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/ops/apps/${world.app.appId}`)
    const held = await holdConversion(world, { userId: 'held', offerId })
    const review = await browser.visit(`/dashboard/ops/review/${held}`)
    await review.getByRole('heading', { name: /^held on/ }).waitFor()
    assert.match(review.url(), /\/ops\/review\?open=/)
    assertQuiet(review)
  })

  for (const [name, path] of [
    ['overview', '/dashboard/ops'],
    ['click', `/dashboard/t/${clickId}`],
    ['user', `/dashboard/ops/users/${world.app.appId}/${encodeURIComponent(userId)}`],
    ['search', '/dashboard/ops/search?text=raid'],
  ] as const)
    test(`${name}: nothing keeps somebody out, and foreign text stays text`, async () => {
      const page = await browser.visit(path)
      await page.getByText('Raid <b>Heroes</b>').first().waitFor()
      await assertSeenWell(page)
    })

  test('a reviewer blocks the user with a reason; an analyst cannot', async () => {
    const asAnalyst = await browser.visit(`/dashboard/t/${clickId}`, { role: 'analyst' })
    await asAnalyst.getByRole('heading', { name: 'What happened' }).waitFor()
    assert.equal(await asAnalyst.getByRole('button', { name: 'Block the user…' }).count(), 0)
    const page = await browser.visit(`/dashboard/t/${clickId}`, { role: 'reviewer' })
    await page.getByRole('button', { name: 'Block the user…' }).click()
    await page.getByLabel('Why').fill('One device, nine accounts.')
    await page.getByRole('button', { name: 'Block the user', exact: true }).click()
    await page.getByText('The user is blocked.').waitFor()
    const [entry] = await store.operatorLists.listEntriesOfUser(db, {
      appId: world.app.appId,
      userId,
      limit: 9,
    })
    assert.deepEqual([entry?.action, entry?.reason], ['block', 'One device, nine accounts.'])
    assert.equal(entry?.actor, 'person:reviewer@example.com')
    assertQuiet(page)
  })

  test('an event is told at once, behind a button', async () => {
    const page = await browser.visit('/dashboard/ops')
    await page.getByText('At most one update a second').waitFor()
    await followOffer(world, { offerId, userId: 'u_fresh' })
    await page.getByRole('button', { name: '1 new' }).click()
    await page.getByText('u_fresh').waitFor()
    assertQuiet(page)
  })
})
