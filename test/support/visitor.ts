import type { Page } from 'playwright-core'
import { gatherComplaints, patienceMs, sharedBrowser } from './browser.ts'

/** A person's browser: a click by a browser without a head counts as a robot's. */
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'

/** Somebody in front of a server with a browser of their own: cookies and storage are nobody else's. */
export async function openVisitor(baseURL: string): Promise<Page> {
  const browser = await sharedBrowser()
  const context = await browser.newContext({
    baseURL,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    userAgent,
    viewport: { width: 1280, height: 900 },
  })
  context.setDefaultTimeout(patienceMs)
  const page = await context.newPage()
  gatherComplaints(page)
  return page
}

export async function signIn(page: Page, email: string, password = 'correct horse battery'): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel(/^Password/).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
