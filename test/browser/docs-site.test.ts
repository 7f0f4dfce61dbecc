import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  assertQuiet,
  assertSeenWell,
  listFaults,
  openBrowser,
  sharedBrowser,
  takeComplaints,
} from '../support/browser.ts'
import { chromiumMissing } from '../support/collectors.ts'
import { isLong } from '../support/long.ts'
import { listDocsFiles } from '../../packages/server/src/adapters/docs/docs-folder.ts'
import { repository } from '../support/run-program.ts'
import { until } from '../support/eventually.ts'
import { createWorld } from '../support/world.ts'

const paths = [
  '/docs/',
  '/docs/start/first-reward',
  '/docs/errors/INVALID_REQUEST',
  '/docs/operations',
  '/docs/compare',
  '/docs/callbacks',
  '/docs/what-is-collected',
  '/docs/settings',
  '/docs/search?q=margin',
]

describe('the documents', { skip: chromiumMissing }, async () => {
  if (chromiumMissing !== false) return
  const world = await createWorld()
  const browser = await openBrowser(world)
  after(async () => {
    await browser.close()
    await world.close()
  })

  for (const path of paths)
    test(`${path} keeps no reader out, and loads nothing from elsewhere`, async () => {
      const page = await browser.visit(path, { role: null })
      await assertSeenWell(page)
      const elsewhere = await page.evaluate<readonly string[]>(
        'performance.getEntriesByType("resource").map((one) => one.name).filter((name) => !name.startsWith(origin))',
      )
      assert.deepEqual(elsewhere, [])
    })

  test('axe finds nothing on the pages, in light and in dark colours', async () => {
    const files = await listDocsFiles(repository)
    const all = files.filter(({ source }) => source.endsWith('.md')).map(({ address }) => address)
    // They are all drawn alike: outside of the long form every fifth stands for the others.
    const pages = all.filter((_path, at) => isLong || at % 5 === 0)
    assert.ok(pages.length > 15, `${pages.length} pages`)
    const faults: object[] = []
    for (const path of [...pages, '/docs/search?q=margin', '/docs/search?q=nothing-of-the-kind']) {
      const page = await browser.visit(path, { role: null, scheme: 'light' })
      const found = await listFaults(page)
      if (found.length > 0) faults.push({ path, found })
    }
    assert.deepEqual(faults, [])
  })

  test('whoever comes to an address where there is nothing gets a page that leads on', async () => {
    const page = await browser.visit('/docs/nothing', { role: null })
    assert.match(takeComplaints(page).join(), /status of 404/)
    await assertSeenWell(page)
    await page.getByRole('link', { name: 'first page' }).click()
    await page.getByRole('heading', { name: 'The open offer platform' }).waitFor()
  })

  test('a page is printed without what is there for a screen alone, and nothing is cut off', async () => {
    const page = await browser.visit('/docs/callbacks', { role: null, scheme: 'dark' })
    await page.emulateMedia({ media: 'print' })
    // The width of a sheet within its margins.
    await page.setViewportSize({ width: 700, height: 1_000 })
    const screenOnly = [
      '.top',
      '.bar',
      '#pages',
      '#outline',
      '.turn',
      '.under',
      '.copy >> nth=0',
      '.anchor >> nth=0',
    ]
    for (const one of screenOnly) {
      assert.notEqual(await page.locator(one).count(), 0, one)
      assert.equal(await page.locator(one).isVisible(), false, one)
    }
    const cut = await page.evaluate<string[]>(
      `[...document.querySelectorAll('.code pre, .table, table')].filter((one) => one.getBoundingClientRect().right > innerWidth || one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent.slice(0, 60))`,
    )
    assert.deepEqual(cut, [])
    assert.equal(await page.evaluate('getComputedStyle(document.body).backgroundColor'), 'rgb(255, 255, 255)')
  })

  test('the search is opened by a key, finds a page by a word in it, and leads there without a pointer', async () => {
    const page = await browser.visit('/docs/', { role: null })
    await page.keyboard.press('/')
    await page.keyboard.type('Idempotency')
    await page.locator('.found .results a').first().waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.found').waitFor({ state: 'hidden' })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('idempotenc')
    await page.locator('.found .results a').first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/docs\/.+#/)
    assert.equal(await page.locator(':target').count(), 1)
    assert.match(String(await page.locator('main').textContent()), /idempotency/i)
    assertQuiet(page)
  })

  test('without a script a phone has the list of pages, the outline and the search', async () => {
    const { origin } = new URL((await browser.visit('/docs/', { role: null })).url())
    const context = await (await sharedBrowser()).newContext({
      baseURL: origin,
      javaScriptEnabled: false,
      viewport: { width: 390, height: 844 },
    })
    const page = await context.newPage()
    await page.goto('/docs/callbacks')
    await openDrawer(page, 'On this page')
    await page.getByRole('navigation', { name: 'On this page' }).getByRole('link').first().click()
    assert.match(page.url(), /\/docs\/callbacks#/)
    await page.keyboard.press('Escape')
    await openDrawer(page, 'Pages')
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
    await page.getByRole('searchbox').fill('margin')
    await page.keyboard.press('Enter')
    await page.locator('article .results a').first().click()
    await page.waitForURL((url) => !url.pathname.endsWith('/search'))
    assert.equal(await page.getByRole('button', { name: 'Copy' }).count(), 0)
    await context.close()
  })

  test('the colours are switched, and stay so on the next page', async () => {
    const page = await browser.visit('/docs/', { role: null, scheme: 'light' })
    const background = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
    assert.equal(await background(), 'rgb(255, 255, 255)')
    await page.getByRole('button', { name: 'Use the dark theme' }).click()
    assert.equal(await background(), 'rgb(17, 20, 24)')
    await page.goto('/docs/settings')
    assert.equal(await background(), 'rgb(17, 20, 24)')
    await page.getByRole('button', { name: 'Use the light theme' }).click()
    assert.equal(await background(), 'rgb(255, 255, 255)')
    assertQuiet(page)
  })

  test('the outline marks the chapter that is being read', async () => {
    const page = await browser.visit('/docs/callbacks', { role: null })
    const outline = page.getByRole('navigation', { name: 'On this page' })
    const link = outline.getByRole('link').nth(3)
    await link.click()
    await outline.locator('[aria-current="true"]').waitFor()
    assert.equal(await outline.locator('[aria-current="true"]').textContent(), await link.textContent())
  })

  test('a table that is wider than a phone is scrolled within the page, by the keyboard as well', async () => {
    const page = await browser.visit('/docs/settings', { role: null, width: 390 })
    const wide = page.locator('.table[tabindex="0"]').first()
    await wide.focus()
    await page.keyboard.press('ArrowRight')
    // Not by waitForFunction: it evaluates a text, which the page's policy forbids.
    await until(() => page.evaluate<boolean>('document.activeElement.scrollLeft > 0'), 'it is scrolled')
    assert.equal(await page.evaluate('scrollX'), 0)
  })

  test('an example is copied by its button', async () => {
    const page = await browser.visit('/docs/start/first-reward', { role: null })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const example = page.locator('.code').first()
    await example.hover()
    await example.getByRole('button', { name: 'Copy' }).click()
    await example.getByRole('button', { name: 'Copied' }).waitFor()
    const copied = await page.evaluate<string>('navigator.clipboard.readText()')
    assert.match(copied, /^npm ci && npm start\s*$/)
    assertQuiet(page)
  })

  test('the reference is readable and runs under its own policy', async () => {
    const page = await browser.visit('/docs/reference/', { role: null })
    await page.getByText('List offers for a user').first().waitFor()
    assertQuiet(page)
  })
})

async function openDrawer(page: Page, name: string): Promise<void> {
  assert.equal(await page.getByRole('navigation', { name }).isVisible(), false)
  await page.getByRole('button', { name }).click()
  assert.equal(await page.getByRole('navigation', { name }).isVisible(), true)
}
