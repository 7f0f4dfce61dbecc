import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Language, languages } from '../../packages/dashboard/src/pages/publisher/start/snippets.ts'
import { assertQuiet, assertSeenWell } from '../support/browser.ts'
import { chromiumMissing as skip } from '../support/collectors.ts'
import { until } from '../support/eventually.ts'
import { findPort } from '../support/find-port.ts'
import { type MailBox, openMailBox } from '../support/mail-box.ts'
import { follow, report } from '../support/publisher-client.ts'
import { missingFor, runLines, startLines } from '../support/run-lines.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { openVisitor } from '../support/visitor.ts'

/* From the sign-up form to the first live conversion, against the real server: nobody is written to, nothing is made up. */

let server: ServerProcess
let mails: MailBox
let operator: Page
let publisher: Page
before(async () => {
  if (skip) return
  mails = await openMailBox()
  const environment = { SMTP_URL: mails.url, OUTGOING_ALLOW: '127.0.0.1' }
  server = await startServerProcess({ environment })
  ;[operator, publisher] = await Promise.all([openVisitor(server.url), openVisitor(server.url)])
})
after(async () => {
  if (skip) return
  await Promise.all([operator.context().close(), publisher.context().close(), mails.close()])
})

const password = 'correct horse battery'

/** The address behind a link that was printed or mailed. */
async function linkIn(read: () => string | Promise<string>): Promise<string> {
  const found = async () => /\/dashboard\/link#[\w.~-]+/.exec(await read())?.[0]
  await until(async () => (await found()) !== undefined, 'the link came')
  return (await found()) ?? ''
}

/** The first start of a demo lets its operator in by a link. */
async function enterAsOperator(): Promise<void> {
  await operator.goto(
    await linkIn(() => readFile(join(server.dataDir, 'set-up-link.txt'), 'utf8').catch(() => '')),
  )
  await operator.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
}

async function signUp(): Promise<void> {
  await publisher.goto('/dashboard/sign-up')
  await publisher.getByLabel('E-mail').fill('mira@nova.example')
  await publisher.getByRole('button', { name: 'Confirm my address' }).click()
  await publisher.getByText('Look into your mail').waitFor()
  await publisher.goto(await linkIn(() => mails.letters.join('\n')))
  await publisher.getByLabel('Company or project').fill('Nova Studios')
  await publisher.getByLabel('New password').fill(password)
  await publisher.getByRole('button', { name: 'Create the account' }).click()
}

interface Made {
  readonly test: string
  readonly live: string
}

async function createApp(): Promise<Made> {
  await publisher.getByRole('link', { name: 'Create your first app' }).click()
  await publisher.getByRole('heading', { name: 'New app', level: 1 }).waitFor()
  await publisher.getByLabel('Name').fill('Nova Arcade')
  await publisher.getByRole('button', { name: 'Create the app' }).click()
  const secrets: string[] = []
  for (const mode of ['Test', 'Live']) {
    secrets.push((await publisher.getByLabel(`${mode} secret`).textContent()) ?? '')
    await publisher.getByRole('button', { name: 'I have stored it' }).click()
    await publisher.getByLabel(`${mode} secret`).waitFor({ state: 'detached' })
  }
  await publisher.getByRole('heading', { name: 'Go live with Nova Arcade' }).waitFor()
  return { test: secrets[0] ?? '', live: secrets[1] ?? '' }
}

/** The lines of the open step as they stand on the page. */
async function linesIn(language: Language): Promise<string> {
  await publisher.getByRole('tab', { name: language, exact: true }).click()
  return (await publisher.getByRole('tabpanel', { name: language }).locator('code').textContent()) ?? ''
}

/** The open step as it stands, in every look. */
async function seeWell(): Promise<void> {
  await assertSeenWell(publisher)
  await publisher.setViewportSize({ width: 1280, height: 900 })
  await publisher.emulateMedia({ colorScheme: 'light' })
}

/** A server with the secret of the other mode is told so on the page, without anybody asking. */
async function failOnce(secret: string): Promise<void> {
  const answer = JSON.parse(await runLines('curl', await linesIn('curl'), { API_SECRET: secret }))
  assert.equal(answer.error.code, 'INVALID_API_SECRET')
  const refusal = publisher.getByRole('region', { name: 'Last call of your server' })
  await refusal.getByText('and got 401').waitFor()
  await refusal.getByText('The secret does not belong to the key').waitFor()
  await seeWell()
}

/** Each line of the page as it stands there, run as a program. All are read first: the first that runs closes the step. */
async function runAllLines(secret: string): Promise<readonly string[]> {
  const left: string[] = []
  const read: (readonly [Language, string])[] = []
  for (const language of languages) {
    const missing = await missingFor(language)
    if (missing === undefined) read.push([language, await linesIn(language)])
    else left.push(missing)
  }
  for (const [language, text] of read) {
    const answer = JSON.parse(await runLines(language, text, { API_SECRET: secret }))
    assert.ok(answer.success && answer.data.length > 0, `${language}: ${JSON.stringify(answer)}`)
  }
  return left
}

const ticked = (count: number) =>
  publisher.getByRole('progressbar', { name: 'Steps done' }).getByText(`${count} of 6`)

/** On the test bench a test offer is followed, and its page reports a conversion. */
async function convert(): Promise<void> {
  await publisher.getByRole('link', { name: 'Test offers', exact: true }).click()
  await publisher.getByRole('button', { name: 'List as this user' }).click()
  const offer = publisher.getByRole('listitem').filter({ hasText: 'again and again' })
  const opened = publisher.context().waitForEvent('page')
  await offer.getByRole('link', { name: 'Follow' }).click()
  const page = await opened
  await page.getByRole('button', { name: 'approved' }).click()
  await page.getByText('conversion_id').waitFor()
  await page.close()
  const last = publisher.getByRole('region', { name: 'Last test conversions' })
  await last.getByText('Approved').first().waitFor()
}

/** The receiver of the page, set up under an address of this machine and started with the secret that is shown. */
async function receiveCallbacks(): Promise<{ stop(): Promise<void> }> {
  const lines = await linesIn('JavaScript')
  await seeWell()
  const port = await findPort()
  await publisher.getByRole('link', { name: 'Set up a callback' }).click()
  await publisher.getByLabel('Address').fill(`http://127.0.0.1:${port}/callbacks`)
  await publisher.getByRole('button', { name: 'Save' }).click()
  const callbackSecret = (await publisher.getByLabel('Secret', { exact: true }).textContent()) ?? ''
  await publisher.getByRole('button', { name: 'I have stored it' }).click()
  await publisher.getByRole('tab', { name: 'Test', selected: true }).waitFor()
  return await startLines('JavaScript', lines, { port, callbackSecret })
}

async function goTo(name: string): Promise<void> {
  await publisher.getByRole('navigation').getByRole('link', { name, exact: true }).click()
}

test('somebody signs up, confirms, builds, takes signed callbacks, and goes live when an operator approves', {
  skip,
}, async (context) => {
  await enterAsOperator()
  await signUp()
  const secrets = await createApp()
  await ticked(1).waitFor()
  await failOnce(secrets.live)
  for (const left of await runAllLines(secrets.test)) context.diagnostic(left)
  await convert()
  await goTo('Start')
  await ticked(4).waitFor()
  const receiver = await receiveCallbacks()
  context.after(() => receiver.stop())
  await convert()
  await goTo('Start')
  await ticked(5).waitFor()
  assertQuiet(publisher)
  const waits = publisher.getByText('Your account waits for approval')
  await waits.waitFor()
  const lines = await linesIn('curl')
  assert.equal((await listLive(lines, secrets.live)).success, false, 'live calls wait for approval')
  await operator.goto('/dashboard/ops/publishers')
  await operator.getByRole('button', { name: 'Approve Nova Studios' }).click()
  await operator.getByText('Nova Studios is approved.').waitFor()
  await until(async () => (await listLive(lines, secrets.live)).success, 'live calls are answered')
  await publisher.reload()
  await ticked(5).waitFor()
  assert.equal(await waits.count(), 0)
  await convertLive((await listLive(lines, secrets.live)).data[0]?.link ?? '')
  await ticked(6).waitFor()
  assertQuiet(operator)
  assertQuiet(publisher)
})

interface Listed {
  readonly success: boolean
  readonly data: readonly { readonly link: string }[]
}

async function listLive(lines: string, apiSecret: string): Promise<Listed> {
  return JSON.parse(await runLines('curl', lines, { API_SECRET: apiSecret }))
}

/** A user follows a live link, and the demo's network reports what it pays. */
async function convertLive(link: string): Promise<void> {
  const { clickId } = await follow(link)
  const { data } = await report(`${server.url}/postback`, clickId)
  assert.match(JSON.stringify(data), /"status":"approved"/)
}
