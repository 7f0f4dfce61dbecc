import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { addListEntry } from '../../packages/server/src/features/lists/add-list-entry.ts'
import { assertAccessible, assertFits, assertQuiet } from '../support/browser.ts'
import { chromiumMissing } from '../support/collectors.ts'
import { openStaffPages } from '../support/staff-pages.ts'

describe('the lists on the dashboard', { skip: chromiumMissing }, async () => {
  if (chromiumMissing !== false) return
  const { world, browser } = await openStaffPages()
  const { appId } = world.app
  const judge = (userId: string) =>
    world.ports.snapshots.lists().judge({ appId, userId }, world.clock.nowMs())?.action

  test('nobody is on a list: the page says what lists are for', async () => {
    const page = await browser.visit('/dashboard/ops/lists')
    await page.getByText('Nobody is on a list').waitFor()
    await assertAccessible(page)
    assertQuiet(page)
  })

  test('a user is blocked, found, removed, and put back by Undo', async () => {
    const page = await browser.visit('/dashboard/ops/lists')
    await page.getByRole('button', { name: 'Add an entry' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Value').fill('<b>mallory</b>')
    await dialog.getByLabel('Where').click()
    await page.getByRole('option').first().click()
    await dialog.getByLabel('Reason').fill('A ring of nine')
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Block' }).click()
    await page.getByRole('link', { name: '<b>mallory</b>' }).waitFor()
    assert.equal(judge('<b>mallory</b>'), 'block')
    await page.getByRole('button', { name: 'Remove…' }).click()
    await page.getByRole('button', { name: 'Remove the entry' }).click()
    await page.getByText('Nobody is on a list').waitFor()
    assert.equal(judge('<b>mallory</b>'), undefined)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('link', { name: '<b>mallory</b>' }).waitFor()
    assert.equal(judge('<b>mallory</b>'), 'block')
    assertQuiet(page)
  })

  test('a file is judged line by line before it takes effect', async () => {
    const page = await browser.visit('/dashboard/ops/lists')
    await page.getByRole('button', { name: 'Import…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog
      .getByLabel('Or paste it')
      .fill('action,kind,value,reason\nreview,country,KP,\nblock,address,nowhere,\n')
    await dialog.getByRole('button', { name: 'Check it' }).click()
    await dialog.getByText('1 can be imported').waitFor()
    await dialog.getByText('Line 3').waitFor()
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Import 1 entry' }).click()
    await page.getByRole('cell', { name: 'KP' }).waitFor()
    const kept = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export' }).click()
    assert.match(await readFile(await (await kept).path(), 'utf8'), /review,country,KP,/)
    assertQuiet(page)
  })

  test('a person who may only look is shown no action', async () => {
    const page = await browser.visit('/dashboard/ops/lists', { role: 'analyst' })
    await page.getByRole('cell', { name: 'KP' }).waitFor()
    assert.equal(await page.getByRole('button', { name: /Add|Import|Remove/ }).count(), 0)
  })

  for (const [width, scheme] of [
    [1280, 'dark'],
    [390, 'light'],
  ] as const) {
    test(`hostile values fit ${width} px, ${scheme}`, async () => {
      const value = `${'x'.repeat(200)}‮<script>`
      await addListEntry(world.ports, {
        action: 'review',
        kind: 'device',
        value,
        appId: null,
        reason: '"><img>',
        actor: 'test',
      })
      const page = await browser.visit('/dashboard/ops/lists', { width, scheme })
      await page.getByText('xxxxxxxx').first().waitFor()
      await assertFits(page)
      await assertAccessible(page)
      assertQuiet(page)
    })
  }

  test('a list that could not be loaded is told with the way on', async () => {
    const page = await browser.visit('/dashboard/ops/audit')
    await page.route('**/operator/v1/list-entries*', (route) => route.abort())
    await page.getByRole('link', { name: 'Lists' }).click()
    await page.getByRole('alert').getByRole('button').waitFor({ timeout: 20_000 })
    await assertAccessible(page)
  })
})
