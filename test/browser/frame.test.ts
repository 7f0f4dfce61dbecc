import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertAccessible, assertFits, assertQuiet, takeComplaints } from '../support/browser.ts'
import { chromiumMissing } from '../support/collectors.ts'
import { openStaffPages } from '../support/staff-pages.ts'

describe('the frame of the dashboard', { skip: chromiumMissing }, async () => {
  if (chromiumMissing !== false) return
  const { browser } = await openStaffPages()

  for (const width of [1280, 390] as const)
    for (const scheme of ['light', 'dark'] as const)
      test(`has nothing that keeps somebody out, ${width} px, ${scheme}`, async () => {
        const page = await browser.visit('/dashboard', { width, scheme })
        await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
        assert.equal(new URL(page.url()).pathname, '/dashboard/ops')
        assert.equal(await page.title(), 'Overview · Quoin')
        await assertAccessible(page)
        await assertFits(page)
        assertQuiet(page)
      })

  test('a visitor without a session is led to sign in, and the way back is kept', async () => {
    const page = await browser.visit('/dashboard/ops?range=7d&tz=Europe/Berlin', { role: null })
    await page.waitForURL('**/dashboard/sign-in?to=**')
    assert.equal(new URL(page.url()).searchParams.get('to'), '/ops?range=7d&tz=Europe/Berlin')
    assert.ok(takeComplaints(page).every((one) => one.includes('401')))
  })

  test('an address that is no page says so and leads on', async () => {
    const page = await browser.visit('/dashboard/ops/nowhere')
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor()
    await assertAccessible(page)
    assertQuiet(page)
  })

  test('one section is marked as the current one, also on a page within it', async () => {
    for (const [path, name] of [
      ['/dashboard/ops', 'Overview'],
      ['/dashboard/ops/networks', 'Networks'],
    ] as const) {
      const page = await browser.visit(path)
      const marked = page.getByRole('navigation', { name: 'Sections' }).locator('[aria-current]')
      await marked.first().waitFor()
      assert.deepEqual(await marked.allInnerTexts(), [name])
    }
  })

  test('on a phone the sections open from the bar and close by a step', async () => {
    const page = await browser.visit('/dashboard/ops', { width: 390 })
    await page.getByRole('button', { name: 'Open the menu' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Overview' }).waitFor()
    await assertAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    assertQuiet(page)
  })

  test('a page that the server has outgrown says so when it is refused, and reloads', async () => {
    const page = await browser.visit('/dashboard/ops/team', { role: 'operator' })
    await page.route('**/operator/v1/invitations', async (route) => {
      const request = route.request()
      if (request.method() !== 'POST') return await route.continue()
      const headers = { ...(await request.allHeaders()), 'x-quoin-version': '0.0.1' }
      await route.continue({ headers, postData: { ...request.postDataJSON(), isOld: true } })
    })
    await page.getByLabel('E-mail').fill('rae@example.com')
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    await page.getByText('This page is older than the server.', { exact: true }).waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Reload' }).click()
    await page
      .getByText('This page is older than the server.', { exact: true })
      .waitFor({ state: 'detached' })
    assert.ok(takeComplaints(page).every((one) => one.includes('400')))
  })

  test('the theme that was chosen stays', async () => {
    const page = await browser.visit('/dashboard/ops')
    await page.getByRole('button', { name: 'Use the dark theme' }).click()
    await page.reload()
    const scheme = await page.evaluate('document.documentElement.dataset.mantineColorScheme')
    assert.equal(scheme, 'dark')
    assertQuiet(page)
  })
})
