import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setEndpoint } from '../../packages/server/src/features/callbacks/endpoints/set-endpoint.ts'
import { keepTestOffers } from '../../packages/server/src/features/catalogue/keep-test-offers.ts'
import { assertSuccess } from '../support/assert-answer.ts'
import { assertQuiet, assertSeenWell } from '../support/browser.ts'
import { chromiumMissing as skip } from '../support/collectors.ts'
import { followOffer, tell } from '../support/conversions.ts'
import { openPublisherPages } from '../support/staff-pages.ts'

/* Test data stand apart on every page of a publisher, and are no money and no figure anywhere. */

const { world, browser, as, address } = await openPublisherPages({
  environment: { OUTGOING_ALLOW: '127.0.0.0/8' },
})
const offerId = await world.addOffer({ payout: '1.25', revenue: '2' })
for (const mode of ['live', 'test'] as const) {
  const { apiKey } = world.app[mode]
  const clickId = await followOffer(world, { offerId, apiKey, userId: `${mode}-player` })
  await tell(world, { query: { click_id: clickId, payout: '2', status: 'approved' } })
  const choices = { url: `http://127.0.0.1:9/${mode}`, mode }
  await setEndpoint(world.ports, { appId: world.app.appId, name: `of-${mode}`, choices, actor: 'test' })
}
await keepTestOffers(world.ports)

/** The pages that have data of a mode, and what each shows of it. */
const pages = [
  ['conversions', 'live-player', 'test-player'],
  ['clicks', 'live-player', 'test-player'],
  ['keys', 'sk_live_', 'sk_test_'],
  ['callbacks', 'of-live', 'of-test'],
  ['users', 'live-player', 'test-player'],
] as const

for (const [name, live, trial] of pages)
  test(`${name}: live data alone, and with the switch test data alone`, { skip }, async () => {
    const page = await browser.visit(address(name), { member: as('owner') })
    const main = page.getByRole('main')
    await main.getByText(live).first().waitFor()
    assert.equal(await main.getByText(trial).count(), 0)
    await page.getByRole('switch', { name: 'Test' }).click()
    await main.getByText(trial).first().waitFor()
    await page.getByText('nothing here is money').waitFor()
    await main.getByText(live).first().waitFor({ state: 'detached' })
    assertQuiet(page)
  })

test('the banner of test data leads to test offers, keys and callbacks from every page', {
  skip,
}, async () => {
  const page = await browser.visit(`/dashboard/o/${world.app.publisherId}/team?mode=test`, {
    member: as('owner'),
  })
  await page.getByRole('link', { name: 'Test keys' }).click()
  await page.getByRole('heading', { name: 'Test keys and secrets' }).waitFor()
  await page.getByRole('link', { name: 'Test callbacks', exact: true }).click()
  await page.getByRole('list', { name: 'Endpoints' }).getByText('of-test').waitFor()
  await page.getByRole('link', { name: 'Test offers', exact: true }).click()
  const bench = page.getByRole('main')
  await bench.getByText('pk_test_').waitFor()
  await bench.getByRole('link', { name: 'of-test' }).waitFor()
  await bench.getByRole('link', { name: 'test-player' }).waitFor()
  await bench.getByRole('button', { name: 'List as this user' }).click()
  await bench.getByText('again and again').waitFor()
  await bench.getByRole('link', { name: 'Follow' }).first().waitFor()
  await bench.getByRole('link', { name: 'Open the wall' }).waitFor()
  const [row] = await bench.getByRole('listitem').filter({ hasText: 'test-player' }).all()
  assert.ok(row)
  assert.equal(await row.evaluate((one) => getComputedStyle(one).display), 'flex')
  const folder = process.env['SCREENSHOTS']
  if (folder) await page.screenshot({ path: `${folder}/bench-1280-light.png`, fullPage: true })
  await assertSeenWell(page)
  if (folder) await page.screenshot({ path: `${folder}/bench-390-dark.png`, fullPage: true })
})

test('money and reports know nothing of test data', { skip }, async () => {
  const { appId, publisherId } = world.app
  const call = async (path: string) => {
    const headers = { cookie: `member=owner:${publisherId}` }
    return assertSuccess<Record<string, string>>(await world.get(`/manage/v1/${path}`, { headers }))
  }
  const days = 'from=2026-11-01&to=2026-11-30&interval=total'
  const balance = await call('balance')
  assert.deepEqual([balance['owed'], balance['approved'], balance['pending']], ['1.25', '1.25', '0'])
  assert.equal((await call('statement?month=2026-11'))['closing'], '1.25')
  const [total] = (await call(`apps/${appId}/stats?${days}`)) as unknown as {
    conversions: number
    clicks: number
  }[]
  assert.deepEqual([total?.clicks, total?.conversions], [1, 1])
  const trial = await call(`apps/${appId}/stats?${days}&mode=test`)
  assert.deepEqual(trial, [])
  const [row] = await world.ports.db.query<{ rows: number }>(
    `select count(*)::integer as rows from ledger_entries e join conversions c on c.id = e.source_id where c.is_test`,
  )
  assert.equal(row?.rows, 0)
})
