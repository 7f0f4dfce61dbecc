import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertQuiet, assertSeenWell } from '../support/browser.ts'
import { chromiumMissing } from '../support/collectors.ts'
import { openStaffPages } from '../support/staff-pages.ts'
import { hostileName } from '../support/supply-scene.ts'

describe('many offers at once', { skip: chromiumMissing }, async () => {
  if (chromiumMissing !== false) return
  const { world, browser } = await openStaffPages()
  const { networkId } = await world.addNetwork({ slug: 'lumen', name: 'Lumen Offers' })
  const rows = Array.from({ length: 72 }, (_, index) => ({ name: `Offer ${index + 1}`, daily_cap: 100 }))
  const ids = await world.addOffers(
    [...rows, { name: hostileName, daily_cap: 100 }, { name: 'No cap' }, { name: 'Last', daily_cap: 100 }],
    'lumen',
  )

  async function caps(): Promise<readonly (number | null)[]> {
    const { db, store } = world.ports
    const found = await Promise.all(ids.map((id) => store.offers.findOfferById(db, id)))
    return found.map((offer) => offer?.dailyCap ?? null)
  }

  for (const width of [1280, 390] as const) {
    test(`at ${width}: all that match are chosen, their caps raised by 20 % as previewed, and put back`, async () => {
      const page = await browser.visit(`/dashboard/ops/offers?networkId=${networkId}`, { width })
      await page.getByLabel('Choose Last').waitFor()
      await page.getByLabel('Choose all that are shown').first().check()
      await page.getByRole('button', { name: 'Select all 75 that match' }).click()
      await page.getByText('All 75 that match').waitFor()
      await page.getByLabel('Choose Last').uncheck()
      await page.getByRole('link', { name: 'Edit 74 offers…' }).click()
      await page.getByText('Choose a field').first().waitFor()
      await page.getByLabel('Daily cap', { exact: true }).selectOption('raise')
      await page.getByLabel('Daily cap: Raise by').fill('20')
      await page.getByRole('heading', { name: '73 of 74 offers change' }).waitFor()
      await page.getByText('100 → 120').first().waitFor()
      await page.getByText('Lumen Offers, without 1 other').waitFor()
      await assertSeenWell(page)
      assert.equal((await caps())[0], 100)
      await page.getByRole('button', { name: 'Change 73 offers' }).click()
      await page.getByText('73 offers changed').waitFor()
      assert.deepEqual([(await caps()).filter((cap) => cap === 120).length, (await caps()).at(-1)], [73, 100])
      await page.getByRole('button', { name: 'Undo all 73' }).click()
      await page.getByText('73 put back.').waitFor()
      assert.equal((await caps()).filter((cap) => cap === 100).length, 74)
      await page.getByRole('link', { name: 'See the changes' }).click()
      await page.getByRole('heading', { name: 'Changed 73 offers' }).waitFor()
      await page.getByText(/Taken back/).waitFor()
      await assertSeenWell(page)
      assertQuiet(page)
    })
  }

  test('an offer that changes meanwhile is told, and the preview is new', async () => {
    const page = await browser.visit(`/dashboard/ops/offers/edit?ids=${ids.slice(0, 3).join(',')}`)
    await page.getByLabel('Daily cap', { exact: true }).selectOption('set')
    await page.getByLabel('Daily cap: Set to').fill('300')
    await page.getByRole('heading', { name: '3 of 3 offers change' }).waitFor()
    await world.ports.db.query('update offers set daily_cap = 300 where id = $1', [ids[0]])
    await page.getByRole('button', { name: 'Change 3 offers' }).click()
    await page.getByText('You see a new preview. Nothing was changed.').waitFor()
    await page.getByRole('heading', { name: '2 of 3 offers change' }).waitFor()
    await page.getByRole('button', { name: 'Change 2 offers' }).click()
    await page.getByText('2 offers changed').waitFor()
  })

  test('an operand that is wrong is told, and nothing can be done until it is right', async () => {
    const page = await browser.visit(`/dashboard/ops/offers/edit?networkId=${networkId}&start=pause`)
    await page.getByRole('heading', { name: '75 of 75 offers change' }).waitFor()
    await page.getByLabel('Payout', { exact: true }).selectOption('percent')
    await page.getByLabel('Payout: Change by').fill('abc')
    await page.getByText('There is no preview').waitFor()
    await page.getByText('must be a percentage with at most 2 decimals, such as 20').waitFor()
    assert.ok(
      await page
        .getByRole('button', { name: /^(Change|Choose)/ })
        .last()
        .isDisabled(),
    )
  })
})
