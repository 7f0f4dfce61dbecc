import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { assertQuiet, assertSeenWell, openBrowser } from '../support/browser.ts'
import { chromiumMissing } from '../support/collectors.ts'
import { createWorld } from '../support/world.ts'

const paths = [
  '/docs/',
  '/docs/start/first-reward',
  '/docs/errors/INVALID_REQUEST',
  '/docs/operations',
  '/docs/compare',
  '/docs/callbacks',
  '/docs/what-is-collected',
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
      const elsewhere: string[] = []
      page.on('request', (request) => {
        if (!request.url().startsWith(new URL(page.url()).origin)) elsewhere.push(request.url())
      })
      await assertSeenWell(page)
      assert.deepEqual(elsewhere, [])
    })

  test('a page is printed without what is there for a screen alone, and nothing is cut off', async () => {
    const page = await browser.visit('/docs/callbacks', { role: null, scheme: 'light' })
    await page.emulateMedia({ media: 'print' })
    // The width of a sheet within its margins.
    await page.setViewportSize({ width: 700, height: 1_000 })
    for (const screenOnly of ['.VPNav', '.VPLocalNav', '.VPSidebar', '.VPDocFooter', 'button.copy >> nth=0'])
      assert.equal(await page.locator(screenOnly).isVisible(), false, screenOnly)
    const cut = await page.evaluate<string[]>(
      `[...document.querySelectorAll('.vp-doc pre, .vp-doc table')].filter((one) => one.getBoundingClientRect().right > innerWidth || one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent.slice(0, 60))`,
    )
    assert.deepEqual(cut, [])
  })

  test('the search finds a page by a word in it, and leads there', async () => {
    const page = await browser.visit('/docs/', { role: null })
    await page.locator('button.DocSearch-Button').click()
    await page.getByRole('searchbox').fill('Idempotency')
    await page.locator('.VPLocalSearchBox .results .result').first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/docs\/.+#/)
    assertQuiet(page)
  })

  test('an example is copied by its button', async () => {
    const page = await browser.visit('/docs/start/first-reward', { role: null })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const example = page.locator('div[class*=language-]').first()
    await example.hover()
    await example.locator('button.copy').click()
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
