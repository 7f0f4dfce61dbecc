import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  assertAccessible,
  assertFits,
  gatherComplaints,
  patienceMs,
  sharedBrowser,
  takeComplaints,
} from '../support/browser.ts'
import { openReceiver } from '../support/callback-receiver.ts'
import { chromiumMissing as skip } from '../support/collectors.ts'
import { until } from '../support/eventually.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'

/*
 * From an empty server to the first paid conversion and its payout, through the pages as a person goes: a real process, a
 * real sign-in, a network that reports by its own address, and a receiver on loopback.
 */

const device = {
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
}

async function openPage(server: ServerProcess, width: 1280 | 390): Promise<Page> {
  const browser = await sharedBrowser()
  const viewport = { width, height: width === 390 ? 844 : 900 }
  const context = await browser.newContext({ ...device, baseURL: server.url, viewport, locale: 'en-GB' })
  after(() => context.close())
  context.setDefaultTimeout(patienceMs)
  const page = await context.newPage()
  gatherComplaints(page)
  return page
}

const click = (page: Page, name: string | RegExp, role: 'button' | 'link' = 'button') =>
  page
    .getByRole(role, { name, exact: typeof name === 'string' })
    .first()
    .click()
const fill = (page: Page, name: string, text: string) =>
  page.getByRole('textbox', { name, exact: true }).fill(text)
const happened = (page: Page, count: number) => page.getByText(`${count} of 6 happened`).first().waitFor()

async function home(page: Page, count: number): Promise<void> {
  await page.goto('/dashboard/ops')
  await page.getByRole('img', { name: `${count} of 6 happened` }).waitFor()
  await assertFits(page)
  await assertAccessible(page)
}

async function setUp(page: Page, server: ServerProcess): Promise<void> {
  let link = ''
  await until(async () => {
    link = await readFile(join(server.dataDir, 'set-up-link.txt'), 'utf8').catch(() => '')
    return link !== ''
  }, 'the set-up link was written')
  await page.goto(link.trim())
  await page.getByLabel('E-mail').fill('mira@quoin.example')
  await page.getByLabel('Name').fill('Mira Sand')
  await page.getByLabel('New password').fill('a-long-password-of-mira-7')
  await click(page, 'Create the first operator')
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
}

for (const width of [1280, 390] as const)
  test(`empty server to the first paid conversion at ${width} px`, { skip, timeout: 240_000 }, async () => {
    const server = await startServerProcess({ environment: { DEMO: 'off', OUTGOING_ALLOW: '127.0.0.1' } })
    const receiver = await openReceiver()
    const page = await openPage(server, width)
    await setUp(page, server)
    await page.getByRole('heading', { name: 'Six things until the first paid conversion' }).waitFor()

    // Test mode goes the whole way before anything is there, and ticks nothing.
    await click(page, 'Try all six')
    await page.getByText('test-receiver.invalid answered 200').waitFor()
    await home(page, 0)

    await click(page, 'Add a network', 'link')
    await fill(page, 'Name', 'Kestrel Partners')
    await click(page, 'Create the network')
    const pasted = page.locator('.paste-address')
    await pasted.waitFor()
    const postbackUrl = ((await pasted.textContent()) ?? '').split('?')[0] ?? ''
    assert.match(postbackUrl, /\/postback\/[\w-]{20,}$/)
    await home(page, 1)

    await click(page, 'Add one by hand', 'link')
    await page.getByRole('combobox', { name: 'Network' }).selectOption({ label: 'Kestrel Partners' })
    await fill(page, 'Id at the network', 'k-1')
    await fill(page, 'Name', 'Toonlock Match')
    await fill(page, 'Destination', `${receiver.url}/landing?sub={click_id}`)
    await fill(page, 'Publisher earns, USD', '1.26')
    await fill(page, 'Network pays, USD', '1.80')
    await click(page, 'Create the offer')
    await page.getByRole('heading', { name: 'Toonlock Match' }).waitFor()
    await home(page, 2)

    await click(page, 'Add a publisher', 'link')
    await fill(page, 'Name', 'Pocketfern')
    await page.getByRole('checkbox', { name: 'Approve at once' }).check()
    await click(page, 'Create the publisher')
    await page.getByRole('heading', { name: 'Pocketfern' }).waitFor()
    await home(page, 2)
    await click(page, 'Add an app', 'link')
    await page.getByRole('combobox', { name: 'Publisher' }).selectOption({ label: 'Pocketfern' })
    await fill(page, 'Name', 'Pocketfern Rewards')
    await page.getByRole('dialog').getByRole('button', { name: 'Create the app' }).click()
    await click(page, 'I have stored it')
    await page.getByRole('heading', { name: 'Pocketfern Rewards' }).waitFor()
    await home(page, 3)

    // The callback is made ready before the click: its step can be opened at any time.
    await page.getByRole('button', { name: 'The first callback' }).click()
    await click(page, 'Set where callbacks go', 'link')
    await click(page, 'New receiver')
    await fill(page, 'Address', `${receiver.url}/callback`)
    await click(page, 'Set it up')
    await click(page, 'I have stored it')
    await home(page, 3)

    const opening = page.context().waitForEvent('page')
    await page.getByRole('link', { name: 'Open the link' }).click()
    const landed = await opening
    await landed.waitForURL(/\/landing\?sub=/)
    const clickId = new URL(landed.url()).searchParams.get('sub') ?? ''
    await landed.close()
    // Without a reload: the page hears it, and the list makes way for the figures.
    await page.getByText('4 of 6 happened.').waitFor()
    await page.getByRole('heading', { name: 'Needs you' }).waitFor()

    const answer = await fetch(`${postbackUrl}?click_id=${clickId}&payout=1.80&status=approved`)
    assert.equal(answer.status, 200, await answer.text())
    await page.getByText('4 of 6 happened.').waitFor({ state: 'detached' })
    await page.getByText('5 of 6 happened.').waitFor({ state: 'detached' })
    assert.ok(receiver.received.some(({ path }) => path === '/callback'))

    await page.goto('/dashboard/ops/first-run')
    await happened(page, 6)
    await page.getByText('approved, 1.80 USD; 1.26 payable, 0.54 margin.').waitFor()
    await assertFits(page)

    await payOut(page)
    assert.deepEqual(takeComplaints(page), [])
  })

/** The publisher is paid, and Money owes them nothing any more. */
async function payOut(page: Page): Promise<void> {
  await page.goto('/dashboard/ops/money')
  const owed = page.getByRole('region', { name: 'What publishers are owed' })
  await owed.getByText('1.26').waitFor()
  await owed.getByRole('button', { name: 'Pay…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reference').fill('NOV-1')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('button', { name: 'Book the payment' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('tab', { name: 'Settlements' }).click()
  await page.getByText('NOV-1').first().waitFor()
}
