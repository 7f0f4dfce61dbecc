import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { updateApp } from '../../packages/server/src/features/apps/update-app.ts'
import { assertAccessible, assertFits, assertQuiet, takeComplaints } from '../support/browser.ts'
import { bundle } from '../support/bundle.ts'
import { chromiumMissing } from '../support/collectors.ts'
import { eventually, until } from '../support/eventually.ts'
import { repository } from '../support/run-program.ts'
import { createWallWorld, openOther } from '../support/wall-world.ts'

describe('the SDK in pages of others', { skip: chromiumMissing }, async () => {
  if (chromiumMissing !== false) return
  let body = ''
  let script = ''
  const site = await openOther(
    ({ url }) =>
      url === '/page.js' ? { type: 'text/javascript', body: script } : { type: 'text/html', body },
    'localhost',
  )
  const world = await createWallWorld({ app: { allowedOrigins: [site.origin] } })
  await world.addOffers([{ name: 'Fernlock Keeper' }])
  after(async () => {
    await world.close()
    await site.close()
  })
  const pageWith = (inside: string) =>
    `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>Site</title><main><h1>Site</h1>${inside}</main>`
  const visit = async (inside: string, width = 1000): Promise<Page> => {
    body = pageWith(`${inside}<script src="${world.base}/sdk.js"></script>`)
    return await world.visit(site.origin, { viewport: { width, height: 700 } })
  }
  const offerIn = (page: Page) => page.frameLocator('iframe').getByRole('link', { name: 'Fernlock Keeper' })

  for (const width of [1000, 390])
    test(`openWall is a dialog that a reader can leave, and resolves when it is closed (${width} px)`, async () => {
      const page = await visit('<button id="earn">Earn</button>', width)
      await page.evaluate(
        `document.querySelector('#earn').onclick = () => Quoin.openWall({ session: '${world.sessionOf('ada')}', title: 'Earn coins' }).then(() => { window.isOver = true })`,
      )
      for (const close of ['Escape', 'button'] as const) {
        await page.evaluate('window.isOver = false')
        await page.getByRole('button', { name: 'Earn' }).click()
        const dialog = page.getByRole('dialog', { name: 'Earn coins' })
        await offerIn(page).waitFor()
        const { width: dialogWidth, height } = (await dialog.boundingBox()) ?? assert.fail()
        assert.deepEqual([dialogWidth, height], [width, 700])
        const frame = (await page.locator('iframe').boundingBox()) ?? assert.fail()
        assert.deepEqual([frame.y, frame.height], [48, 652])
        await assertFits(page)
        if (close === 'Escape') {
          await assertAccessible(page)
          await page.keyboard.press('Escape')
        } else await page.getByRole('button', { name: 'Close' }).click()
        await until(() => page.evaluate<boolean>('window.isOver'), 'it is over')
        assert.equal(await page.locator('dialog, iframe').count(), 0)
        const focused = await page.evaluate<string>('document.activeElement.id')
        assert.equal(focused, 'earn')
      }
      assertQuiet(page)
    })

  test('with collect: ask nothing is collected until the page says that its visitor agrees', async () => {
    await updateApp({ ...world.ports, actor: 'test' }, world.app.appId, { wallCollect: 'minimal' })
    const page = await visit('<div id="earn"></div>')
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/v1/fingerprint')) asked.push(request.method())
    })
    await page.evaluate(
      `window.wall = Quoin.mountWall('#earn', { session: '${world.sessionOf('bea')}', collect: 'ask' }); window.ready = 0; wall.on('ready', () => { ready += 1 })`,
    )
    await offerIn(page).waitFor()
    await until(() => page.evaluate<boolean>('window.ready > 0'), 'it is ready')
    // The collector begins within moments of it where nobody has to be asked.
    await page
      .frames()[1]
      ?.evaluate('new Promise((done) => requestIdleCallback(() => setTimeout(done, 300), { timeout: 2000 }))')
    assert.deepEqual(asked, [])
    await page.evaluate('wall.consent()')
    await eventually(async () => asked, ['POST'])
    const devices = () =>
      world.ports.db.query<{ n: number }>(`select count(*)::int as n from device_users`, [])
    await until(async () => ((await devices())[0]?.n ?? 0) > 0, 'the device is known')
    assertQuiet(page)
  })

  test('a session that has ended is asked for again, and the wall goes on', async () => {
    const page = await visit('<div id="earn"></div>')
    await page.evaluate(`{
      window.asked = 0
      const sessions = ['qs_none.x', '${world.sessionOf('cleo')}']
      window.wall = Quoin.mountWall('#earn', { getSession: async () => sessions[asked++] })
    }`)
    await offerIn(page).waitFor()
    assert.equal(await page.evaluate('window.asked'), 2)
    await page.evaluate('wall.destroy()')
    assert.equal(await page.locator('iframe').count(), 0)
  })

  test('a session that is refused again is asked for once more, and told then', async () => {
    const page = await visit('<div id="earn"></div>')
    await page.evaluate(`{
      window.asked = 0
      window.told = []
      window.wall = Quoin.mountWall('#earn', { getSession: () => 'qs_none.' + asked++ })
      wall.on('error', ({ message }) => told.push(message))
    }`)
    await until(() => page.evaluate<boolean>('told.length > 0'), 'it is told')
    await page.waitForTimeout(500)
    const sentence = `The session that getSession returned is not accepted by ${world.base}.`
    assert.deepEqual(await page.evaluate('[asked, told]'), [2, [sentence]])
    assert.ok(takeComplaints(page).some((one) => one.includes(sentence)))
    // The same session once more is not even tried.
    await page.evaluate(`{
      wall.destroy()
      asked = 0
      told.length = 0
      window.wall = Quoin.mountWall('#earn', { getSession: () => (asked++, 'qs_none.x') })
      wall.on('error', ({ message }) => told.push(message))
    }`)
    await until(() => page.evaluate<boolean>('told.length > 0'), 'it is told')
    assert.deepEqual(await page.evaluate('[asked, told]'), [2, [sentence]])
    takeComplaints(page)
  })

  test('a wall that is destroyed before its session came says nothing any more', async () => {
    const page = await visit('<div id="earn"></div>')
    await page.clock.install()
    await page.evaluate(`{
      window.told = []
      let give
      const wall = Quoin.mountWall('#earn', { getSession: () => new Promise((done) => { give = done }) })
      wall.on('error', ({ message }) => told.push(message))
      wall.destroy()
      give('qs_none.x')
    }`)
    await page.clock.runFor(30_000)
    assert.deepEqual(await page.evaluate('told'), [])
    assert.equal(await page.getByRole('alert').count(), 0)
    assertQuiet(page)
  })

  test('a theme that is set at once is there when the wall is', async () => {
    const page = await visit('<div id="earn"></div>')
    await page.evaluate(
      `window.wall = Quoin.mountWall('#earn', { session: '${world.sessionOf('ada')}' }); wall.setTheme('dark')`,
    )
    await offerIn(page).waitFor()
    await page.frameLocator('iframe').locator('html[data-theme=dark]').waitFor()
    assertQuiet(page)
  })

  test('an address without a protocol is refused in a sentence', async () => {
    const page = await visit('<div id="earn"></div>')
    const said = await page.evaluate<string>(
      `{ let said; try { Quoin.mountWall('#earn', { baseUrl: 'quoin.example' }) } catch (error) { said = String(error) } said }`,
    )
    assert.equal(said, 'TypeError: baseUrl must begin with http:// or https://; it is quoin.example.')
  })

  test('the wall tells what forbids its frame: the policy of the page, or that nothing answers', async () => {
    const session = world.sessionOf('ada')
    const page = await visit('<div id="earn"></div>')
    const silent = 'http://127.0.0.1:9'
    await page.evaluate(`void Quoin.mountWall('#earn', { session: '${session}', baseUrl: '${silent}' })`)
    const box = page.getByRole('alert')
    await box.waitFor()
    assert.match((await box.textContent()) ?? '', /^http:\/\/127\.0\.0\.1:9 does not answer\./)
    takeComplaints(page)
    const head = `<meta http-equiv="Content-Security-Policy" content="frame-src 'self'">`
    body = pageWith(`<div id="earn"></div><script src="${world.base}/sdk.js"></script>`)
    body = body.replace('<title>', () => `${head}<title>`)
    const strict = await world.visit(site.origin)
    await strict.evaluate(`void Quoin.mountWall('#earn', { session: '${session}' })`)
    assert.equal(
      await strict.getByRole('alert').locator('strong').textContent(),
      `Your page's Content-Security-Policy forbids the frame: add ${world.base} to frame-src.`,
    )
    takeComplaints(strict)
  })

  test('a wall that cannot be opened tells why, and only to those who still listen', async () => {
    const page = await visit('<div id="earn"></div>')
    const told = await page.evaluate<string[]>(`new Promise((done) => {
      const told = []
      const wall = Quoin.mountWall('#earn', { getSession: async () => { throw new Error('signed out') } })
      wall.on('error', () => told.push('never'))()
      wall.on('error', ({ message }) => { told.push(message); done(told) })
    })`)
    assert.equal(told.length, 1)
    assert.match(told[0] ?? '', /signed out/)
    assert.ok(takeComplaints(page).some((one) => one.includes('signed out')))
  })

  for (const [scheme, width] of [
    ['light', 1000],
    ['dark', 390],
  ] as const)
    test(`an origin that is not allowed is told in the console and in the frame's place (${scheme}, ${width} px)`, async () => {
      const other = await openOther(() => ({ type: 'text/html', body }), 'localhost')
      body = pageWith(
        `<meta name="color-scheme" content="light dark"><script src="${world.base}/sdk.js"></script><div id="earn" data-quoin-wall data-session="${world.sessionOf('ada')}"></div>`,
      )
      const page = await world.visit(other.origin, { viewport: { width, height: 900 }, colorScheme: scheme })
      const box = page.getByRole('alert')
      await box.waitFor()
      const text = (await box.textContent()) ?? ''
      assert.match(text, new RegExp(`does not seem to allow the origin ${other.origin}\\.`))
      assert.match(text, /“Allowed origins”.*dashboard.*“Settings”, under “Links and origins”/)
      assert.equal(await page.locator('iframe').isVisible(), false)
      const { height } = (await box.boundingBox()) ?? assert.fail()
      assert.ok(height >= 800, 'the page does not jump')
      await assertFits(page)
      await assertAccessible(page)
      const complaints = takeComplaints(page)
      assert.ok(
        complaints.some((one) => one.includes(`Add ${other.origin} to “Allowed origins”`)),
        complaints.join('\n'),
      )
      await other.close()
    })

  test('a wall that speaks late takes the place of the box again', async () => {
    const page = await visit('<div id="earn"></div>')
    await page.route('**/wall?**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500))
      await route.fulfill({
        contentType: 'text/html',
        body: `<script>const { quoin, origin } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)))
setTimeout(() => parent.postMessage({ quoin: 1, wall: quoin, type: 'ready', data: null }, origin), 5_000)</script>`,
      })
    })
    await page.evaluate(
      `window.wall = Quoin.mountWall('#earn', { session: 'qs_late.x' }); window.told = []; wall.on('error', ({ message }) => told.push(message))`,
    )
    await page.getByRole('alert').waitFor()
    await page.locator('iframe').waitFor()
    assert.equal(await page.getByRole('alert').count(), 0)
    assert.equal((await page.evaluate<string[]>('told')).length, 1)
    takeComplaints(page)
  })

  test('a wall that is offline says so at its button, and goes on when it is back', async () => {
    const page = await world.visit(`/wall?session=${world.sessionOf('ada')}`)
    await page.getByRole('link', { name: 'Fernlock Keeper' }).click()
    await page.getByRole('link', { name: 'Start' }).waitFor()
    await page.context().setOffline(true)
    await page.locator('.act [aria-disabled=true]').waitFor()
    await assertAccessible(page)
    await page.context().setOffline(false)
    await page.getByRole('link', { name: 'Start' }).waitFor()
  })

  test('in React one wall is there, made anew for another user, and gone with its component', async () => {
    script = await bundle(join(repository, 'test', 'support', 'react-page.jsx'))
    const given = { baseUrl: world.base, sessions: [world.sessionOf('ada'), world.sessionOf('bob')] }
    body = pageWith(
      `<div id="root"></div><script>window.given = ${JSON.stringify(given)}</script><script src="/page.js"></script>`,
    )
    const page = await world.visit(site.origin, { viewport: { width: 1000, height: 800 } })
    await offerIn(page).waitFor()
    assert.equal(await page.locator('iframe').count(), 1)
    const address = () => page.locator('iframe').getAttribute('src')
    const first = await address()
    // A component that is drawn again keeps its wall, and hears by its newest listeners.
    await page.getByRole('button', { name: 'Draw again' }).click()
    assert.equal(await address(), first)
    await offerIn(page).click()
    await page
      .frameLocator('iframe')
      .getByRole('link', { name: 'Start' })
      .evaluate((link) => {
        link.removeAttribute('href')
        link.setAttribute('href', '#')
        link.removeAttribute('target')
      })
    await page.frameLocator('iframe').locator('[data-start]').click()
    await eventually(() => page.evaluate<string[]>('window.heard'), ['ready 0', 'click 1'])
    await page.getByRole('button', { name: 'Other user' }).click()
    await offerIn(page).waitFor()
    assert.equal(await page.locator('iframe').count(), 1)
    assert.notEqual(await address(), first)
    await page.getByRole('button', { name: 'Toggle' }).click()
    assert.equal(await page.locator('iframe').count(), 0)
    assertQuiet(page)
  })
})
