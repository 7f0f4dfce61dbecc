import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertAccessible, assertFits, assertQuiet } from '../support/browser.ts'
import { chromiumMissing } from '../support/collectors.ts'
import { openStaffPages } from '../support/staff-pages.ts'

describe('the audit in sentences', { skip: chromiumMissing }, async () => {
  if (chromiumMissing !== false) return
  const { world, browser } = await openStaffPages()
  const { ports, app } = world
  const actor = 'person:operator@example.com'
  const origin = { requestId: 'req_1234567890abcdef', tool: 'Chrome on macOS', address: '203.0.113.24' }
  const nowMs = world.clock.nowMs()
  const note = (entry: Partial<Parameters<typeof ports.store.audit.insertAudit>[1]>) =>
    ports.store.audit.insertAudit(ports.db, {
      actor,
      action: 'offer.paused',
      object: 'offer:1',
      details: {},
      nowMs,
      origin,
      ...entry,
    })
  const settlement = { appId: app.appId, networkId: null, amountMicros: 412_000_000, reference: 'w47' }
  await note({
    action: 'settlement.paid',
    object: 'settlement:s',
    details: { ...settlement, reason: 'Weekly' },
  })
  const changed = { before: { holdScore: 60 }, after: { holdScore: 85 } }
  await note({ action: 'app.updated', object: `app:${app.appId}`, details: changed })
  for (let index = 0; index < 31; index += 1) await note({ actor: 'cli', object: `offer:${index + 1}` })

  for (const [width, scheme] of [
    [1280, 'light'],
    [390, 'dark'],
  ] as const) {
    test(`a row opens on what changed and where from, at ${width} px`, async () => {
      const page = await browser.visit('/dashboard/ops/audit', { width, scheme })
      const row = page.locator('.audit-change', { hasText: 'changed the settings of' })
      await row.getByText('Hold from this risk score on 60 to 85').waitFor()
      await row.getByRole('button', { name: /Open the change/ }).click()
      await row.getByText('Chrome on macOS, 203.0.113.24').waitFor()
      assert.equal(await row.locator('pre').count(), 0)
      await row.getByRole('button', { name: 'Raw record' }).click()
      assert.match(await row.locator('pre').innerText(), /"app.updated"/)
      assert.match(page.url(), /open=/)
      await assertFits(page)
      await assertAccessible(page)
      assertQuiet(page)
    })
  }

  test('no code, id or JSON is seen unless it is opened, and the link of a thing leads to it', async () => {
    const page = await browser.visit('/dashboard/ops/audit')
    const paid = page.locator('.audit-change', { hasText: '412.00 USD' })
    await paid.getByText('“Weekly”').waitFor()
    assert.doesNotMatch(await page.getByRole('main').innerText(), /\w+\.\w+ed\b|[{}]|settlement:|person:/)
    await paid.getByRole('link').click()
    await page.waitForURL(`**/ops/apps/${app.appId}*`)
    assertQuiet(page)
  })

  test('the changes made in one go are one row, which lists them twenty at a time', async () => {
    const page = await browser.visit('/dashboard/ops/audit')
    const group = page.locator('.audit-list > ul > .audit-change', {
      hasText: 'Somebody on the server paused 31 offers',
    })
    await group.locator('.audit-open').first().click()
    await group.getByText('20 of 31 are shown').waitFor()
    await group.getByRole('button', { name: 'Show more' }).click()
    await page.waitForFunction(() => document.querySelectorAll('.audit-members .audit-change').length === 31)
    await assertAccessible(page)
  })

  test('kinds are chosen by name with their counts, and no match is told in a sentence', async () => {
    const page = await browser.visit('/dashboard/ops/audit?range=all')
    await page.getByRole('button', { name: 'What Everything' }).click()
    await page.getByLabel('Find a kind of change').fill('paused')
    await page.getByLabel('Paused or resumed').check()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Show 31 changes' }).click()
    await page.waitForFunction(() => document.querySelectorAll('.audit-list > ul > li').length === 1)
    await page.getByText('paused 31 offers').waitFor()
    await page.goto('/dashboard/ops/audit?what=review&who=cli')
    await page.getByText('No change of Review by Somebody on the server in these 7 days.').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByText('412.00 USD').waitFor()
  })

  test('days without a change say when the last one was, and a link opens its change on any page', async () => {
    const [row] = await ports.store.audit.listAudit(ports.db, { action: 'app.updated', limit: 1 })
    const page = await browser.visit(`/dashboard/ops/audit?range=own&from=2098-01-01&open=${row?.id}`)
    await page.getByText('The last change was on').waitFor()
    await page.getByText('The change of the link').waitFor()
    await page.getByText('Chrome on macOS, 203.0.113.24').waitFor()
    await page.getByRole('button', { name: 'Show it' }).click()
    await page.getByText('412.00 USD').waitFor()
    assertQuiet(page)
  })
})
