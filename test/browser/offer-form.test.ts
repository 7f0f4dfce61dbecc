import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertQuiet, assertSeenWell, takeComplaints } from '../support/browser.ts'
import { chromiumMissing } from '../support/collectors.ts'
import { hostileName, openSupplyScene } from '../support/supply-scene.ts'

describe('the form of an offer', { skip: chromiumMissing }, async () => {
  if (chromiumMissing !== false) return
  const { world, browser, networkId, farm } = await openSupplyScene()

  const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

  async function fill(page: Page, texts: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, text] of Object.entries(texts)) await field(page, name).fill(text)
  }

  async function stored(externalId: string) {
    const { ports } = world
    const [offer] = await ports.store.knownOffers.listKnownOffers(ports.db, networkId, [externalId])
    return offer
  }

  test('an offer with goals is created by hand; what is wrong is told at its field, and nothing is lost', async () => {
    const page = await browser.visit('/dashboard/ops/offers')
    await page.getByRole('link', { name: 'New offer' }).click()
    await page.getByRole('combobox', { name: 'Network' }).selectOption(String(networkId))
    await fill(page, {
      'Id at the network': 'castle',
      Name: hostileName,
      Destination: 'https://go.example/x',
    })
    await page.getByRole('combobox', { name: 'Countries' }).fill('germ')
    await page.getByRole('option', { name: 'Germany' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('checkbox', { name: 'iOS' }).check()
    await page.getByRole('button', { name: 'Add a goal' }).click()
    const first = page.getByRole('listitem', { name: 'Goal 1' })
    await first.getByRole('textbox', { name: 'Key' }).fill('level-10')
    await first.getByRole('textbox', { name: 'Name' }).fill('Reach level 10')
    await first.getByRole('textbox', { name: 'Publisher earns, USD' }).fill('7')
    await first.getByRole('textbox', { name: 'Network pays, USD' }).fill('6')
    await first.getByRole('textbox', { name: 'Deadline' }).fill('7d')
    await page.getByRole('button', { name: 'Create the offer' }).click()
    await page.getByText('Nothing was saved: 1 field needs another value.').waitFor()
    await first.getByText('It is above revenue: every conversion would lose money.').waitFor()
    assert.equal(
      await first.getByRole('textbox', { name: 'Publisher earns, USD' }).getAttribute('aria-invalid'),
      'true',
    )
    await first.getByRole('textbox', { name: 'Publisher earns, USD' }).fill('4')
    await page.getByRole('button', { name: 'Create the offer' }).click()
    await page.getByText(/It carries no click id/).waitFor()
    await page.getByRole('checkbox', { name: /Add the network’s parameter/ }).check()
    assert.deepEqual(
      takeComplaints(page).filter((text) => !text.includes('400')),
      [],
    )
    await assertSeenWell(page)
    await page.getByRole('button', { name: 'Create the offer' }).click()
    await page.getByRole('heading', { level: 1, name: '<img src=x' }).waitFor()
    await page.getByText('Reach level 10').waitFor()
    assertQuiet(page)
    const offer = await stored('castle')
    assert.deepEqual(
      [offer?.countries, offer?.platforms, offer?.payoutMicros, offer?.goals.length, offer?.status],
      [['DE'], ['ios'], 4_000_000, 1, 'active'],
    )
    assert.match(offer?.destinationUrl ?? '', /=\{click_id\}$/)
  })

  test('an offer is changed: what differs is told first, and Undo puts it back', async () => {
    const page = await browser.visit(`/dashboard/ops/offers/${farm}`)
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await page.getByText('Nothing differs yet.').waitFor()
    await fill(page, { Name: 'Bubble Farm 2', 'Conversions a day': '40', 'Publisher earns, USD': '0.75' })
    const changes = page.getByRole('list', { name: 'What will change' })
    await changes.getByText('Name: Bubble Farm → Bubble Farm 2').waitFor()
    await changes.getByText('Conversions a day: no cap → 40').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Bubble Farm 2 is changed.').waitFor()
    await page.getByRole('heading', { level: 1, name: 'Bubble Farm 2' }).waitFor()
    await page.getByText('40 a day').waitFor()
    await page.getByRole('tab', { name: 'Changes' }).click()
    await page
      .getByRole('listitem')
      .filter({ hasText: /^Conversions a day .+ → 40$/ })
      .waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('heading', { level: 1, name: 'Bubble Farm', exact: true }).waitFor()
    assertQuiet(page)
  })

  test('the form to change an offer keeps nobody out, at both widths and in both schemes', async () => {
    const castle = await stored('castle')
    const page = await browser.visit(`/dashboard/ops/offers/${castle?.id}/edit`)
    await page.getByRole('textbox', { name: 'Key' }).waitFor()
    await assertSeenWell(page)
  })

  test('a cap for one app is set, gets another limit and is removed; a country is looked at besides', async () => {
    const page = await browser.visit(`/dashboard/ops/offers/${farm}?tab=limits`)
    await page.getByRole('button', { name: 'Set a cap' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'How many at most' }).fill('12')
    await dialog.getByRole('combobox', { name: 'App' }).click()
    await page.getByRole('option', { name: 'App', exact: true }).click()
    await dialog.getByRole('button', { name: 'Set the cap' }).click()
    await page.getByText(/^12 conversions a day, in /).waitFor()
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    await dialog.getByRole('textbox', { name: 'How many at most' }).fill('20')
    await dialog.getByRole('button', { name: 'Change the limit' }).click()
    await page.getByText(/^20 conversions a day, in /).waitFor()
    const caps = await world.ports.db.query('select cap_limit as "limit", app_id as app from caps')
    assert.deepEqual(caps, [{ limit: 20, app: world.app.appId }])
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('button', { name: 'Remove the cap' }).click()
    await page.getByText('No cap is set here').waitFor()
    await page.getByRole('tab', { name: 'Who sees it' }).click()
    await page.getByRole('combobox', { name: 'Also show' }).selectOption('NZ')
    await page.getByRole('columnheader', { name: 'NZ' }).waitFor()
    await assertSeenWell(page)
  })

  test('a person who may only read is told so, and a built-in test offer has no form', async () => {
    const page = await browser.visit(`/dashboard/ops/offers/${farm}/edit`, { role: 'analyst' })
    await page.getByText('Operators change offers').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Save' }).count(), 0)
    const list = await browser.visit('/dashboard/ops/offers', { role: 'reviewer' })
    await list.getByText('Zen Sudoku').waitFor()
    assert.equal(await list.getByRole('link', { name: 'New offer' }).count(), 0)
    assertQuiet(list)
  })
})
