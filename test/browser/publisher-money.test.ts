import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settle } from '../../packages/server/src/features/ledger/settle.ts'
import { assertQuiet, assertSeenWell } from '../support/browser.ts'
import { chromiumMissing as skip } from '../support/collectors.ts'
import { followOffer, tell } from '../support/conversions.ts'
import { openPublisherPages } from '../support/staff-pages.ts'

/**
 * The debt to a publisher, the release of held money, and the statement of a month on the page, on paper and as a file.
 */

const { world, browser } = await openPublisherPages()
const offerId = await world.addOffer({ payout: '1.25', revenue: '2' })
for (const [userId, status] of [
  ['ann', 'approved'],
  ['bob', 'approved'],
  ['cy', 'reversed'],
  ['dee', 'pending'],
  ['eve', 'pending'],
] as const) {
  const clickId = await followOffer(world, { offerId, userId })
  if (status === 'reversed')
    await tell(world, { query: { click_id: clickId, payout: '2', status: 'approved' } })
  await tell(world, { query: { click_id: clickId, payout: '2', status } })
}
// As if its score had it held for some days.
await world.ports.db.query(
  "update conversions set reason = 'hold', release_at = '2026-11-28T09:00:00Z' where user_id = 'eve'",
)
await settle(world.ports, {
  kind: 'paid',
  appId: world.app.appId,
  amountMicros: 1_000_000,
  reference: 'BANK-2026-11-17',
  networkId: null,
  mayGoNegative: false,
  reason: 'October',
  actor: 'test',
})

const visit = (page: string) => {
  const { publisherId } = world.app
  return browser.visit(`/dashboard/o/${publisherId}/${page}`, { member: { role: 'analyst', publisherId } })
}
const folder = process.env['SCREENSHOTS']

test('the balance is a sum that adds up, what is held has its day, and a month leads to its statement', {
  skip,
}, async () => {
  const page = await visit('money')
  const balance = page.getByRole('region', { name: 'Balance' })
  await balance.getByText('$1.50').waitFor()
  await page.getByRole('table', { name: 'Release days' }).getByText('28 Nov').waitFor()
  if (folder) await page.screenshot({ path: `${folder}/money-1280-light.png`, fullPage: true })
  await assertSeenWell(page)
  if (folder) await page.screenshot({ path: `${folder}/money-390-dark.png`, fullPage: true })
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('link', { name: 'November 2026', exact: true }).click()
  await page.getByRole('article').getByText('BANK-2026-11-17').waitFor()
  await page.getByRole('article').getByText('Balance after').waitFor()
  if (folder) await page.screenshot({ path: `${folder}/statement-1280-dark.png`, fullPage: true })
  await assertSeenWell(page)
  if (folder) await page.screenshot({ path: `${folder}/statement-390-dark.png`, fullPage: true })
})

test('on paper a statement is one light sheet without what is there to be pressed', { skip }, async () => {
  const page = await visit('money/2026-11')
  await page.getByRole('article').getByText('Balance after').waitFor()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  assert.equal(await page.getByRole('navigation').count(), 0)
  assert.equal(await page.getByRole('button').count(), 0)
  const [colour] = await page.evaluate<string[]>(
    "[getComputedStyle(document.querySelector('.statement')).color]",
  )
  assert.equal(colour, 'rgb(22, 25, 29)')
  const pdf = await page.pdf({
    preferCSSPageSize: true,
    ...(folder ? { path: `${folder}/statement.pdf` } : {}),
  })
  assert.equal(pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length, 1)
  assertQuiet(page)
})

test('the file of a statement is what its page says', { skip }, async () => {
  const page = await visit('money/2026-11')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'CSV' }).click()
  const file = await download
  assert.equal(file.suggestedFilename(), 'publisher-statement-2026-11.csv')
  const stream = await file.createReadStream()
  const text = Buffer.concat(await stream.toArray()).toString()
  assert.match(text, /balance after,,,1\.5,USD/)
  assert.match(text, /paid,,BANK-2026-11-17,-1,USD/)
})

test('test data are told to be no money', { skip }, async () => {
  const page = await visit('money?mode=test')
  await page.getByText('Test data are no money').waitFor()
  assertQuiet(page)
})
