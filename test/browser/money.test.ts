import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { checkLedger } from '../../packages/server/src/features/ledger/check-ledger.ts'
import { settle } from '../../packages/server/src/features/ledger/settle.ts'
import { setMargin } from '../../packages/server/src/features/terms/set-margin.ts'
import { assertAccessible, assertQuiet, assertSeenWell, takeComplaints } from '../support/browser.ts'
import { chromiumMissing } from '../support/collectors.ts'
import { followOffer } from '../support/conversions.ts'
import { openStaffPages } from '../support/staff-pages.ts'

describe('statistics and money on the dashboard', { skip: chromiumMissing }, async () => {
  if (chromiumMissing !== false) return
  const { world, browser } = await openStaffPages()
  for (const payout of ['1.25', '7', '0.000003']) {
    const offerId = await world.addOffer({ name: `Pays <b>${payout}</b>`, payout, revenue: '12' })
    const clickId = await followOffer(world, { offerId, userId: `user-${payout}` })
    await world.get('/postback', { query: { click_id: clickId, payout: '12', status: 'approved' } })
  }
  const appName = (await world.ports.store.apps.findAppById(world.ports.db, world.app.appId))?.name ?? ''
  const all = { sinceDay: '2000-01-01', limit: 100 }

  test('a balance is settled: what it changes is told first, and the ledger stays clean', async () => {
    const page = await browser.visit('/dashboard/ops/money')
    const owed = page.getByRole('region', { name: 'What publishers are owed' })
    await owed.getByText('8.25').waitFor()
    await owed.getByRole('button', { name: 'Pay…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Amount, USD').fill('8.00')
    await dialog.getByLabel('Reference').fill('NOV-1')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByText('0.250003').waitFor()
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Book the payment' }).click()
    await dialog.waitFor({ state: 'detached' })
    await owed.getByText('0.25', { exact: true }).waitFor()
    await page.getByRole('tab', { name: 'Settlements' }).click()
    await page.getByRole('cell', { name: 'NOV-1' }).waitFor()
    await page.getByRole('cell', { name: 'person:operator@example.com' }).waitFor()
    assert.deepEqual((await checkLedger(world.ports)).faults, [])
    assertQuiet(page)
  })

  test('more than is owed waits for leave and a reason, in words of the page', async () => {
    const page = await browser.visit('/dashboard/ops/money')
    await page
      .getByRole('region', { name: 'What networks owe' })
      .getByRole('button', { name: 'Receive…' })
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Amount, USD').fill('99999')
    await dialog.getByLabel('Reference').fill('NOV-2')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    const book = dialog.getByRole('button', { name: 'Book the receipt' })
    assert.equal(await book.isDisabled(), true)
    await dialog.getByRole('checkbox', { name: /more than is owed/ }).check()
    assert.equal(await book.isDisabled(), true)
    await dialog.getByLabel('Why more than is owed').fill('A year in advance')
    assert.equal(await book.isEnabled(), true)
  })

  test('a balance that fell meanwhile refuses the booking, says by how much, and names no option', async () => {
    const page = await browser.visit('/dashboard/ops/money')
    const networks = page.getByRole('region', { name: 'What networks owe' })
    await networks.getByRole('button', { name: 'Receive…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reference').fill('NOV-3')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    const [network] = await world.ports.store.networks.listNetworks(world.ports.db)
    const owing = await world.ports.db.query<{ id: number }>(
      "select party_id as id from ledger_entries where account = 'receivable' limit 1",
    )
    const networkId = owing[0]?.id ?? network?.id ?? 0
    const meanwhile = { kind: 'received', appId: null, networkId, amountMicros: 1_000_000 } as const
    const request = { ...meanwhile, reference: 'NOV-0', reason: '', actor: 'test', mayGoNegative: false }
    await settle(world.ports, request)
    await dialog.getByRole('button', { name: 'Book the receipt' }).click()
    const refusal = dialog.getByRole('alert')
    await refusal.getByText('owes only 35 USD').waitFor()
    assert.doesNotMatch(await refusal.innerText(), /allow-negative|mayGoNegative/)
    await dialog.getByRole('checkbox', { name: /more than is owed/ }).check()
    await dialog.getByLabel('Why more than is owed').fill('Paid twice')
    await dialog.getByRole('button', { name: 'Book the receipt' }).click()
    await dialog.waitFor({ state: 'detached' })
  })

  test('a balance is adjusted: both sides of it are told first, and more than is owed asks once more', async () => {
    const page = await browser.visit('/dashboard/ops/money')
    const owed = page.getByRole('region', { name: 'What publishers are owed' })
    await owed.getByRole('button', { name: 'Adjust an app…' }).click()
    const dialog = page.getByRole('dialog')
    const toCheck = dialog.getByRole('button', { name: 'Continue' })
    await dialog.getByRole('combobox', { name: 'App' }).fill(appName.slice(0, 4))
    await page.getByRole('option', { name: appName }).click()
    await dialog.getByText('$0.250003').waitFor()
    await dialog.getByText('Less is owed').click()
    await dialog.getByLabel('Amount, USD').fill('1.25')
    await dialog.getByLabel('Reference').fill('CASE-44')
    assert.ok(await toCheck.isDisabled())
    await dialog.getByLabel('Why').fill('Paid twice in October')
    await toCheck.click()
    await dialog.getByText('The app is owed $1.25 less; after it −$0.999997 is open.').waitFor()
    await dialog.getByText('The platform gains $1.25, under Adjusted.').waitFor()
    const book = dialog.getByRole('button', { name: 'Book the adjustment' })
    assert.ok(await book.isDisabled())
    await dialog.getByRole('checkbox', { name: /more than is owed/ }).check()
    await assertAccessible(page)
    await book.click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: 'Settlements' }).click()
    await page.getByRole('cell', { name: 'Paid twice in October' }).waitFor()
    await page.getByRole('cell', { name: '−1.25' }).waitFor()
    assert.deepEqual((await checkLedger(world.ports)).faults, [])
    const [audit] = await world.ports.store.audit.listAudit(world.ports.db, {
      action: 'settlement.adjusted',
      limit: 1,
    })
    assert.equal(audit?.actor, 'person:operator@example.com')
    assertQuiet(page)
  })

  test('exchange rates are set, one or many, once it was shown what stands there now', async () => {
    const page = await browser.visit('/dashboard/ops/money?tab=rates')
    const day = new Date(world.clock.nowMs()).toISOString().slice(0, 10)
    const look = page.getByRole('button', { name: 'Show what changes' })
    await page.getByLabel('One unit in USD').fill('1,08')
    await look.click()
    await page.getByText(/It must be a decimal above 0/).waitFor()
    await page.getByLabel('One unit in USD').fill('1.08')
    await look.click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(`EUR on ${day}: no rate → 1.08`).waitFor()
    assert.equal((await world.ports.store.exchangeRates.listRates(world.ports.db, all)).length, 0)
    await dialog.getByRole('button', { name: 'Set 1 rate' }).click()
    await page.getByRole('cell', { name: '1.08' }).waitFor()
    await page.getByText('Many', { exact: true }).click()
    const pasted = page.getByRole('textbox', { name: 'Rates, one a line' })
    await pasted.fill(`currency,day,usd\nEUR,${day},1.35\nSEK,today,0.09\n`)
    await look.click()
    await page.getByText('Line 3: day must be a day such as 2026-01-31.').waitFor()
    await pasted.fill(`currency,day,usd\nEUR,${day},1.35\nSEK,${day},0.09\n`)
    await look.click()
    await dialog.getByText(`EUR on ${day}: 1.08 → 1.35 (+25%, look again)`).waitFor()
    await dialog.getByText(`SEK on ${day}: no rate → 0.09`).waitFor()
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Set 2 rates' }).click()
    await page.getByRole('cell', { name: '1.35' }).waitFor()
    assertQuiet(page)
  })

  test('a person who may only look is shown no action', async () => {
    const page = await browser.visit('/dashboard/ops/money', { role: 'analyst' })
    await page.getByRole('region', { name: 'What publishers are owed' }).getByRole('link').first().waitFor()
    for (const name of ['Pay…', /^Adjust/]) assert.equal(await page.getByRole('button', { name }).count(), 0)
    const rates = await browser.visit('/dashboard/ops/money?tab=rates', { role: 'reviewer' })
    await rates.getByRole('table').or(rates.getByText('No rate yet')).first().waitFor()
    assert.equal(await rates.getByRole('button', { name: 'Show what changes' }).count(), 0)
  })

  test('the example of margins is computed by the rules of this moment', async () => {
    const rule = { offerId: null, appId: world.app.appId, country: null, basisPoints: 2_500, actor: 'test' }
    await setMargin(world.ports, rule)
    const page = await browser.visit('/dashboard/ops/money?tab=margins')
    const example = page.getByRole('region', { name: 'An example' })
    await example.getByText('The platform keeps 25 %').waitFor()
    await example.getByText('$9.00').waitFor()
    assertQuiet(page)
  })

  test('statistics are compared with the time before, and kept as CSV that equals the API', async () => {
    const page = await browser.visit('/dashboard/ops/statistics?range=7d&tz=Asia/Kathmandu&by=offer')
    const sums = page.getByRole('list', { name: 'Sums' })
    await sums.getByRole('button', { name: /Conversions\s*3/ }).waitFor()
    await sums.getByRole('button', { name: /Revenue/ }).click()
    await page.getByRole('heading', { name: 'Revenue by day' }).waitFor()
    const kept = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV' }).click()
    const download = await kept
    assert.match(download.suggestedFilename(), /^quoin-stats-offer-.+\.csv$/)
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
    assert.match(lines[0] ?? '', /^\ufeff?local_time,offer,offer_name,impressions,clicks/)
    const rows = lines.slice(1).map((line) => line.split(','))
    assert.deepEqual(rows.map((row) => [row[2], row[4], row[13]]).sort(), [
      ['Pays <b>0.000003</b>', '1', '12'],
      ['Pays <b>1.25</b>', '1', '12'],
      ['Pays <b>7</b>', '1', '12'],
    ])
    assertQuiet(page)
  })

  for (const path of ['statistics', 'money', 'money?tab=ledger', 'money?tab=margins', 'money?tab=rates'])
    test(`${path} keeps nobody out`, async () => {
      const page = await browser.visit(`/dashboard/ops/${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await assertSeenWell(page)
    })

  test('a booking whose answer is lost is not said to be undone', async () => {
    const page = await browser.visit('/dashboard/ops/money')
    const owing = page.getByRole('region', { name: 'What networks owe' })
    await owing.getByRole('button', { name: 'Receive…' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Amount, USD').fill('0.000001')
    await dialog.getByLabel('Reference').fill('LOST-1')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByRole('checkbox', { name: /more than is owed/ }).check()
    await dialog.getByLabel('Why more than is owed').fill('A rest of rounding')
    await page.route('**/operator/v1/**', async (route) => {
      if (route.request().method() !== 'POST') return await route.continue()
      await route.fetch()
      await route.abort()
    })
    await dialog.getByRole('button', { name: 'Book the receipt' }).click()
    await dialog.getByText('It is not known whether it was done.').waitFor()
    const rows = await world.ports.db.query(`select from settlements where reference = 'LOST-1'`, [])
    assert.equal(rows.length, 1)
    takeComplaints(page)
  })
})
