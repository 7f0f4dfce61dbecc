import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible, assertFits, assertQuiet, takeComplaints } from '../support/browser.ts'
import { chromiumMissing } from '../support/collectors.ts'
import { eventually, until } from '../support/eventually.ts'
import { createWallWorld, openOther } from '../support/wall-world.ts'

const offersMade = 60

describe('the place of a visitor on the wall', { skip: chromiumMissing }, async () => {
  if (chromiumMissing !== false) return
  const advertiser = await openOther(() => ({ type: 'text/html', body: '<h1>The advertiser</h1>' }))
  let body = ''
  const site = await openOther(() => ({ type: 'text/html', body }), 'localhost')
  const world = await createWallWorld({ app: { allowedOrigins: [site.origin] } })
  const offerIds = await world.addOffers(
    Array.from({ length: offersMade }, (_, index) => ({
      name: `Offer ${index + 1}`,
      payout: '1.50',
      destination_url: `${advertiser.origin}/go?click_id={click_id}`,
    })),
  )
  after(async () => {
    await world.close()
    for (const one of [advertiser, site]) await one.close()
  })
  const listOf = (user: string) => `/wall?session=${world.sessionOf(user)}`

  /** A page of somebody else, with room above and below the wall. */
  async function visitHost(user: string, width: number): Promise<Page> {
    body = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>Site</title>
<div style="height:600px">Above</div><div id="earn"></div><div style="height:600px">Below</div><script src="${world.base}/sdk.js"></script>`
    const page = await world.visit(site.origin, { viewport: { width, height: 800 } })
    await page.evaluate(`Quoin.mountWall('#earn', { session: '${world.sessionOf(user)}' })`)
    await page.frameLocator('iframe').locator('.card').nth(19).waitFor()
    return page
  }

  /** The card is brought into sight and pressed. */
  async function openCard(page: Page, place: number): Promise<void> {
    const card = page.frameLocator('iframe').locator('main .card').nth(place)
    await card.scrollIntoViewIfNeeded()
    await card.locator('a').click()
    await page.frameLocator('iframe').locator('#h').waitFor()
  }

  test('in a frame as tall as its content an offer opens where the visitor looks', async () => {
    const page = await visitHost('ada', 1100)
    await openCard(page, 17)
    const panel = page.frameLocator('iframe').locator('.panel')
    const isInSight = async (): Promise<boolean> => {
      const box = (await panel.boundingBox()) ?? assert.fail()
      return box.y >= -1 && box.y + box.height <= 801 && box.height >= 480
    }
    await until(isInSight, 'the panel is in sight')
    for (const name of ['Start', 'All offers']) {
      const link = panel.getByRole('link', { name }).first()
      const box = (await link.boundingBox()) ?? assert.fail()
      assert.ok(box.y >= 0 && box.y + box.height <= 800, `${name} at ${box.y}`)
    }
    await panel.getByRole('button', { name: 'Copy' }).or(panel.locator('summary')).first().click()
    await panel.getByRole('link', { name: 'All offers' }).first().click()
    await panel.waitFor({ state: 'detached' })
    // Short words are seen there, too.
    const copies = page.frameLocator('iframe').locator('[data-copy]').first()
    await copies.scrollIntoViewIfNeeded()
    await copies.click()
    const toast = page.frameLocator('iframe').locator('.toast .note')
    await until(async () => {
      const box = await toast.boundingBox()
      return box !== null && box.y >= 0 && box.y + box.height <= 800
    }, 'the words are in sight')
    assertQuiet(page)
  })

  test('in a frame on a phone the offer and, on the way back, its card are in sight', async () => {
    const page = await visitHost('bob', 390)
    await openCard(page, 15)
    const isInSight = async (part: string): Promise<boolean> => {
      const box = await page.frameLocator('iframe').locator(part).boundingBox()
      return box !== null && box.y >= 0 && box.y + box.height <= 800
    }
    await until(() => isInSight('#h'), 'the heading is in sight')
    await page.frameLocator('iframe').getByRole('link', { name: 'All offers' }).first().click()
    await until(() => isInSight('main .card:has(a:focus)'), 'the card is in sight')
    assertQuiet(page)
  })

  for (const [width, leave] of [
    [390, 'back'],
    [390, 'Escape'],
    [1000, 'back'],
  ] as const)
    test(`the way back from an offer by ${leave} leads to its card, with all that were shown (${width} px)`, async () => {
      const page = await world.visit(listOf('cleo'), { viewport: { width, height: 800 } })
      await page.locator('html.js').waitFor()
      for (const shown of [20, 40]) {
        await page.getByRole('link', { name: 'Show more' }).focus()
        await page.keyboard.press('Enter')
        await eventually(() => page.locator('main .card').count(), shown + 20)
        // By keyboard the visitor goes on with the first that is new.
        const focused = await page.evaluate(
          `[...document.querySelectorAll('main .card a')].indexOf(document.activeElement)`,
        )
        assert.equal(focused, shown)
      }
      const card = page.locator('main .card').nth(47)
      await card.scrollIntoViewIfNeeded()
      const name = await card.locator('a').textContent()
      const scroll = await page.evaluate<number>('scrollY')
      await card.locator('a').click()
      await page.locator('main #h').waitFor()
      if (leave === 'back') await page.goBack()
      else await page.keyboard.press('Escape')
      await page.locator('main #h').waitFor({ state: 'detached' })
      assert.equal(await page.locator('main .card').count(), 60)
      assert.equal(await page.evaluate('document.activeElement.textContent'), name)
      assert.ok(Math.abs((await page.evaluate<number>('scrollY')) - scroll) < 60)
      assertQuiet(page)
    })

  test('Escape on an offer that was opened by its address leads to the list', async () => {
    const page = await world.visit(`/wall/offers/${offerIds[3]}?session=${world.sessionOf('dan')}`)
    await page.locator('html.js').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('main .card').first().waitFor()
    assert.equal(new URL(page.url()).pathname, '/wall')
  })

  test('a user who comes back from the advertiser sees that the offer was started', async () => {
    const page = await world.visit(`/wall/offers/${offerIds[4]}?session=${world.sessionOf('eve')}`)
    await page.locator('html.js').waitFor()
    const [opened] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'Start' }).click(),
    ])
    await opened.getByRole('heading', { name: 'The advertiser' }).waitFor()
    await opened.close()
    await page.bringToFront()
    // A browser without a window never hides a page.
    await page.evaluate(`dispatchEvent(new Event('focus'))`)
    await page.getByRole('link', { name: 'Open again' }).waitFor()
    assertQuiet(page)
  })

  test('a failure stays until it is tried again, or closed', async () => {
    const page = await world.visit(listOf('fay'))
    await page.locator('html.js').waitFor()
    const asked = '**/wall/activity**'
    await page.route(asked, (route) => route.fulfill({ status: 503, body: '{}' }))
    const failure = page.locator('.toast .da')
    const activity = page.getByRole('link', { name: 'Activity' })
    await activity.click()
    await failure.getByText('This did not load.').waitFor()
    await assertAccessible(page)
    await assertFits(page)
    await failure.getByRole('button', { name: 'Close' }).click()
    await failure.waitFor({ state: 'detached' })
    await activity.click()
    await failure.waitFor()
    await page.unroute(asked)
    await failure.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'My activity' }).waitFor()
    assert.equal(await failure.count(), 0)
    takeComplaints(page)
  })

  test('an offer that is gone says so, with the way to the list, by its address and by a click', async () => {
    const session = world.sessionOf('gil')
    const page = await world.visit(`/wall/offers/999999?session=${session}`)
    const text = page.getByText('There is no such offer any more.')
    await text.waitFor()
    await page.getByRole('navigation').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'All offers' }).click()
    const card = page.locator('main .card a').first()
    await card.waitFor()
    await page.route('**/wall/offers/**', (route) =>
      route.continue({
        url: route
          .request()
          .url()
          .replace(/offers\/\d+/, 'offers/999999'),
      }),
    )
    await card.click()
    await text.waitFor()
    await page.getByRole('main').getByRole('link', { name: 'All offers' }).click()
    await card.waitFor()
    takeComplaints(page)
  })

  test('a visit that ends has no link left that could only fail', async () => {
    const page = await world.visit(listOf('hal'))
    await page.locator('html.js').waitFor()
    await page.route('**/wall/activity**', (route) => route.fulfill({ status: 401, body: '{}' }))
    await page.getByRole('link', { name: 'Activity' }).click()
    await page.getByText('Your visit has ended').waitFor()
    assert.equal(await page.locator('nav, main a, footer').count(), 0)
    takeComplaints(page)
  })
})
