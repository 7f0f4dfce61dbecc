import { after } from 'node:test'
import type { MemberRole } from '@quoin/core/people/member-role.ts'
import { openBrowser, staffByCookie, type TestBrowser } from './browser.ts'
import { chromiumMissing } from './collectors.ts'
import { createWorld, type World, type WorldOptions } from './world.ts'

interface StaffPages {
  readonly world: World
  readonly browser: TestBrowser
}

interface PublisherPages extends StaffPages {
  /** Somebody of the world's publisher, for `visit`. */
  as<Role extends MemberRole>(role: Role): { readonly role: Role; readonly publisherId: number }
  /** A page of the world's app; `../../` leads to the pages of the whole publisher. */
  address(page: string): string
}

/** Where Chromium is missing the tests are skipped, so that nobody visits anything. */
const noBrowser: TestBrowser = {
  visit: () => Promise.reject(new Error('Chromium is missing')),
  close: () => Promise.resolve(),
}

/** Chromium before a world whose people are told by cookies. Both are closed after the tests of whoever opens them. */
export async function openStaffPages(options: WorldOptions = {}): Promise<StaffPages> {
  const world = await createWorld({ ...options, people: { ...staffByCookie, ...options.people } })
  const browser = chromiumMissing === false ? await openBrowser(world) : noBrowser
  after(async () => {
    await browser.close()
    await world.close()
  })
  return { world, browser }
}

/** The same for the pages of a publisher. */
export async function openPublisherPages(options: WorldOptions = {}): Promise<PublisherPages> {
  const pages = await openStaffPages(options)
  const { publisherId, appId } = pages.world.app
  return {
    ...pages,
    as: (role) => ({ role, publisherId }),
    address: (page) => `/dashboard/o/${publisherId}/apps/${appId}/${page}`,
  }
}
