import { describe, test } from 'node:test'
import { assertQuiet, changeLook, looks } from '../support/browser.ts'
import { chromiumMissing as skip } from '../support/collectors.ts'
import {
  assertEmpty,
  assertFailed,
  assertLoading,
  assertRetryWorks,
  manageCalls,
  openHeld,
} from '../support/page-states.ts'
import { shoot } from '../support/shoot.ts'
import { openPublisherPages } from '../support/staff-pages.ts'

/* Every page of a publisher while its data come, when they do not, and when there are none. */

const { browser, as, address } = await openPublisherPages({ people: { findPublisherToken: () => undefined } })

interface PageCase {
  /** Within the app; `../../` leads to the pages of the whole publisher. */
  readonly path: string
  readonly title: string
  /** The heading before the data are known, where it is another one. */
  readonly before?: string
  /** The title where there is nothing, and the step that leads on. */
  readonly empty?: { readonly title: string; readonly next?: string }
  /** The address names something that there is not. */
  readonly isUnknown?: true
}

const month = '2026-01'
const clickId = '01890a5d-ac96-774b-bcce-b302099a8057'

const pages: readonly PageCase[] = [
  { path: 'start', title: 'Go live with App', before: 'Go live' },
  { path: 'keys', title: 'Keys and secrets' },
  { path: 'callbacks', title: 'Callbacks' },
  { path: 'offers', title: 'Offers', empty: { title: 'Nothing is listed here' } },
  { path: 'calls', title: 'Request log', empty: { title: 'No call yet', next: 'Start' } },
  { path: 'settings', title: 'Settings' },
  { path: 'reports', title: 'Reports', empty: { title: 'Nothing in this range' } },
  { path: 'conversions', title: 'Conversions', empty: { title: 'No conversion yet', next: 'Test bench' } },
  { path: 'clicks', title: 'Clicks', empty: { title: 'No click yet', next: 'Start' } },
  { path: 'users', title: 'Users', empty: { title: 'No user yet', next: 'Start' } },
  { path: 'users/ada', title: 'ada', isUnknown: true },
  { path: '../..', title: 'Apps' },
  { path: '../../money', title: 'Money', empty: { title: 'No statement yet' } },
  { path: `../../money/${month}`, title: 'Statement, January 2026' },
  { path: '../../team', title: 'Team' },
  { path: '../../tokens', title: 'Tokens', empty: { title: 'No token yet' } },
  { path: `../../clicks/${clickId}`, title: 'Click', isUnknown: true },
]

describe('the pages of a publisher', { skip }, () => {
  for (const [index, { path, title, before: early = title, empty, isUnknown = false }] of pages.entries()) {
    // Every second page begins narrow, and is widened: a page that is drawn for one width has to take the other.
    const seenAs = index % 2 === 0 ? looks : looks.toReversed()

    test(`${title}: its data come, do not come with a reason, and come when asked for again`, async () => {
      const page = await browser.visit('about:blank', { member: as('owner'), ...seenAs[0] })
      const inEachLook = async (state: string, check: () => Promise<void>) => {
        for (const look of seenAs) {
          await changeLook(page, look)
          await check()
          await shoot(page, `${state}-${path}-${look.width}`)
        }
      }
      const { refuse, answer } = await openHeld(page, address(path), manageCalls)
      await inEachLook('loading', () => assertLoading(page, early))
      refuse()
      await inEachLook('failed', () => assertFailed(page, early))
      answer()
      // There is no such thing: what comes is another failure, with its own reason.
      if (isUnknown) return
      await assertRetryWorks(page)
      await inEachLook('there', async () => {
        await page.getByRole('heading', { name: title, level: 1 }).waitFor()
        if (empty) await assertEmpty(page, empty)
      })
      assertQuiet(page)
    })
  }
})
