import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { assertAccessible, assertFits, takeComplaints } from './browser.ts'
import { until } from './eventually.ts'

/* The states in which a page of a dashboard may find its data: on their way, refused, none. */

interface CallsOfPage {
  /** Calls whose answers the page shows: those of its API. */
  readonly calls: RegExp
  /** Calls that the frame needs: they are answered as ever. */
  readonly butNot: RegExp
}

/** Calls of a publisher's page. Its frame asks who reads, and which apps there are. */
export const manageCalls: CallsOfPage = {
  calls: /\/manage\/v1\//,
  butNot: /\/manage\/v1\/(session\?|apps\?.*limit=100)/,
}

const requestId = 'req_01a20a55-4f51-785a-a40f-52d57b765a16'
/** The client does not try this one again by itself: a test need not wait for that. */
const refusal = {
  success: false,
  error: { code: 'RATE_LIMIT_EXCEEDED', message: 'Too many calls in this minute.', details: null },
  meta: { timestamp: 1_795_469_692, request_id: requestId },
}

type Treatment = 'refuse' | 'answer'

/** Opens the page while no answer comes. Then `refuse` lets none come, and `answer` lets the server answer. */
export async function openHeld(page: Page, path: string, { calls, butNot }: CallsOfPage) {
  let treatment: Treatment | undefined
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const isOfPage = ({ pathname, search }: URL) =>
    calls.test(pathname + search) && !butNot.test(pathname + search)
  await page.route(isOfPage, async (route) => {
    await released
    await (treatment === 'refuse' ? route.fulfill({ status: 429, json: refusal }) : route.continue())
  })
  await page.goto(path)
  const treat = (next: Treatment) => {
    treatment = next
    release()
  }
  return { refuse: () => treat('refuse'), answer: () => treat('answer') }
}

/** The frame is there with the title, the place of the data says that they come, and nothing else is on the page. */
export async function assertLoading(page: Page, title: string): Promise<void> {
  await page
    .getByRole('navigation')
    .first()
    .or(page.getByRole('button', { name: 'Open the menu' }))
    .first()
    .waitFor()
  await page.getByRole('heading', { name: title, level: 1 }).waitFor()
  await page.locator('main [aria-busy="true"]').first().waitFor()
  assert.equal(await page.getByRole('alert').count(), 0)
  assert.equal(await page.locator('.empty-state').count(), 0, 'what is not known yet is not shown as none')
  await assertFits(page)
}

/** In its place the failure says so, why, by what id the log knows it, and has a button that asks again. */
export async function assertFailed(page: Page, title: string): Promise<void> {
  await page.getByRole('heading', { name: title, level: 1 }).waitFor()
  const failure = page.getByRole('main').getByRole('alert').first()
  await failure.getByText('Too many calls in this minute.').waitFor()
  await failure.getByText('req_01a2…5a16').waitFor()
  await failure.getByRole('button', { name: 'Try again' }).waitFor()
  assert.equal(
    await page.locator('main [aria-busy="true"]').count(),
    0,
    'nothing is said to come that will not',
  )
  assert.equal(await page.locator('.empty-state').count(), 0, 'what failed is not shown as none')
  await assertFits(page)
  await assertAccessible(page)
}

/** Every failure on the page is asked again, and none is left. */
export async function assertRetryWorks(page: Page): Promise<void> {
  const again = page.getByRole('main').getByRole('alert').getByRole('button', { name: 'Try again' })
  for (let left = await again.count(); left > 0; left = await again.count()) {
    await again.first().click()
    await until(async () => (await again.count()) < left, 'the answer came')
  }
  // The refusals were told to the console as well.
  takeComplaints(page)
}

/** No data: a sentence says what will be here, and a link or a button leads on where there is a next step. */
export async function assertEmpty(
  page: Page,
  { title, next }: { title: string; next?: string },
): Promise<void> {
  const empty = page.locator('.empty-state').filter({ hasText: title }).first()
  await empty.waitFor()
  assert.ok((await empty.locator('p').count()) > 1, 'a sentence says why it is empty')
  if (next === undefined) return
  await empty
    .getByRole('link', { name: next })
    .or(empty.getByRole('button', { name: next }))
    .waitFor()
}
