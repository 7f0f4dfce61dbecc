import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { updateApp } from '../../packages/server/src/features/apps/update-app.ts'
import { setEndpoint } from '../../packages/server/src/features/callbacks/endpoints/set-endpoint.ts'
import { replayCallback } from '../../packages/server/src/features/callbacks/replay-callbacks.ts'
import { makeClickPartitions } from '../../packages/server/src/jobs/keep-click-partitions.ts'
import { CallbackSender } from '../../packages/server/src/jobs/send-callbacks.ts'
import { assertAccessible, assertFits, assertQuiet } from '../support/browser.ts'
import { loadVite } from '../support/bundle.ts'
import { chromiumMissing } from '../support/collectors.ts'
import { eventually, until } from '../support/eventually.ts'
import { findPort } from '../support/find-port.ts'
import { plainEnvironment, repository, runProgram } from '../support/run-program.ts'
import { createWallWorld, openOther } from '../support/wall-world.ts'

const examples = join(repository, 'examples')
const computer =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'
const hasPhp = (await runProgram('php', ['--version'], {}).catch(() => undefined))?.code === 0
const phpMissing = hasPhp ? false : 'php is not installed here'

describe('the sites of examples/', { skip: chromiumMissing }, async () => {
  if (chromiumMissing !== false) return
  const folder = mkdtempSync(join(tmpdir(), 'quoin-examples-'))
  const advertiser = await openOther(() => ({ type: 'text/html', body: '<h1>The advertiser</h1>' }))
  let html = ''
  const plain = await openOther(() => ({ type: 'text/html', body: html }), 'localhost')
  const world = await createWallWorld({
    app: { currencyName: 'Coin', currencyRate: 1_000_000_000, currencyDecimals: 0 },
  })
  // The sites look at the clock of the machine when they check a signature.
  world.clock.advance({ ms: Date.now() - world.clock.nowMs() })
  await makeClickPartitions(world.ports)
  await world.addOffers([
    {
      name: 'Fernlock Keeper',
      payout: '2.40',
      destination_url: `${advertiser.origin}/go?click_id={click_id}`,
    },
  ])
  const sender = new CallbackSender(world.ports)
  const stops: (() => void)[] = []
  const origins = [plain.origin]
  const allow = async (origin: string) => {
    origins.push(origin)
    const actor = 'test'
    await updateApp({ ...world.ports, actor }, world.app.appId, { allowedOrigins: origins })
  }
  await allow(plain.origin)
  after(async () => {
    for (const stop of stops) stop()
    await sender.stop()
    await world.close()
    await advertiser.close()
    await plain.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Starts an example for a user; the app tells it of conversions. */
  async function startSite(
    user: string,
    commandAt: (port: number) => readonly [string, ...string[]],
    more = {},
  ) {
    const port = await findPort()
    const origin = `http://localhost:${port}`
    await allow(origin)
    const { secret } = await setEndpoint(world.ports, {
      appId: world.app.appId,
      name: user,
      choices: { format: 'native', url: `http://127.0.0.1:${port}/callbacks` },
      actor: 'test',
    })
    const [file, ...words] = commandAt(port)
    const environment = plainEnvironment({
      QUOIN_BASE_URL: world.base,
      QUOIN_API_KEY: world.app.live.apiKey,
      QUOIN_API_SECRET: world.app.live.apiSecret,
      QUOIN_CALLBACK_SECRET: secret ?? '',
      DEMO_USER: user,
      PORT: String(port),
      ...more,
    })
    const child = spawn(file, words, { cwd: folder, env: environment, stdio: 'ignore' })
    stops.push(() => child.kill())
    const answers = () =>
      fetch(`${origin}/balance`).then(
        ({ status }) => status,
        () => 0,
      )
    await eventually(answers, 200, 20_000)
    return { origin, user }
  }

  async function deliver(): Promise<void> {
    await sender.sweep()
    await sender.settled()
  }

  /** A user earns on a site, hears of it, keeps it once, and loses it when it is taken back. */
  async function earnsAndLoses({ origin, user }: { readonly origin: string; readonly user: string }) {
    const page = await world.visit(origin, { viewport: { width: 1000, height: 800 }, userAgent: computer })
    const balanceIs = (text: string) => page.locator('output', { hasText: new RegExp(`^${text}$`) }).waitFor()
    await balanceIs('0')
    const wall = page.frameLocator('iframe')
    await wall.getByRole('link', { name: 'Fernlock Keeper' }).click()
    const [opened] = await Promise.all([
      page.context().waitForEvent('page'),
      wall.getByRole('link', { name: 'Start' }).click(),
    ])
    await opened.getByRole('heading', { name: 'The advertiser' }).waitFor()
    const clickId = new URL(opened.url()).searchParams.get('click_id') ?? ''
    await opened.close()
    const report = async (status: string) => {
      const query = { click_id: clickId, payout: '3.00', status }
      assert.equal((await world.get('/postback', { query })).statusCode, 200)
      await deliver()
    }
    await report('approved')
    // No reload: the reward event makes the site look at its balance.
    await page.frames()[1]?.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
    await balanceIs('2,400')
    assertQuiet(page)
    await assertAccessible(page)
    await assertFits(page)
    for (const { id } of await world.ports.db.query<{ id: string }>('select id from callbacks', []))
      await replayCallback(world.ports, { callbackId: id, actor: 'test' })
    await deliver()
    await page.reload()
    await balanceIs('2,400')
    await report('reversed')
    await page.reload()
    await balanceIs('0')
    const forged = await fetch(`${origin}/callbacks`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': 'x',
        'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
        'webhook-signature': 'v1,AAAA',
      },
      body: JSON.stringify({ data: { callback_id: 'x', user_id: user, change_local: '9' } }),
    })
    assert.equal(forged.status, 401)
    await page.reload()
    await balanceIs('0')
  }

  const server = join(examples, 'express-site', 'server.js')
  const express = (name: string, more = {}) =>
    startSite(name, () => [process.execPath, server], { DATABASE: join(folder, `${name}.db`), ...more })

  test('Express: a user earns, the balance follows the callbacks, once each, and a forged one changes nothing', async () => {
    await earnsAndLoses(await express('emil'))
  })

  test('PHP: the same with nothing but PHP', { skip: phpMissing }, async () => {
    const root = join(examples, 'php-site')
    const command = (port: number) =>
      ['php', '-S', `localhost:${port}`, '-t', root, join(root, 'index.php')] as const
    await earnsAndLoses(
      await startSite('pia', (port) => [...command(port)], { CREDITS_FILE: join(folder, 'credits.jsonl') }),
    )
  })

  test('React: the wall is a component, and goes on without a reload', async () => {
    const root = join(examples, 'react-app')
    const pages = join(folder, 'react')
    const { build } = await loadVite()
    const define = { 'import.meta.env.VITE_QUOIN_URL': JSON.stringify(world.base) }
    await build({ root, define, logLevel: 'error', build: { outDir: pages } })
    await earnsAndLoses(await express('rita', { PAGES: pages }))
  })

  test('a plain page: two lines show the offers of its user, whose links are theirs', async () => {
    html = readFileSync(join(examples, 'html-page', 'index.html'), 'utf8')
      .replace('http://localhost:8080', world.base)
      .replace('pk_live_YOUR_KEY', world.app.live.apiKey)
    const page = await world.visit(plain.origin, { userAgent: computer })
    const wall = page.frameLocator('iframe')
    await wall.getByRole('link', { name: 'Fernlock Keeper' }).click()
    assert.match((await wall.getByRole('link', { name: 'Start' }).getAttribute('href')) ?? '', /userId=ada/)
    await until(async () => (await wall.getByRole('link', { name: 'Activity' }).count()) === 0, 'no activity')
    assertQuiet(page)
  })
})
