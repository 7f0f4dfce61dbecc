import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { importRates } from '../../packages/server/src/features/terms/import-rates.ts'
import { assertQuiet, assertSeenWell, takeComplaints } from '../support/browser.ts'
import { chromiumMissing } from '../support/collectors.ts'
import { openStaffPages } from '../support/staff-pages.ts'

const german = { countries: ['DE', 'AT'], platforms: ['android', 'ios'], payoutShare: '70', revenue: '13.50' }
const swiss = { countries: ['CH'], payout: '12', revenue: '16.20' }

async function* euro() {
  yield { line: 1, row: { currency: 'EUR', day: '2026-11-21', usd: '1.25' } }
}

describe('prices by country and platform', { skip: chromiumMissing }, async () => {
  if (chromiumMissing !== false) return
  const { world, browser } = await openStaffPages({
    people: { findToken: (token) => ({ id: token, name: token, role: 'operator' }) },
  })
  const { networkId } = await world.addNetwork({ slug: 'bright', name: 'Brightpath' })
  const headers = { authorization: 'Bearer ada' }

  async function create(externalId: string, body: object): Promise<string> {
    const own = { name: 'Orbithen Bank', destinationUrl: 'https://go.example/?click_id={click_id}' }
    const whole = { networkId, externalId, ...own, ...body }
    const answer = await world.post('/operator/v1/offers', { headers, body: whole })
    assert.equal(answer.statusCode, 201, answer.body)
    return answer.json().data.id
  }

  async function stored(id: string) {
    return (await world.get(`/operator/v1/offers/${id}`, { headers })).json().data
  }

  const row = (page: Page, number: number) =>
    page.getByRole('listitem', { name: `Row ${number}`, exact: true })

  async function choose(page: Page, number: number, country: string): Promise<void> {
    await row(page, number).getByRole('combobox', { name: 'Countries' }).fill(country)
    await page.getByRole('option', { name: country }).click()
  }

  async function pay(page: Page, number: number, revenue: string, earns: string): Promise<void> {
    await row(page, number).getByRole('textbox', { name: 'Network pays, USD' }).fill(revenue)
    await row(page, number).getByRole('textbox', { name: 'Publisher earns' }).fill(earns)
  }

  test('an offer gets its first prices, and is not shown in the rest of the world', async () => {
    const id = await create('first', { payout: '1', revenue: '2' })
    const page = await browser.visit(`/dashboard/ops/offers/${id}?tab=prices`)
    await page.getByText('The offer pays the same everywhere.').waitFor()
    await page.getByRole('link', { name: 'Add a price' }).click()
    await page.getByRole('button', { name: 'Add a price by country' }).click()
    await choose(page, 1, 'Germany')
    await pay(page, 1, '13.50', '70%')
    await page.getByRole('button', { name: 'Add a price' }).click()
    await choose(page, 2, 'Switzerland')
    await pay(page, 2, '16.20', '17')
    await page.getByRole('switch', { name: 'Shown in the rest of the world' }).uncheck({ force: true })
    await page.getByRole('list', { name: 'What will change' }).getByText('Germany: 70% of 13.50').waitFor()
    await page.getByText('2 audiences of at most 64').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await row(page, 2).getByText('It is above revenue: every conversion would lose money.').waitFor()
    await row(page, 2).getByRole('textbox', { name: 'Publisher earns' }).fill('12')
    assert.equal(takeComplaints(page).length, 1) // the answer that refused it
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Orbithen Bank is changed.').waitFor()
    const { prices, payout, revenue } = await stored(id)
    assert.deepEqual([payout, revenue, prices.length], ['0', '0', 2])
    assert.deepEqual([prices[1].payout, prices[1].payout_share, prices[0].payout], ['9.45', '70', '12'])
    assertQuiet(page)
  })

  test('a new offer may have prices alone; a row that names nobody is told before anything is sent', async () => {
    const page = await browser.visit('/dashboard/ops/offers/new')
    await page.getByRole('combobox', { name: 'Network' }).selectOption(String(networkId))
    await page.getByRole('textbox', { name: 'Id at the network' }).fill('new')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('New Bank')
    await page.getByRole('textbox', { name: 'Destination' }).fill('https://go.example/?click_id={click_id}')
    await page.getByRole('button', { name: 'Add a price by country' }).click()
    await pay(page, 1, '10', '7')
    await page.getByRole('button', { name: 'Create the offer' }).click()
    await page.getByText('Nothing was saved: row 1 names no country and no platform.').waitFor()
    await choose(page, 1, 'Germany')
    await page.getByText('the offer is not shown there').waitFor()
    await page.getByRole('button', { name: 'Create the offer' }).click()
    await page.getByRole('heading', { level: 1, name: 'New Bank' }).waitFor()
    await page.getByRole('tab', { name: 'Prices' }).click()
    await page.getByText('Nobody elsewhere sees the offer.').waitFor()
    assertQuiet(page)
  })

  test('a goal and its prices are filled in by keys alone, its key by its name', async () => {
    const page = await browser.visit('/dashboard/ops/offers/new')
    await page.getByRole('combobox', { name: 'Network' }).selectOption(String(networkId))
    await page.getByRole('textbox', { name: 'Id at the network' }).first().fill('typed')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Keys Bank')
    await page.getByRole('textbox', { name: 'Destination' }).fill('https://go.example/?click_id={click_id}')
    const type = async (texts: readonly string[], key: 'Enter' | 'Tab') => {
      for (const text of texts) {
        await page.keyboard.type(text)
        await page.keyboard.press(key)
      }
    }
    await page.getByRole('button', { name: 'Add a goal' }).click()
    await page.waitForFunction(() => document.activeElement?.matches('.goal-name input'))
    await type(['Épargne, step 1', '', '0.60', '0.40'], 'Tab')
    await page.getByRole('button', { name: 'Add a price by country to goal 1' }).click()
    await page.waitForFunction(() => document.activeElement?.matches('.price-countries input'))
    await type(['US', 'UK'], 'Enter')
    await type(['DE', '', '2.50', '2'], 'Tab')
    await page.getByRole('button', { name: 'Create the offer' }).click()
    await page.getByRole('heading', { level: 1, name: 'Keys Bank' }).waitFor()
    const [goal] = (await stored(page.url().split('/').at(-1) ?? '')).goals
    assert.deepEqual([goal.goal, goal.payout, goal.revenue], ['epargne-step-1', '0.4', '0.6'])
    const [price] = goal.prices
    assert.deepEqual([price.countries, price.payout, price.revenue], [['DE', 'GB', 'US'], '2', '2.5'])
    assertQuiet(page)
  })

  test('two rows for one person are told before anything is sent, and one gives way', async () => {
    const id = await create('overlap', { payout: '1', revenue: '2', prices: [german, swiss] })
    const page = await browser.visit(`/dashboard/ops/offers/${id}/edit`)
    await page.getByRole('button', { name: 'Add a price' }).click()
    await choose(page, 3, 'Hungary')
    await choose(page, 3, 'Austria')
    await page.getByText(/^Rows 1 and 3 would both pay a person in Austria on Android/).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Nothing was saved: rows 1 and 3 would both pay the same person.').waitFor()
    await page.getByRole('button', { name: 'Change all rows…' }).click()
    await page.getByRole('textbox', { name: 'Percent' }).fill('10')
    await assertSeenWell(page)
    await page.getByRole('textbox', { name: 'Percent' }).press('Escape')
    await page.getByRole('button', { name: 'Take Austria out of row 3' }).click()
    await pay(page, 3, '11', '7')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Orbithen Bank is changed.').waitFor()
    assert.deepEqual((await stored(id)).prices[2].countries, ['HU'])
    assertQuiet(page)
  })

  test('an edit that does not touch prices leaves them as they are, those of goals too', async () => {
    const odd = { countries: ['FR'], payout: '1.000001', payoutShare: '33.33', revenue: '2.000003' }
    const goals = [
      { goal: 'open', name: 'Account opened', payout: '1.89', revenue: '2.70', prices: [german, swiss, odd] },
      {
        goal: 'deposit',
        name: 'First deposit',
        prices: [{ countries: ['DE'], payout: '18', revenue: '27' }],
      },
    ]
    const id = await create('kept', { goals })
    const before = await stored(id)
    const page = await browser.visit(`/dashboard/ops/offers/${id}/edit`)
    const goal = page.getByRole('listitem', { name: 'Goal 2' })
    await goal.getByRole('listitem', { name: 'Row 5' }).waitFor()
    await goal.getByRole('textbox', { name: 'Deadline' }).fill('7d')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Orbithen Bank is changed.').waitFor()
    const { goals: after, payout } = await stored(id)
    assert.equal(after[1].deadline_seconds, 604_800)
    const pricesOf = (list: readonly Record<string, unknown>[]) =>
      list.map((one) => [one['payout'], one['revenue'], one['prices']])
    assert.deepEqual(pricesOf(after), pricesOf(before.goals))
    assert.equal(payout, before.payout)
    assertQuiet(page)
  })

  test('all rows are changed at once by a margin, after what comes of it is told', async () => {
    const id = await create('margin', { payout: '1', revenue: '2', prices: [german, swiss] })
    const page = await browser.visit(`/dashboard/ops/offers/${id}/edit`)
    await page.getByRole('button', { name: 'Change all rows…' }).click()
    await page.getByRole('combobox', { name: 'Change', exact: true }).selectOption('margin')
    const percent = page.getByRole('textbox', { name: 'Percent' })
    await percent.fill('40')
    await page.getByText('Row 2: 12 of 16.2 → 9.72 of 16.2').waitFor()
    await percent.press('Enter')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Orbithen Bank is changed.').waitFor()
    const { prices, payout } = await stored(id)
    assert.deepEqual([prices[0].payout_share, prices[1].payout, payout], ['60', '9.72', '1.2'])
    assertQuiet(page)
  })

  test('a row is added, duplicated and removed by the keyboard, and pasted codes are countries', async () => {
    const id = await create('keys', { payout: '1', revenue: '2', prices: [swiss] })
    const page = await browser.visit(`/dashboard/ops/offers/${id}/edit`)
    await page.getByRole('button', { name: 'Duplicate row 1' }).press('Enter')
    const countries = row(page, 2).getByRole('combobox', { name: 'Countries' })
    await countries.waitFor()
    await page.waitForFunction(
      "document.activeElement?.closest('li')?.getAttribute('aria-label') === 'Row 2'",
    )
    await countries.evaluate((input) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', 'de, at; XX HU')
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    await row(page, 2).getByText('Hungary').waitFor()
    assert.equal(await countries.inputValue(), 'XX')
    await page.getByText('There is no such country').waitFor()
    assert.equal(await row(page, 2).getByRole('textbox', { name: 'Network pays, USD' }).inputValue(), '16.2')
    await page.getByRole('button', { name: 'Remove row 1' }).press('Enter')
    assert.equal(await row(page, 2).count(), 0)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Orbithen Bank is changed.').waitFor()
    assert.deepEqual((await stored(id)).prices[0].countries, ['AT', 'DE', 'HU'])
    assertQuiet(page)
  })

  test('a problem with a price of a goal stands at its row', async () => {
    const goals = [{ goal: 'open', name: 'Account opened', payout: '1', revenue: '2', prices: [swiss] }]
    const id = await create('goal-row', { goals })
    const page = await browser.visit(`/dashboard/ops/offers/${id}/edit`)
    await row(page, 1).getByRole('textbox', { name: 'Network pays, USD' }).fill('much')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Nothing was saved: 1 field needs another value.').waitFor()
    const field = row(page, 1).getByRole('textbox', { name: 'Network pays, USD' })
    assert.equal(await field.getAttribute('aria-invalid'), 'true')
    assert.equal(takeComplaints(page).length, 1)
    await assertSeenWell(page)
  })

  test('the tab tells the rows, what one person sees, and the prices of before', async () => {
    const goals = [
      { goal: 'open', name: 'Account opened', payout: '1.89', revenue: '2.70', prices: [german, swiss] },
      {
        goal: 'deposit',
        name: 'First deposit',
        prices: [{ countries: ['DE'], payout: '18', revenue: '27' }],
      },
    ]
    const id = await create('tab', { goals })
    const [open, deposit] = goals
    const body = { goals: [{ ...open, payout: '0', revenue: '0' }, deposit] }
    await world.call({ method: 'PATCH', path: `/operator/v1/offers/${id}`, headers, body })
    const page = await browser.visit(`/dashboard/ops/offers/${id}`)
    await page.getByRole('tab', { name: 'Prices' }).click()
    await page.getByText('3 rows · 4 of at most 64 audiences. Amounts in USD.').waitFor()
    await page.getByText('Nobody elsewhere sees the offer.').waitFor()
    const picker = page.getByRole('region', { name: 'Who sees what' })
    await picker.getByRole('combobox', { name: 'Country' }).selectOption('DE')
    await page.getByText('Sees the offer, up to $27.45').waitFor()
    await picker.getByRole('combobox', { name: 'Country' }).selectOption('FR')
    await picker.getByText('Sees nothing.').waitFor()
    await picker.getByText('No row covers a person in France on Android').waitFor()
    await picker.getByRole('combobox', { name: 'Country' }).selectOption('CH')
    await picker.getByText('A person in Switzerland on Android is paid by row 2.').waitFor()
    const former = page.getByRole('region', { name: 'Former prices' })
    const cell = page.getByRole('region', { name: 'Everybody at once' }).getByRole('cell')
    await cell.filter({ hasText: '12.00row 2' }).waitFor()
    await former.getByText('Rest of the world').waitFor()
    await former.getByText('1.89 of 2.70').waitFor()
    await assertSeenWell(page)
  })

  test('revenues in another currency are edited in it, and stay as they were written', async () => {
    await importRates(world.ports, { entries: euro(), actor: 'ops' })
    const prices = [{ countries: ['DE'], payout: '2', revenue: '4' }]
    const id = await create('euro', { currency: 'EUR', payout: '1', revenue: '2', prices })
    assert.deepEqual([(await stored(id)).revenue, (await stored(id)).foreign_revenue], ['2.5', '2'])
    const page = await browser.visit(`/dashboard/ops/offers/${id}/edit`)
    assert.equal(await row(page, 1).getByRole('textbox', { name: 'Network pays, EUR' }).inputValue(), '4')
    await row(page, 1).getByRole('textbox', { name: 'Network pays, EUR' }).fill('6')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Orbithen Bank is changed.').waitFor()
    const { currency, foreign_revenue, prices: saved } = await stored(id)
    assert.deepEqual([currency, foreign_revenue], ['EUR', '2'])
    assert.deepEqual([saved[0].foreign_revenue, saved[0].revenue], ['6', '7.5'])
    assertQuiet(page)
  })

  test('a new offer is filled in in the currency of its network, until it names another', async () => {
    const { networkId: euroNet } = await world.addNetwork({ slug: 'euro-net', name: 'Euro Net' })
    const page = await browser.visit(`/dashboard/ops/networks/${euroNet}`)
    await page.getByRole('tab', { name: 'Words and rules' }).click()
    await page.getByRole('combobox', { name: 'Currency in which it pays' }).selectOption('EUR')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Euro Net is changed.').waitFor()
    await page.getByRole('tab', { name: 'Overview' }).click()
    await page.getByText('It pays in').waitFor()
    await page.goto('/dashboard/ops/offers/new')
    const network = page.getByRole('combobox', { name: 'Network' })
    await network.selectOption({ label: 'Euro Net' })
    await page.getByRole('textbox', { name: 'Network pays, EUR' }).waitFor()
    const currency = page.getByRole('combobox', { name: 'Currency of what it pays' })
    await currency.getByRole('option', { name: 'EUR, as the network' }).waitFor({ state: 'attached' })
    await currency.selectOption({ label: 'USD · US Dollar' })
    await page.getByRole('textbox', { name: 'Network pays, USD' }).waitFor()
    assertQuiet(page)
  })

  test('the list and the facts show the range of what is paid', async () => {
    const id = await create('range', { name: 'Range Bank', payout: '0.50', revenue: '1', prices: [swiss] })
    const page = await browser.visit('/dashboard/ops/offers')
    await page
      .getByRole('row', { name: /Range Bank/ })
      .getByText('0.50–12.00')
      .waitFor()
    await page.goto(`/dashboard/ops/offers/${id}`)
    await page.getByText('$0.50–12.00').waitFor()
    await page.getByText('$1.00–16.20').waitFor()
    assertQuiet(page)
  })

  test('an offer that gets goals is told what becomes of its own prices', async () => {
    const id = await create('stranded', { payout: '1', revenue: '2', prices: [swiss] })
    const page = await browser.visit(`/dashboard/ops/offers/${id}/edit`)
    await page.getByRole('button', { name: 'Add a goal' }).click()
    await page.getByRole('button', { name: 'Move them to goal 1' }).click()
    const goal = page.getByRole('listitem', { name: 'Goal 1' })
    await goal.getByText('Switzerland').waitFor()
    assertQuiet(page)
  })
})
