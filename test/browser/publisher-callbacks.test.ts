import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { callbackEventTypes } from '@quoin/core/callbacks/facts.ts'
import { setEndpoint } from '../../packages/server/src/features/callbacks/endpoints/set-endpoint.ts'
import { runJobs } from '../../packages/server/src/jobs/run-jobs.ts'
import { CallbackSender } from '../../packages/server/src/jobs/send-callbacks.ts'
import {
  assertQuiet,
  assertSeenWell,
  openBrowser,
  takeComplaints,
  staffByCookie,
  type TestBrowser,
} from '../support/browser.ts'
import { answer, type CallbackReceiver, openReceiver } from '../support/callback-receiver.ts'
import { chromiumMissing as skip } from '../support/collectors.ts'
import { followOffer, tell } from '../support/conversions.ts'
import { eventually, until } from '../support/eventually.ts'
import { createWorld, type World } from '../support/world.ts'

/* A publisher sets up a callback against a real receiver, breaks it, sees why, and mends it; and finds their conversions. */

let world: World
let browser: TestBrowser
let receiver: CallbackReceiver
let sender: CallbackSender
let jobs: ReturnType<typeof runJobs>
let offerId: number
before(async () => {
  if (skip) return
  receiver = await openReceiver()
  world = await createWorld({ people: staffByCookie, environment: { OUTGOING_ALLOW: '127.0.0.0/8' } })
  offerId = await world.addOffer()
  await convert('zoë-77')
  sender = new CallbackSender(world.ports)
  sender.start()
  jobs = runJobs(world.ports)
  browser = await openBrowser(world)
})
after(async () => {
  if (skip) return
  await browser.close()
  await jobs.stop()
  await sender.stop()
  await world.close()
  await receiver.close()
})

const own = () => ({ appId: world.app.appId, actor: 'test' })
const member = () => ({ role: 'owner', publisherId: world.app.publisherId }) as const
const address = (page: string) => `/dashboard/o/${world.app.publisherId}/apps/${world.app.appId}/${page}`

/** A conversion of this user is approved by the network. */
async function convert(userId: string): Promise<void> {
  const clickId = await followOffer(world, { offerId, userId })
  await tell(world, { query: { click_id: clickId, payout: '1', status: 'approved' } })
}

const chooser = (page: Page) => page.getByRole('list', { name: 'Endpoints' })
const callbacksOf = (page: Page) => page.getByRole('table', { name: 'Callbacks' })

async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS']
  if (folder === undefined) return
  for (const [width, scheme] of [
    [1280, 'light'],
    [1280, 'dark'],
    [390, 'light'],
    [390, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: scheme })
    await page.screenshot({ path: `${folder}/${name}-${width}-${scheme}.png`, fullPage: true })
  }
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.emulateMedia({ colorScheme: 'light' })
}

test('a callback is set up with its preview, tried case by case, and a wrong signature is named', {
  skip,
}, async () => {
  receiver.behave(answer(200))
  const page = await browser.visit(address('callbacks'), { member: member() })
  await page.getByLabel('Address').fill(receiver.url)
  await page.getByRole('region', { name: 'Preview' }).getByText('webhook-id').waitFor()
  assert.equal(receiver.received.length, 0, 'a preview is not sent')
  await page.getByLabel('Pending', { exact: true }).uncheck()
  await shoot(page, 'callback-setup')
  await page.getByRole('button', { name: 'Save' }).click()
  assert.match((await page.getByLabel('Secret', { exact: true }).textContent()) ?? '', /^whsec_/)
  await page.getByRole('button', { name: 'I have stored it' }).click()
  receiver.behave(answer(500, 'SQLSTATE[40P01]: Deadlock detected'))
  const cases = page.getByRole('list', { name: 'Cases' })
  await cases.getByRole('button', { name: /^Approved not run/ }).click()
  await page.getByText('The receiver answered 500.').waitFor()
  await page.getByText('Deadlock detected').waitFor()
  await cases.getByRole('button', { name: /^Pending not told/ }).waitFor()
  receiver.behave(answer(200))
  await page.getByRole('button', { name: 'Test all' }).click()
  await page.getByText('7 of 7 pass').waitFor()
  await shoot(page, 'callback-test')
  await assertSeenWell(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('tab', { name: 'Signature' }).click()
  await page.getByLabel('Paste what your server computed').fill('v1,bm90aGluZw==')
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByText('Not the same').waitFor()
  await assertSeenWell(page)
})

test('an app has several endpoints: one with its own template is added, its secret rotated, and it is removed', {
  skip,
}, async () => {
  await setEndpoint(world.ports, { ...own(), name: 'first', choices: { url: receiver.url } })
  const page = await browser.visit(address('callbacks'), { member: member() })
  await chooser(page).getByRole('button', { name: 'New endpoint' }).click()
  await page.getByLabel('Name').fill('shop')
  await page.getByText('Own template').click()
  await page.getByLabel('Address').fill(receiver.url)
  await page.getByRole('textbox', { name: 'Parameters' }).fill('u={user_id}&r={nonsense}')
  await page.getByRole('region', { name: 'Preview' }).getByText('No preview').waitFor()
  assert.equal(takeComplaints(page).length, 1, 'the address was refused')
  await page.getByRole('textbox', { name: 'Parameters' }).fill('u={user_id}&r={reward}')
  await page.getByRole('region', { name: 'Preview' }).getByText('&signature=').waitFor()
  await page.getByText('Success is a 2xx answer').click()
  await page.getByLabel('A body that says it has it').fill('OK*')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'I have stored it' }).click()
  await chooser(page).getByRole('button', { name: /^shop/, pressed: true }).waitFor()
  receiver.behave(answer(200, 'FAILED'))
  await page.getByRole('button', { name: /^Approved not run/ }).click()
  await page.getByText('We would send it again').waitFor()
  await page.getByRole('tab', { name: 'Setup' }).click()
  await page.getByRole('button', { name: 'Make a new secret…' }).click()
  await page.getByRole('button', { name: 'Make a new secret', exact: true }).click()
  await page.getByLabel('New secret').waitFor()
  await page.getByRole('button', { name: 'I have stored it' }).click()
  await shoot(page, 'callback-second')
  await assertSeenWell(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('button', { name: 'Remove this receiver…' }).click()
  await page.getByRole('button', { name: 'Remove this receiver', exact: true }).click()
  await page.getByText('The receiver shop is removed.').waitFor()
  await chooser(page).getByRole('button', { name: /^shop/ }).waitFor({ state: 'detached' })
  assertQuiet(page)
})

test('an endpoint is told of offers when it is chosen, and is not at first', { skip }, async () => {
  receiver.behave(answer(200))
  const { endpointId } = await setEndpoint(world.ports, {
    ...own(),
    name: 'offers',
    choices: { url: receiver.url },
  })
  const page = await browser.visit(address(`callbacks?endpoint=${endpointId}`), { member: member() })
  const offers = page.getByRole('group', { name: 'Offers it hears of' })
  for (const name of ['Added', 'Changed', 'Removed'])
    assert.equal(await offers.getByLabel(name).isChecked(), false, name)
  await offers.getByLabel('Changed').check()
  await offers.getByLabel('Removed').check()
  await shoot(page, 'callback-offers')
  await assertSeenWell(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('button', { name: 'Save' }).click()
  const events = async () => {
    const stored = await world.ports.store.callbackEndpoints.findEndpoint(world.ports.db, endpointId)
    return stored?.events.toSorted()
  }
  await eventually(events, [...callbackEventTypes, 'offer.changed', 'offer.removed'].toSorted())
  await page.getByText('Own template').click()
  await offers.waitFor({ state: 'detached' })
  await page.getByRole('tab', { name: 'Test' }).click()
  await page
    .getByRole('list', { name: 'Cases' })
    .getByRole('button', { name: /^Offers changed/ })
    .click()
  await until(
    () => receiver.received.some(({ body }) => body.includes('"offer.changed"')),
    'it is told of offers',
  )
})

test('a receiver breaks: what it refused is read, replayed once it is mended, and what it is owed while off is sent', {
  skip,
}, async () => {
  const { endpointId } = await setEndpoint(world.ports, {
    ...own(),
    name: 'broken',
    choices: { url: receiver.url },
  })
  receiver.behave(answer(200, 'ERROR no such player'))
  await convert('refused-1')
  const page = await browser.visit(address(`callbacks?endpoint=${endpointId}&tab=log`), { member: member() })
  await callbacksOf(page).getByText('Flagged').waitFor()
  await callbacksOf(page).getByRole('button', { name: 'Approved' }).click()
  const drawer = page.getByRole('dialog', { name: 'Attempts' })
  await drawer.getByText('ERROR no such player').waitFor()
  await drawer.getByRole('button', { name: 'Close' }).click()
  await page.getByText('1 refused by your server').waitFor()
  await shoot(page, 'callback-log')
  receiver.behave(answer(200))
  await page.getByRole('button', { name: 'Replay 1…' }).click()
  await page.getByRole('button', { name: 'Replay 1', exact: true }).click()
  await untilDelivered(page)
  receiver.behave(answer(410))
  await convert('gone-1')
  await untilState(endpointId, 'disabled')
  await convert('gone-2')
  await page.reload()
  await page.getByText('Your server answered 410').waitFor()
  await page.getByText(/It is owed 1 callback,/).waitFor()
  await shoot(page, 'callback-owed')
  await assertSeenWell(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  receiver.behave(answer(200))
  await page.getByRole('button', { name: 'Enable again' }).click()
  await page.getByLabel('User').fill('gone-2')
  await untilDelivered(page)
  await page.getByLabel('User').fill('gone-1')
  await callbacksOf(page).getByText('Stopped').waitFor()
  await page.getByRole('button', { name: 'Replay these…' }).click()
  await page.getByRole('button', { name: 'Replay these', exact: true }).click()
  await untilDelivered(page)
  assertQuiet(page)
})

/** The log renews itself. */
async function untilDelivered(page: Page): Promise<void> {
  await callbacksOf(page).getByText('Delivered').waitFor()
}

async function untilState(endpointId: number, state: string): Promise<void> {
  await eventually(async () => {
    const [row] = await world.ports.db.query<{ status: string }>(
      'select status from callback_endpoints where id = $1',
      [endpointId],
    )
    return row?.status
  }, state)
}
