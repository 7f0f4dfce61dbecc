import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { assertQuiet, assertSeenWell, takeComplaints } from '../support/browser.ts'
import { noteAlerts } from '../../packages/server/src/features/alerts/note-alerts.ts'
import { chromiumMissing } from '../support/collectors.ts'
import { openReceiver } from '../support/callback-receiver.ts'
import { eventually } from '../support/eventually.ts'
import { holdConversion } from '../support/operator/review-samples.ts'
import { openStaffPages } from '../support/staff-pages.ts'

describe('reviews and alerts in the browser', { skip: chromiumMissing }, async () => {
  if (chromiumMissing !== false) return
  const { world, browser } = await openStaffPages({
    environment: { OUTGOING_ALLOW: '127.0.0.1', REQUIRE_STANDBY: '1' },
  })
  const receiver = await openReceiver()
  after(() => receiver.close())

  async function statusOf(id: string) {
    const [row] = await world.ports.db.query<{ status: string }>(
      'select status from conversions where id = $1',
      [id],
    )
    return row?.status
  }

  /** Why a user of the app is on its block list. */
  async function blocked(userId: string) {
    const rows = await world.ports.db.query<{ reason: string }>(
      `select reason from list_entries where kind = 'user' and value = $1 and action = 'block'`,
      [userId],
    )
    return rows.map(({ reason }) => reason)
  }

  /** Three cases of users on one device, most at stake first. */
  async function addRing(name: string, most = 9): Promise<string[]> {
    const ids: string[] = []
    for (const [index, payout] of [most, most - 1, most - 2].entries()) {
      const userId = `${name}-${index + 1}`
      const body = { user_id: userId, fingerprint_hash: `${name}-device`, fingerprint_data: {} }
      await world.post('/api/v1/fingerprint', { body, headers: world.credentials })
      const offerId = await world.addOffer({ payout: `${payout}`, revenue: `${most + 3}` })
      ids.push(await holdConversion(world, { userId, offerId }))
    }
    return ids
  }

  test('cases are confirmed and refused by the keyboard alone, and what each changes stands before it', async () => {
    const [first = '', second = '', third = ''] = await addRing('keys')
    const page = await browser.visit('/dashboard/ops/review')
    await page.getByRole('heading', { name: /^keys-1 on/ }).waitFor()
    await page.getByText('Publisher is owed +$9.00').waitFor()
    await page.keyboard.press('c')
    await page.getByRole('button', { name: /^Confirm \$9\.00/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: /^keys-2 on/ }).waitFor()
    assert.equal(await page.getByRole('button', { name: /keys-1/ }).count(), 0)
    await eventually(() => statusOf(first), 'approved')
    await page.getByText('Nothing is booked').first().waitFor()
    await page.keyboard.press('r')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: /^keys-3 on/ }).waitFor()
    await eventually(() => statusOf(second), 'rejected')
    await page.keyboard.press('x')
    await page.getByText('1 selected').waitFor()
    await page.getByRole('button', { name: 'Refuse…' }).click()
    await page.getByRole('dialog').getByText('owed to publishers').waitFor()
    await page.getByRole('button', { name: 'Refuse 1 conversion' }).click()
    await page.getByText('1 conversion refused.').waitFor()
    assert.equal(await statusOf(third), 'rejected')
    assertQuiet(page)
  })

  test('a decision is taken back by a key before anybody is told of it, and by leaving the page it is made', async () => {
    const [first = '', second = ''] = await addRing('undo')
    const page = await browser.visit('/dashboard/ops/review')
    await page.getByRole('heading', { name: /^undo-1 on/ }).waitFor()
    await page.keyboard.press('c')
    await page.getByRole('button', { name: /^Confirm \$9\.00/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Confirming undo-1 ($9.00).').waitFor()
    await page.getByRole('heading', { name: /^undo-2 on/ }).waitFor()
    await page.keyboard.press('r')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: /^undo-3 on/ }).waitFor()
    await page.keyboard.press('z')
    await page.getByRole('heading', { name: /^undo-2 on/ }).waitFor()
    await page.keyboard.press('z')
    await page.getByRole('heading', { name: /^undo-1 on/ }).waitFor()
    await page.keyboard.press('r')
    await page.getByRole('button', { name: /^Refuse \$9\.00/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Refusing undo-1 ($9.00).').waitFor()
    await page.getByRole('link', { name: 'Offers' }).click()
    await eventually(() => statusOf(first), 'rejected')
    assert.equal(await statusOf(second), 'pending')
    assertQuiet(page)
  })

  test('B blocks the user of a case, refuses it, and both can be undone', async () => {
    const [first = '', second = ''] = await addRing('ban', 29)
    const page = await browser.visit('/dashboard/ops/review')
    await page.getByRole('heading', { name: /^ban-1 on/ }).waitFor()
    await page.getByText('What your decision changes').waitFor()
    await page.keyboard.press('b')
    const dialog = page.getByRole('dialog', { name: 'Block ban-1' })
    await dialog.getByLabel('Why').fill('A ring of three')
    await page.keyboard.press('Enter')
    await page.getByText('ban-1 is blocked.').waitFor()
    await page.getByText('Refusing ban-1 ($29.00).').waitFor()
    await page.getByRole('heading', { name: /^ban-2 on/ }).waitFor()
    assert.deepEqual(await blocked('ban-1'), ['A ring of three'])
    await eventually(() => statusOf(first), 'rejected')
    await page.keyboard.press('b')
    await page.getByRole('dialog').getByRole('checkbox', { name: 'Refuse this case as well' }).uncheck()
    await page.getByRole('button', { name: 'Block the user', exact: true }).click()
    const message = page.locator('.toast').filter({ hasText: 'ban-2 is blocked.' })
    await message.getByRole('button', { name: 'Undo' }).click()
    await eventually(() => blocked('ban-2'), [])
    assert.equal(await statusOf(second), 'pending')
    assertQuiet(page)
  })

  test('single keys are switched off in the account, and their hints go with them', async () => {
    const [first = ''] = await addRing('calm', 4)
    const page = await browser.visit('/dashboard/ops/account')
    await page.getByRole('switch', { name: 'Shortcuts of a single key' }).click({ force: true })
    await page.goto(`/dashboard/ops/review?open=${first}`)
    await page.getByRole('heading', { name: /^calm-1 on/ }).waitFor()
    await page.getByText('Publisher is owed +$4.00').waitFor()
    assert.equal(await page.locator('.decision kbd').count(), 0)
    for (const key of ['c', 'Enter', 'j', 'x', 'b', '/']) await page.keyboard.press(key)
    // Whatever a key had set off would be drawn by now.
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').waitFor()
    assert.equal(await page.getByRole('dialog').count(), 1)
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { name: /^calm-1 on/ }).waitFor()
    assert.equal(await page.getByRole('radio', { name: 'Confirm' }).isChecked(), false)
    assert.equal(await page.getByText('1 selected').count(), 0)
    assert.equal(await statusOf(first), 'pending')
    await page.goto('/dashboard/ops/account')
    await page.getByRole('switch', { name: 'Shortcuts of a single key' }).click({ force: true })
    await page.goto(`/dashboard/ops/review?open=${first}`)
    await page.locator('.decision kbd').first().waitFor()
    await page.keyboard.press('c')
    await page.getByRole('button', { name: /^Confirm \$4\.00/ }).waitFor()
    assertQuiet(page)
  })

  test('whoever comes second is told that it was decided', async () => {
    const [id = ''] = await addRing('race', 39)
    const page = await browser.visit('/dashboard/ops/review')
    await page.getByRole('heading', { name: /^race-1 on/ }).waitFor()
    const body = { decision: 'confirm', conversions: [{ id }] }
    const headers = { cookie: 'staff=reviewer', 'content-type': 'application/json' }
    const own = { origin: new URL(page.url()).origin, 'sec-fetch-site': 'same-origin' }
    await fetch(`${own.origin}/operator/v1/reviews/decide`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { ...headers, ...own },
    })
    assert.equal(await statusOf(id), 'approved')
    await page.keyboard.press('r')
    await page.keyboard.press('Enter')
    await page.getByText('reviewer@example.com has decided it already: it is approved.').waitFor()
    assertQuiet(page)
  })

  test('an analyst sees the evidence and no decision', async () => {
    const page = await browser.visit('/dashboard/ops/review', { role: 'analyst' })
    await page.getByRole('heading', { name: 'Who is linked' }).waitFor()
    assert.equal(await page.getByText('What your decision changes').count(), 0)
    assertQuiet(page)
  })

  test('an alert leads to its runbook, now and in the history', async () => {
    for (let turn = 0; turn < 2; turn += 1) {
      world.clock.advance({ seconds: 60 })
      await noteAlerts(world.ports)
    }
    for (const path of ['/ops/alerts', '/ops/alerts?tab=history']) {
      const page = await browser.visit(`/dashboard${path}`)
      const row = page.getByRole('row').filter({ hasText: 'No synchronous standby' })
      await row.getByRole('link', { name: 'Runbook' }).click()
      await page.getByRole('heading', { level: 1, name: 'No synchronous standby' }).waitFor()
      assert.equal(new URL(page.url()).pathname, '/docs/runbooks/standby-missing')
      assertQuiet(page)
    }
  })

  for (const path of [
    '/ops/review',
    '/ops/alerts',
    '/ops/alerts?tab=history',
    '/ops/alerts?tab=rules',
    '/ops/alerts?tab=channels',
  ])
    test(`${path} keeps nobody out`, async () => {
      const page = await browser.visit(`/dashboard${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await assertSeenWell(page)
    })

  test('a webhook is added, tested, and what it answers is told', async () => {
    const page = await browser.visit('/dashboard/ops/alerts?tab=channels')
    await page.getByLabel('Name').fill('Chat')
    await page.getByLabel('URL').fill(`${receiver.url}/hook`)
    await page.getByRole('button', { name: 'Add' }).click()
    await page.getByRole('button', { name: 'Send a test' }).click()
    await page.getByText('The test message was taken.').waitFor()
    assert.match(receiver.received[0]?.body ?? '', /This is a test of “Chat”/)
    await page.getByRole('tab', { name: 'Rules' }).click()
    await page.getByLabel('Low margin: where it begins').fill('12')
    await page.keyboard.press('Enter')
    await page.getByText('“Low margin” is changed.').waitFor()
    const [rule] = await world.ports.store.alertRules.listAlertRules(world.ports.db)
    assert.deepEqual([rule?.rule, rule?.threshold], ['margin_low', 12])
    assert.deepEqual(takeComplaints(page), [])
  })
})
