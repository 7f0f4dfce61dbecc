import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { assertQuiet, assertSeenWell } from '../support/browser.ts'
import { openReceiver } from '../support/callback-receiver.ts'
import { chromiumMissing } from '../support/collectors.ts'
import { followOffer, tell } from '../support/conversions.ts'
import { setEndpoint } from '../../packages/server/src/features/callbacks/endpoints/set-endpoint.ts'
import { openStaffPages } from '../support/staff-pages.ts'

describe('callbacks in the browser', { skip: chromiumMissing }, async () => {
  if (chromiumMissing !== false) return
  const { world, browser } = await openStaffPages({ environment: { OUTGOING_ALLOW: '127.0.0.1' } })
  const receiver = await openReceiver()
  const { ports } = world
  const setup = { appId: world.app.appId, name: 'shop', choices: { url: receiver.url }, actor: 'test' }
  const { endpointId: id, secret } = await setEndpoint(ports, setup)
  const clickId = await followOffer(world, { offerId: await world.addOffer(), userId: 'called' })
  await tell(world, { query: { click_id: clickId, payout: '1', status: 'approved' } })
  // As if every attempt had failed.
  await ports.db.query(
    "update callbacks set state = 'dead', attempts = 1, ended_at = now(), next_attempt_at = null",
  )
  await ports.db.query(
    `insert into callback_attempts (callback_id, number, attempted_at, method, url, headers, http_status, latency_ms,
       verdict, reason) select id, 1, now(), 'POST', 'https://shop.example/', '{"x":"<b>y</b>"}', 500, 41, 'retry',
       'The receiver answered 500.' from callbacks`,
  )
  after(() => receiver.close())

  test('a failed callback is found, its attempt read, and it is sent again', async () => {
    const page = await browser.visit('/dashboard/ops/callbacks')
    await page.getByRole('link', { name: /App shop/ }).click()
    await page.getByRole('heading', { name: 'App · shop' }).waitFor()
    await page.getByRole('button', { name: 'approved' }).click()
    await page.getByText('The receiver answered 500.').waitFor()
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByRole('button', { name: 'Sent again' }).waitFor()
    const [row] = await ports.db.query<{ state: string }>('select state from callbacks')
    assert.equal(row?.state, 'pending')
    assertQuiet(page)
  })

  test('a test is sent now, and how it is signed is shown without the secret', async () => {
    const page = await browser.visit(`/dashboard/ops/callbacks/${id}?tab=test`)
    await page.getByRole('button', { name: 'Send a test' }).click()
    await page.getByText(/^Answered 200/).waitFor()
    assert.equal(receiver.received.length, 1)
    await page.getByRole('tab', { name: 'Signature' }).click()
    await page
      .getByText(/hmac_sha256/)
      .first()
      .waitFor()
    assert.ok(secret !== null && !(await page.content()).includes(secret))
    assertQuiet(page)
  })

  for (const path of ['', `/${id}`, `/${id}?tab=signature`])
    test(`callbacks${path} keeps nobody out`, async () => {
      const page = await browser.visit(`/dashboard/ops/callbacks${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await assertSeenWell(page)
    })
})
