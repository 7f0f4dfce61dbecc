import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertQuiet, assertSeenWell } from '../support/browser.ts'
import { chromiumMissing } from '../support/collectors.ts'
import { addTicket } from '../support/operator/ticket-samples.ts'
import { openStaffPages } from '../support/staff-pages.ts'

describe('the tickets on the dashboard', { skip: chromiumMissing }, async () => {
  if (chromiumMissing !== false) return
  const { world, browser } = await openStaffPages()
  const answerOf = async (id: number) => {
    const [row] = await world.ports.db.query<{ answer: string | null; because: string | null }>(
      'select answer, because from tickets where id = $1',
      [id],
    )
    return row
  }

  test('without a ticket the page says what comes here', async () => {
    const page = await browser.visit('/dashboard/ops/tickets')
    await page.getByText('No ticket waits').waitFor()
    await assertSeenWell(page)
  })

  test('the longest wait stands first and is late, and the sidebar counts what waits', async () => {
    const late = await addTicket(world, '<b>mallory</b>')
    const lateAt = world.clock.nowMs() - 17 * 86_400_000
    await world.ports.db.query(
      'update tickets set created_at = to_timestamp($1::bigint / 1000.0) where id = $2',
      [lateAt, late],
    )
    await addTicket(world, 'ada')
    const page = await browser.visit('/dashboard/ops/tickets')
    await page.getByText('2 d late').waitFor()
    const users = await page.locator('tbody .ticket-user').allTextContents()
    assert.deepEqual(users, ['<b>mallory</b>', 'ada'])
    const section = page.getByRole('navigation').getByRole('link', { name: 'Tickets' })
    await page.locator('nav a[href$="/ops/tickets"] .badge').getByText('2').waitFor()
    assert.equal(await section.getAttribute('aria-description'), '2 for you')
    await assertSeenWell(page)
  })

  test('a ticket is opened, read with where its reward is, and answered; the next one opens', async () => {
    const page = await browser.visit('/dashboard/ops/tickets')
    await page.getByRole('link', { name: '<b>mallory</b>' }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByText('It never came.').waitFor()
    await drawer.getByText(/Not paid, because .* has not reported anything/).waitFor()
    assert.match(page.url(), /open=\d+/)
    const id = Number(new URL(page.url()).searchParams.get('open'))
    const send = drawer.getByRole('button', { name: 'Tell them it is credited' })
    assert.ok(await send.isDisabled(), 'no answer without a reason')
    const border = await drawer
      .getByRole('radio', { name: 'Not credited' })
      .evaluate((radio) => [
        getComputedStyle(radio).borderColor,
        getComputedStyle(document.documentElement).getPropertyValue('--control'),
      ])
    assert.deepEqual(border, ['rgb(134, 143, 155)', '#868f9b'], 'what can be chosen is seen, by 3 to 1')
    await drawer.getByRole('radio', { name: 'Not credited' }).check()
    await drawer.getByRole('button', { name: 'The advertiser found no order of this day.' }).click()
    await assertSeenWell(page)
    await page.setViewportSize({ width: 1280, height: 900 })
    await drawer.getByRole('button', { name: 'Tell them it is not credited' }).click()
    await drawer.getByRole('link', { name: 'ada' }).waitFor()
    assert.deepEqual(await answerOf(id), {
      answer: 'refused',
      because: 'The advertiser found no order of this day.',
    })
    await page.keyboard.press('Escape')
    await page.getByText('1 ticket', { exact: true }).waitFor()
    assertQuiet(page)
  })

  test('an answered ticket is found by its state, and its link opens it whatever the filters', async () => {
    const page = await browser.visit('/dashboard/ops/tickets?state=refused')
    await page.getByRole('link', { name: '<b>mallory</b>' }).click()
    await page.getByRole('dialog').getByText('The advertiser found no order of this day.').waitFor()
    const { search } = new URL(page.url())
    const id = new URLSearchParams(search).get('open')
    const other = await browser.visit(`/dashboard/ops/tickets?open=${id}`)
    const drawer = other.getByRole('dialog')
    await drawer.getByText('The advertiser found no order of this day.').waitFor()
    assert.equal(await drawer.getByRole('radio').count(), 0, 'it is answered')
    await other.goBack().catch(() => null)
    assertQuiet(other)
  })

  test('J and K go along the list', async () => {
    await addTicket(world, 'bert')
    const page = await browser.visit('/dashboard/ops/tickets')
    await page.getByRole('link', { name: 'ada' }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('link', { name: 'ada' }).waitFor()
    await page.keyboard.press('j')
    await drawer.getByRole('link', { name: 'bert' }).waitFor()
    await page.keyboard.press('k')
    await drawer.getByRole('link', { name: 'ada' }).waitFor()
    assertQuiet(page)
  })

  test('a person who may only look reads tickets and is offered no answer', async () => {
    const page = await browser.visit('/dashboard/ops/tickets', { role: 'analyst' })
    await page.getByRole('link', { name: 'ada' }).click()
    await page.getByRole('dialog').getByText('It never came.').waitFor()
    assert.equal(await page.getByRole('radio').count(), 0)
  })

  test('a tab that an address only invents is the first one', async () => {
    const page = await browser.visit('/dashboard/ops/alerts?tab=nothing')
    await page.getByRole('tab', { name: 'Now', selected: true }).waitFor()
    await page.getByRole('tabpanel').waitFor()
    assertQuiet(page)
  })
})
