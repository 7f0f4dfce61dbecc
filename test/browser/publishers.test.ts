import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as nextTurn } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { type CreatedApp, createApp } from '../../packages/server/src/features/apps/create-app.ts'
import { createPublisher } from '../../packages/server/src/features/publishers/create-publisher.ts'
import { assertAccessible, assertFits, assertQuiet } from '../support/browser.ts'
import { chromiumMissing } from '../support/collectors.ts'
import { makeMember } from '../support/people.ts'
import { openStaffPages } from '../support/staff-pages.ts'

const callsMax = 1_000
const paceMs = 10
const hostile = '<img src=x onerror=alert(1)> "Nova" \u202e'

describe('publishers and apps on the dashboard', { skip: chromiumMissing }, async () => {
  if (chromiumMissing !== false) return
  const { world, browser } = await openStaffPages()
  await world.addOffer({ name: 'Bubble Farm' })

  async function seeWell(page: Page): Promise<void> {
    await page.waitForLoadState('networkidle')
    await assertAccessible(page)
    await assertFits(page)
    assertQuiet(page)
  }

  async function statusOf(apiKey: string, apiSecret: string): Promise<number> {
    const query = { userId: 'u', country: 'DE', platform: 'android' }
    const headers = { 'x-api-key': apiKey, 'x-api-secret': apiSecret }
    return (await world.get('/api/v1/offers', { query, headers })).statusCode
  }

  /** Calls again and again, for a bounded time; tells the statuses there were when it is stopped. */
  function callOn({ apiKey, apiSecret }: CreatedApp['live']): () => Promise<readonly number[]> {
    const answers = new Set<number>()
    let callsLeft = callsMax
    const calls = (async () => {
      while (callsLeft > 0) {
        callsLeft -= 1
        answers.add(await statusOf(apiKey, apiSecret))
        await nextTurn(paceMs)
      }
    })()
    return async () => {
      callsLeft = 0
      await calls
      return [...answers]
    }
  }

  /** The credentials that a dialog shows once. */
  async function readOnce(page: Page, name: string): Promise<string> {
    return await page.getByRole('status', { name }).innerText()
  }

  test('a publisher is made and approved, its app earns in a currency seen before, and all of it is suspended', async () => {
    const page = await browser.visit('/dashboard/ops/publishers')
    await page.getByRole('button', { name: 'New publisher' }).click()
    await page.getByRole('textbox', { name: 'Name' }).last().fill('Nova Games')
    await page.getByRole('button', { name: 'Create the publisher' }).click()
    await page.getByRole('heading', { name: 'Nova Games' }).waitFor()
    await page.getByText('Waits for approval').waitFor()

    await page.getByRole('tab', { name: 'Apps' }).click()
    await page.getByRole('button', { name: 'New app' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Coin Quest')
    await dialog.getByRole('textbox', { name: 'Units per 1 USD' }).fill('950')
    const samples = dialog.getByRole('region', { name: 'What payouts are worth' })
    await samples.getByRole('row', { name: '$0.0137 13.015 13 Coin' }).waitFor()
    await dialog.getByRole('combobox', { name: 'Rounding' }).selectOption('ceil')
    await samples.getByRole('row', { name: '$0.0137 13.015 14 Coin' }).waitFor()
    await dialog.getByRole('button', { name: 'Create the app' }).click()
    const shown = await readOnce(page, 'Credentials')
    const [liveKey = '', liveSecret = '', testKey = '', testSecret = ''] =
      shown.match(/[ps]k_(?:live|test)_\w+/g) ?? []
    await seeWell(page)
    await page.getByRole('button', { name: 'I have stored it' }).click()
    await page.getByRole('heading', { name: 'Coin Quest' }).waitFor()

    assert.deepEqual([await statusOf(liveKey, liveSecret), await statusOf(testKey, testSecret)], [401, 200])
    await page.getByRole('link', { name: 'Nova Games' }).click()
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Nova Games is approved.').waitFor()
    assert.equal(await statusOf(liveKey, liveSecret), 200)

    await page.getByRole('button', { name: 'Suspend…' }).click()
    await page.getByRole('textbox', { name: 'Why' }).fill('Bots.')
    await page.getByRole('button', { name: 'Suspend', exact: true }).click()
    await page.getByText('Nova Games is suspended.').waitFor()
    assert.deepEqual([await statusOf(liveKey, liveSecret), await statusOf(testKey, testSecret)], [401, 401])
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByText('Nova Games works again.').waitFor()
    assert.equal(await statusOf(liveKey, liveSecret), 200)
    await page.getByRole('tab', { name: 'Changes' }).click()
    await page.getByText('suspended Nova Games').waitFor()
    await seeWell(page)
  })

  test('whoever of a publisher has forgotten a password is let in by a link that an operator passes on', async () => {
    const { publisherId } = world.app
    const { email } = await makeMember(world, { publisherId, role: 'owner' })
    for (const width of [1280, 390] as const) {
      const page = await browser.visit(`/dashboard/ops/publishers/${publisherId}`, { width })
      await page.getByRole('tab', { name: 'People' }).click()
      await page.getByRole('button', { name: 'New password…' }).first().click()
      await page.getByText(`by which ${email} sets a new password`).waitFor()
      await page.getByRole('dialog').getByRole('button', { name: 'Make a link for a new password' }).click()
      assert.match(await readOnce(page, 'Link for a new password'), /\/dashboard\/link#/)
      await seeWell(page)
    }
  })

  test('a secret is replaced while calls go on: none of them fails', async () => {
    const busy = { name: 'Busy', publisher: 'Rotating', rateLimitPerMinute: 1_000_000 }
    const { appId, live } = await createApp(world.ports, busy)
    const stopCalling = callOn(live)
    const page = await browser.visit(`/dashboard/ops/apps/${appId}`)
    await page.getByRole('button', { name: 'New secret…' }).click()
    await page.getByRole('combobox', { name: 'Those before work on for' }).selectOption('7 days')
    await page.getByRole('button', { name: 'Make the secret' }).click()
    const secret = await readOnce(page, 'New secret')
    await page.getByRole('button', { name: 'I have stored it' }).click()
    await page.getByText('Expiring').first().waitFor()
    assert.deepEqual(await stopCalling(), [200])
    assert.equal(await statusOf(live.apiKey, secret), 200)
    await page
      .getByRole('button', { name: /^Revoke… sk_live_.*/ })
      .last()
      .click()
    await page.getByRole('button', { name: 'Revoke this secret', exact: true }).click()
    await page.getByText('It is revoked.').waitFor()
    assert.deepEqual(
      [await statusOf(live.apiKey, live.apiSecret), await statusOf(live.apiKey, secret)],
      [401, 200],
    )
    assert.equal(await page.getByText(secret).count(), 0)
    await seeWell(page)
  })

  test('settings list what changes, and a wrong one is told beside its field', async () => {
    const { appId } = await createApp(world.ports, { name: 'Set', publisher: 'Setting' })
    const page = await browser.visit(`/dashboard/ops/apps/${appId}?tab=limits`)
    await page.getByRole('textbox', { name: 'Share of fraud' }).fill('2.5')
    await page.getByRole('textbox', { name: 'Hold from this risk score on' }).fill('400')
    await page.getByRole('list', { name: 'What will change' }).getByText('85 → 400').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('must be from 0 to 100').first().waitFor()
    await page.getByRole('textbox', { name: 'Hold from this risk score on' }).fill('70')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Set is changed.').waitFor()
    const app = await world.ports.store.apps.findAppById(world.ports.db, appId)
    assert.deepEqual([app?.fraudShare, app?.holdScore], [0.025, 70])
    await page.getByRole('tab', { name: 'Wall and links' }).click()
    await page.getByRole('textbox', { name: 'Colour' }).fill('#3F63E4')
    await page.getByRole('combobox', { name: 'Who may open the wall' }).selectOption('signed')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Set is changed.').last().waitFor()
    await page.getByRole('button', { name: 'Show it' }).click()
    await page.getByRole('status', { name: 'Link key' }).waitFor()
    const after = await world.ports.store.apps.findAppById(world.ports.db, appId)
    assert.deepEqual([after?.wall.accent, after?.wall.proof], ['#3f63e4', 'signed'])
  })

  test('a receiver is set up on the page of its app, changed, given a new secret and removed', async () => {
    const { appId } = await createApp(world.ports, { name: 'Told', publisher: 'Telling' })
    const page = await browser.visit(`/dashboard/ops/apps/${appId}?tab=callbacks`)
    await page.getByRole('button', { name: 'New receiver' }).click()
    await page.getByRole('textbox', { name: 'Address' }).fill('https://publisher.invalid/hook')
    await page.getByRole('button', { name: 'Set it up' }).click()
    assert.match(await readOnce(page, 'Secret'), /^whsec_/)
    await page.getByRole('button', { name: 'I have stored it' }).click()
    await page.getByRole('heading', { name: 'Told · main' }).waitFor()
    await page.getByRole('tab', { name: 'Set-up' }).click()
    await page.getByRole('checkbox', { name: 'pending' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('It is set.').waitFor()
    await page.getByRole('button', { name: 'Make a new secret…' }).click()
    await page.getByRole('button', { name: 'Make a new secret', exact: true }).click()
    assert.match(await readOnce(page, 'New secret'), /^whsec_/)
    await page.getByRole('button', { name: 'I have stored it' }).click()
    await seeWell(page)
    await page.getByRole('tab', { name: 'Test', exact: true }).click()
    await page.getByRole('button', { name: 'Test all' }).click()
    await page.getByRole('dialog', { name: 'All cases' }).getByText('Sent twice').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: 'Set-up' }).click()
    await page.getByRole('button', { name: 'Remove this receiver…' }).click()
    await page.getByRole('button', { name: 'Remove this receiver', exact: true }).click()
    await page.getByRole('heading', { name: 'Callbacks' }).waitFor()
    assertQuiet(page)
  })

  test('many offers are paused at once, and the pause is taken back', async () => {
    await world.addOffers([{ name: 'Zen Sudoku' }, { name: 'Zen Chess' }])
    const page = await browser.visit('/dashboard/ops/offers?search=zen')
    const names = ['Zen Sudoku', 'Zen Chess']
    for (const name of names) await page.getByLabel(`Choose ${name}`).check()
    await page.getByRole('link', { name: 'Pause…' }).click()
    await page.getByRole('button', { name: 'Change 2 offers' }).click()
    await page.getByText('2 offers changed').waitFor()
    for (const name of names) await page.getByRole('button', { name: `Resume ${name}` }).waitFor()
    await page.getByRole('button', { name: 'Undo all 2' }).click()
    for (const name of names) await page.getByRole('button', { name: `Pause ${name}` }).waitFor()
    await seeWell(page)
  })

  test('a person who may only read sees no button that changes something', async () => {
    const { appId, publisherId } = await createApp(world.ports, { name: 'Read', publisher: 'Reading' })
    for (const [path, text] of [
      [`/dashboard/ops/apps/${appId}`, 'API secrets'],
      [`/dashboard/ops/publishers/${publisherId}`, 'Owed now'],
    ] as const) {
      const page = await browser.visit(path, { role: 'analyst' })
      await page.getByText(text).first().waitFor()
      for (const name of ['Pause…', 'New secret…', 'Revoke', 'Suspend…', 'Rename…'])
        assert.equal(await page.getByRole('button', { name }).count(), 0, name)
      assertQuiet(page)
    }
  })

  test('every page is accessible, fits, and complains of nothing, with names that are code', async () => {
    const waiting = await createPublisher(world.ports, { name: hostile, status: 'waiting' })
    const { appId } = await createApp(world.ports, { name: hostile, publisher: waiting })
    const secrets = await world.ports.store.credentials.listShownSecrets(world.ports.db, appId)
    const { db, store, clock } = world.ports
    await store.credentials.noteSecretLeaked(db, secrets[0]?.id ?? 0, 'https://evil.example', clock.nowMs())
    const wide = { width: 1280, scheme: 'light' } as const
    const phone = { width: 390, scheme: 'dark' } as const
    for (const [path, text, ...looks] of [
      ['/dashboard/ops/publishers', 'Waiting', wide, phone],
      [`/dashboard/ops/publishers/${waiting}`, 'Owed now', phone],
      ['/dashboard/ops/apps', 'Leaked', wide, phone],
      [`/dashboard/ops/apps/${appId}`, 'came from a browser', phone],
      [`/dashboard/ops/apps/${appId}?tab=currency`, 'With these settings', wide, phone],
      [`/dashboard/ops/apps/${appId}?tab=wall`, 'Link key', phone],
    ] as const) {
      for (const look of looks) {
        const page = await browser.visit(path, look)
        await page.locator('main').getByText(text).filter({ visible: true }).first().waitFor()
        await seeWell(page)
      }
    }
  })
})
