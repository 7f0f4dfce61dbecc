import assert from 'node:assert/strict'
import type { Page, Route } from 'playwright-core'
import { setEndpoint } from '../../../packages/server/src/features/callbacks/endpoints/set-endpoint.ts'
import { assertAccessible, assertFits, takeComplaints } from '../browser.ts'
import { followOffer } from '../conversions.ts'
import { holdConversion } from './review-samples.ts'
import { addSource, addWaitingRun } from '../source-scene.ts'
import { openStaffPages } from '../staff-pages.ts'

/*
 * Every operator's page while the API is silent, and when it fails: the frame stands, something says that it loads, the
 * failure says what failed and offers to try again, and trying again works.
 */

const requestId = '0199f2c4-7a1e-7c3b-9d52-3f1e5a7b9c0d'

/** A proxy's or the server's no, which is not asked again by itself. */
export const refuse = (route: Route) =>
  route.fulfill({
    status: 403,
    json: {
      success: false,
      error: { code: 'INVALID_REQUEST', message: 'The gate is shut. Ask again in a minute.' },
      meta: { request_id: requestId },
    },
  })

/** All answers but that of who is signed in: without it the frame leads to sign-in. */
const answers = (url: URL) =>
  url.pathname.startsWith('/operator/v1/') && url.pathname !== '/operator/v1/session'

interface PageScene {
  /** A page of which the answers are in the hands of the test. */
  open(path: string, width: 1280 | 390, answer: (route: Route) => unknown): Promise<Page>
}

/** A world with one of each thing that a page can be about. */
export async function openPageScene(): Promise<PageScene> {
  const { world, browser } = await openStaffPages()
  world.clock.advance({ ms: Date.now() - world.clock.nowMs() })
  const { networkId } = await world.addNetwork({ slug: 'bright', name: 'Brightpath' })
  const offerId = await world.addOffer()
  const clickId = await followOffer(world, { offerId, userId: 'ada' })
  const conversionId = await holdConversion(world, { userId: 'ada', offerId })
  const choices = { url: 'https://publisher.invalid/callback' }
  const endpoint = { appId: world.app.appId, name: 'server', choices, actor: 'test' }
  const { endpointId } = await setEndpoint(world.ports, endpoint)
  const { sourceId } = await addSource(world)
  const runId = await addWaitingRun(world, sourceId)
  const app = await world.ports.store.apps.findAppById(world.ports.db, world.app.appId)
  const places: Readonly<Record<string, string | number>> = {
    CONVERSION: conversionId,
    OFFER: offerId,
    NETWORK: networkId,
    APP: world.app.appId,
    PUBLISHER: app?.publisherId ?? 0,
    ENDPOINT: endpointId,
    CLICK: clickId,
    SOURCE: sourceId,
    RUN: runId,
  }

  const pathOf = (path: string) =>
    `/dashboard${path.replaceAll(/[A-Z]{3,}/g, (name) => String(places[name] ?? name))}`

  async function open(path: string, width: 1280 | 390, answer: (route: Route) => unknown): Promise<Page> {
    const scheme = width === 390 ? 'dark' : 'light'
    // An address of no page: from here on nothing has been asked.
    const page = await browser.visit('/livez', { width, scheme })
    await page.route(answers, answer)
    await page.goto(pathOf(path))
    return page
  }
  return { open }
}

/** The page says that it loads, then what failed, and trying again works. */
export async function assertStates(scene: PageScene, path: string, width: 1280 | 390): Promise<void> {
  const held: Route[] = []
  let deal: (route: Route) => unknown = (route) => held.push(route)
  const page = await scene.open(path, width, (route) => deal(route))
  const main = page.getByRole('main')
  const busy = page.locator('main [aria-busy=true]')
  await busy.first().waitFor()
  await page.getByRole('heading', { level: 1 }).waitFor()
  assert.equal(await main.getByRole('alert').count(), 0)
  await assertFits(page)

  deal = refuse
  await Promise.all(held.splice(0).map(refuse))
  const alerts = main.getByRole('alert')
  await alerts.first().getByText('The gate is shut. Ask again in a minute.').waitFor()
  await page.waitForFunction(() => document.querySelector('main [aria-busy=true]') === null)
  assert.doesNotMatch(await main.innerText(), /undefined|NaN|INVALID_|\bnull\b/)
  await assertFits(page)
  await assertAccessible(page)

  deal = (route) => route.continue()
  const again = alerts.getByRole('button', { name: 'Try again' })
  while ((await again.count()) > 0) {
    const before = await alerts.count()
    await again.first().click()
    await page.waitForFunction((most) => document.querySelectorAll('main [role=alert]').length < most, before)
  }
  assert.equal(await alerts.count(), 0, 'a failure stays, and nothing can be pressed')
  takeComplaints(page)
}
