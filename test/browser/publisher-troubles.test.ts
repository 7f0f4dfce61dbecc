import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { InvalidApiSecretError, Quoin } from '../../packages/sdk/src/index.ts'
import { runJobs } from '../../packages/server/src/jobs/run-jobs.ts'
import { CallbackSender } from '../../packages/server/src/jobs/send-callbacks.ts'
import { assertQuiet, openBrowser, staffByCookie, type TestBrowser } from '../support/browser.ts'
import { answer, type CallbackReceiver, openReceiver, type Received } from '../support/callback-receiver.ts'
import { chromiumMissing as skip } from '../support/collectors.ts'
import { followOffer, tell } from '../support/conversions.ts'
import { until } from '../support/eventually.ts'
import { createWorld, type World } from '../support/world.ts'

/* A publisher's troubles, from the first sign to the end: a receiver that fails for days, a secret to replace. */

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
  sender = new CallbackSender(world.ports)
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

const member = () => ({ role: 'developer', publisherId: world.app.publisherId }) as const
const address = (page: string) => `/dashboard/o/${world.app.publisherId}/apps/${world.app.appId}/${page}`
const hours = 3_600
/** One every six hours, for nearly six days. */
const conversions = 23

async function convert(userId: string): Promise<void> {
  const clickId = await followOffer(world, { offerId, userId })
  await tell(world, { query: { click_id: clickId, payout: '1', status: 'approved', txn_id: clickId } })
}

/** One look at what is due, and all that follows from it. */
async function round(): Promise<void> {
  await sender.sweep()
  await sender.settled()
}

async function statesOf(): Promise<Readonly<Record<string, number>>> {
  const rows = await world.ports.db.query<{ state: string; count: number }>(
    'select state, count(*) from callbacks group by state order by state',
    [],
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

test('a receiver fails until it is disabled: the cause is read, it is enabled and replayed, and all arrives once', {
  skip,
}, async () => {
  const page = await browser.visit(address('callbacks'), { member: member() })
  await page.getByLabel('Address').fill(`${receiver.url}/told`)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'I have stored it' }).click()
  await page.getByRole('tab', { name: 'Test', selected: true }).waitFor()
  receiver.behave(({ body }, response) => {
    // The first is refused for good: only a replay brings it again.
    const isRefused = body.includes('"user-0"')
    response.writeHead(isRefused ? 403 : 500).end(isRefused ? '' : 'PDOException: no such table: rewards')
  })
  for (let count = 0; count < conversions; count += 1) {
    world.clock.advance({ seconds: 6 * hours })
    await convert(`user-${count}`)
    await round()
  }

  await page.goto(address('callbacks?tab=log'))
  await page.getByText('Your server had failed for days. You find its answers under Log.').waitFor()
  assert.deepEqual(await statesOf(), { pending: conversions - 1, stopped: 1 })
  await page.getByText(`It is owed ${conversions - 1} callbacks`).waitFor()
  const log = page.getByRole('table', { name: 'Callbacks' })
  await page.getByLabel('User').fill('user-5')
  await page.waitForURL(/q=user-5/)
  await log.getByRole('row').filter({ hasText: 'user-5' }).getByRole('button', { name: 'Approved' }).click()
  const attempts = page.getByRole('dialog', { name: 'Attempts' })
  await attempts.getByText('PDOException: no such table: rewards').first().waitFor()
  await attempts.getByRole('button', { name: 'Close' }).click()

  const credited: Received[] = []
  receiver.behave((received, response, request) => {
    credited.push(received)
    answer(200)(received, response, request)
  })
  await page.getByRole('button', { name: 'Enable again' }).click()
  await page.getByText('The endpoint is on again. Its waiting callbacks are being sent.').waitFor()
  await page.getByRole('button', { name: 'Replay 1…' }).click()
  await page.getByRole('button', { name: 'Replay 1', exact: true }).click()
  await until(async () => {
    world.clock.advance({ seconds: 60 })
    await round()
    return (await statesOf())['delivered'] === conversions
  }, 'all are delivered')
  assert.equal(credited.length, conversions, 'each came once')
  assert.equal(new Set(credited.map(({ id }) => id)).size, conversions)
  const users = credited.map(({ body }) => /"user_id":"([^"]+)"/.exec(body)?.[1])
  assert.equal(new Set(users).size, conversions)
  await page.reload()
  await page.getByText('Healthy').first().waitFor()
  assertQuiet(page)
})

test("a secret is replaced while the server's client calls on: no call fails until the old one is ended", {
  skip,
}, async () => {
  const page = await browser.visit(address('keys'), { member: member() })
  const baseUrl = new URL(page.url()).origin
  const clientWith = (apiSecret: string) =>
    new Quoin({ baseUrl, apiKey: world.app.live.apiKey, apiSecret, retriesMax: 0 })
  let client = clientWith(world.app.live.apiSecret)
  const failures: unknown[] = []
  let calls = 0
  let isOver = false
  const calling = (async () => {
    // As often as the limit of an app lets it.
    while (!isOver) {
      await client.offers.list({ userId: 'ada' }).catch((error: unknown) => failures.push(error))
      calls += 1
      await delay(50)
    }
  })()
  const comeMoreCalls = async () => {
    const from = calls
    await until(() => calls > from + 2, 'calls went on')
  }
  try {
    await page.getByRole('button', { name: 'Rotate…' }).first().click()
    await page.getByLabel('For 7 days').check()
    await page.getByRole('button', { name: 'Make a new secret' }).click()
    const secret = (await page.getByRole('status', { name: 'New secret' }).textContent()) ?? ''
    await page.getByLabel('I have stored the secret').check()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('Expiring').waitFor()
    await comeMoreCalls()
    client = clientWith(secret)
    await comeMoreCalls()
    await page.getByRole('button', { name: 'End now…' }).click()
    await page.getByRole('button', { name: /^End sk_live_/ }).click()
    await page.getByText('It has ended.').waitFor()
    await comeMoreCalls()
  } finally {
    isOver = true
    await calling
  }
  assert.deepEqual(failures, [])
  const old = await clientWith(world.app.live.apiSecret)
    .offers.list({ userId: 'ada' })
    .catch((error: unknown) => error)
  assert.ok(old instanceof InvalidApiSecretError)
  assertQuiet(page)
})
