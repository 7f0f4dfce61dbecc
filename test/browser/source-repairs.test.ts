import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertQuiet, assertSeenWell } from '../support/browser.ts'
import { chromiumMissing } from '../support/collectors.ts'
import { eventually } from '../support/eventually.ts'
import { shoot } from '../support/shoot.ts'
import { addRun } from '../support/source-run-scene.ts'
import { addAppliedRun, addSource, changeOwnOffer } from '../support/source-scene.ts'
import { openStaffPages } from '../support/staff-pages.ts'

describe('repairs of what sources bring', { skip: chromiumMissing }, async () => {
  if (chromiumMissing !== false) return
  const { world, browser } = await openStaffPages({
    people: { findToken: (token) => ({ id: token, name: token, role: 'operator' }) },
  })
  const { db, store } = world.ports

  for (const width of [1280, 390] as const) {
    test(`a word that holds offers is answered on the page of its run, ${width} px`, async () => {
      const { sourceId, networkId } = await addSource(world)
      const reasons = ['Countries “LATAM” is not an ISO 3166-1 alpha-2 country code.']
      const offers = ['1', '2', '3'].map((externalId) => ({ externalId, verdict: 'held' as const, reasons }))
      const runId = await addRun(world, sourceId, { cause: 'first', offers })
      await store.sourceRuns.updateUnknownWords(db, runId, [
        { field: 'countries', word: 'LATAM', offers: 3 },
        { field: 'platforms', word: 'every phone', offers: 1 },
      ])
      const page = await browser.visit(`/dashboard/ops/sources/${sourceId}/runs/${runId}`, { width })
      await page.getByRole('heading', { name: '2 words that Quoin does not know' }).waitFor()
      assert.ok(await page.getByRole('button', { name: 'Keep the answers' }).isDisabled())
      await assertSeenWell(page)
      await page.setViewportSize({ width, height: 900 })
      await page.getByRole('combobox', { name: '“LATAM” means' }).selectOption('several')
      const countries = page.getByRole('combobox', { name: 'Countries of “LATAM”' })
      for (const code of ['MX', 'br']) {
        await countries.fill(code)
        await countries.press('Enter')
      }
      await page.getByRole('combobox', { name: '“every phone” means' }).selectOption('android|ios')
      await shoot(page, `words ${width}`)
      await page.getByRole('button', { name: 'Keep 2 answers and ask again' }).click()
      await page.getByText('The words are known.').waitFor()
      const kept = await store.importRepairs.findImportRepairs(db, networkId)
      assert.deepEqual(
        [kept?.countries, kept?.platforms],
        [{ latam: ['MX', 'BR'] }, { 'every phone': ['android', 'ios'] }],
      )
      assertQuiet(page)
    })

    test(`a field that a person has changed is given back on the page of the offer, ${width} px`, async () => {
      const { sourceId, networkId, name } = await addSource(world)
      await addAppliedRun(world, sourceId)
      const offerId = await changeOwnOffer(world, networkId)
      const page = await browser.visit(`/dashboard/ops/offers/${offerId}`, { width })
      await page.getByText('One field is yours and stays as you set it.').waitFor()
      await page.getByRole('region', { name: 'Source' }).getByRole('link', { name }).waitFor()
      await assertSeenWell(page)
      await page.setViewportSize({ width, height: 900 })
      await shoot(page, `own ${width}`)
      await page.getByRole('button', { name: /Take theirs.*Name/ }).click()
      await shoot(page, `own dialog ${width}`)
      await page.getByRole('dialog').getByRole('button', { name: 'Take theirs: Name' }).click()
      await page.getByText('Its source renews it at each run.').waitFor()
      await eventually(() => page.getByRole('heading', { level: 1 }).textContent(), 'Farm 1')
      assertQuiet(page)
    })
  }

  test('an analyst sees words and fields, and changes neither', async () => {
    const { sourceId, networkId } = await addSource(world)
    await addAppliedRun(world, sourceId)
    const offerId = await changeOwnOffer(world, networkId)
    const page = await browser.visit(`/dashboard/ops/offers/${offerId}`, { role: 'analyst' })
    await page.getByText('One field is yours').waitFor()
    assert.equal(await page.getByRole('button', { name: /Take theirs/ }).count(), 0)
    const runId = await addRun(world, sourceId, { offers: [{ externalId: '7', verdict: 'held' }] })
    await store.sourceRuns.updateUnknownWords(db, runId, [{ field: 'countries', word: 'LATAM', offers: 1 }])
    await page.goto(`/dashboard/ops/sources/${sourceId}/runs/${runId}`)
    await page.getByText('LATAM (1 offer)').waitFor()
    assert.equal(await page.getByRole('combobox', { name: /means/ }).count(), 0)
    assertQuiet(page)
  })
})
