import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addEndpoint } from '../support/callback-endpoints.ts'
import { assertQuiet, assertSeenWell } from '../support/browser.ts'
import { chromiumMissing } from '../support/collectors.ts'
import { followOffer, tell } from '../support/conversions.ts'
import { eventually } from '../support/eventually.ts'
import { openStaffPages } from '../support/staff-pages.ts'

describe('decisions that are taken back, in the browser', { skip: chromiumMissing }, async () => {
  if (chromiumMissing !== false) return
  const { world, browser } = await openStaffPages()
  await addEndpoint(world.ports.db, { appId: world.app.appId, name: 'shop' })
  await world.ports.snapshots.refresh('apps')

  async function approve(userId: string, offer: Record<string, unknown> = {}) {
    const offerId = await world.addOffer({ payout: '7', revenue: '10', name: 'Coinharrow', ...offer })
    const clickId = await followOffer(world, { offerId, userId })
    const answer = await tell(world, { query: { click_id: clickId, status: 'approved', payout: '10' } })
    return { clickId, offerId, id: String(answer.json().data.conversion_id) }
  }

  async function statusOf(id: string) {
    const [row] = await world.ports.db.query<{ state: string }>(
      `select status || ' ' || coalesce(reason, '') as state from conversions where id = $1`,
      [id],
    )
    return row?.state
  }

  for (const width of [1280, 390] as const) {
    test(`${width}: an approved conversion is taken back with a reason, and given again, from its own page`, async () => {
      const { clickId, id } = await approve(`back-${width}`)
      const page = await browser.visit(`/dashboard/t/${clickId}`, { width })
      await page.getByRole('button', { name: 'Take it back…' }).click()
      const panel = page.getByRole('region', { name: 'Take it back' })
      await panel.getByText('goes on owing $10.00').waitFor()
      await panel.getByText('−$7.00').waitFor()
      const commit = panel.getByRole('button', { name: 'Take back $7.00' })
      assert.ok(await commit.isDisabled(), 'no reason is given yet')
      await panel.getByRole('button', { name: 'Several accounts' }).click()
      await assertSeenWell(page)
      await commit.click()
      await eventually(() => statusOf(id), 'reversed withheld', 20_000)
      await page.getByRole('heading', { name: /^Taken back, because an operator took it back/ }).waitFor()
      const again = page.getByRole('region', { name: 'Give it after all' })
      await again.getByRole('button', { name: 'Refused by mistake' }).click()
      await again.getByText('+$7.00').waitFor()
      await again.getByRole('button', { name: 'Give $7.00' }).click()
      await eventually(() => statusOf(id), 'approved ', 20_000)
      assertQuiet(page)
    })

    test(`${width}: what is held for its days is released from its own page, which says until when`, async () => {
      const { clickId, id } = await approve(`held-${width}`, { hold_days: '7' })
      assert.equal(await statusOf(id), 'pending hold')
      const page = await browser.visit(`/dashboard/t/${clickId}?do=decide`, { width })
      const panel = page.getByRole('region', { name: 'Decide it' })
      await panel.getByText('approved', { exact: false }).first().waitFor()
      await assertSeenWell(page)
      await panel.getByRole('button', { name: 'Release $7.00' }).click()
      await eventually(() => statusOf(id), 'approved ', 20_000)
      assertQuiet(page)
    })

    test(`${width}: the answer to copy is whole sentences, for the publisher and for the user`, async () => {
      const { clickId } = await approve(`answer-${width}`)
      const page = await browser.visit(`/dashboard/t/${clickId}?do=answer`, { width })
      const text = page.getByRole('textbox', { name: 'Answer' })
      await text.waitFor()
      assert.match(await text.inputValue(), /^The reward of answer-\d+ for Coinharrow is approved/)
      await page.getByText('For the user').click()
      assert.match(await text.inputValue(), /^Your reward for Coinharrow is approved/)
      await assertSeenWell(page)
      assertQuiet(page)
    })
  }

  test('a panel that is closed sends nothing before its time, and Undo still undoes it', async () => {
    const { clickId, id } = await approve('undone')
    const page = await browser.visit(`/dashboard/t/${clickId}?do=decide`)
    const panel = page.getByRole('region', { name: 'Take it back' })
    await panel.getByRole('button', { name: 'Network asks' }).click()
    await panel.getByRole('button', { name: 'Take back $7.00' }).click()
    await panel.getByRole('button', { name: 'Leave it' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.waitForTimeout(7_000)
    assert.equal(await statusOf(id), 'approved ')
    assertQuiet(page)
  })

  test('many are taken back at once, with their sums before', async () => {
    const offerId = await world.addOffer({ payout: '2', revenue: '3', name: 'Ring' })
    const ids: string[] = []
    for (let at = 0; at < 4; at += 1) {
      const click_id = await followOffer(world, { offerId, userId: `many-${at}` })
      const answer = await tell(world, { query: { click_id, status: 'approved', payout: '3' } })
      ids.push(String(answer.json().data.conversion_id))
    }
    const page = await browser.visit(`/dashboard/ops/conversions?offer=${offerId}`)
    await page.getByRole('link', { name: 'many-3' }).waitFor()
    // By the mouse: the link of its row covers all else of it.
    await page.getByRole('checkbox', { name: 'Choose the conversion of many-3' }).click()
    await page.getByText('1 chosen').waitFor()
    await page.getByRole('checkbox', { name: 'Choose all that are shown' }).check()
    await page.getByRole('button', { name: 'Take back 4…' }).click()
    const panel = page.getByRole('region', { name: 'Take back 4 conversions' })
    await panel.getByText('−$8.00').waitFor()
    await panel.getByText('4 callbacks').waitFor()
    await panel.getByRole('button', { name: 'Network asks' }).click()
    await assertSeenWell(page)
    await panel.getByRole('button', { name: /^Take back 4 conversions, \$8\.00/ }).click()
    await page.getByText('4 conversions taken back.').waitFor()
    for (const id of ids) assert.equal(await statusOf(id), 'reversed withheld')
    assertQuiet(page)
  })

  test('an analyst sees the conversions and cannot decide them', async () => {
    const { clickId } = await approve('analyst')
    const page = await browser.visit('/dashboard/ops/conversions', { role: 'analyst' })
    await page.getByRole('link', { name: 'analyst', exact: true }).waitFor()
    assert.equal(await page.getByRole('checkbox').count(), 0)
    await page.goto(`/dashboard/t/${clickId}?do=decide`)
    await page.getByRole('button', { name: 'Copy answer…' }).waitFor()
    assert.equal(await page.getByRole('button', { name: /Take it back/ }).count(), 0)
  })
})
