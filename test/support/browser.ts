import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { type MemberRole, memberRoles } from '@quoin/core/people/member-role.ts'
import { type StaffRole, staffRoles } from '@quoin/core/people/staff-role.ts'
import { type Browser, chromium, type Page } from 'playwright-core'
import type { MemberSession, People, PersonSession } from '../../packages/server/src/ports/people.ts'
import { takeDay } from './browser-day.ts'
import { afterAllFiles } from './clear-up.ts'
import { chromiumFile } from './collectors.ts'
import { isLong } from './long.ts'
import type { World } from './world.ts'

/** People of every role, without the work of signing in: the cookie `staff` names the role. */
export const staffByCookie: Partial<People> = {
  findSession: findStaff,
  findPerson: (cookies) => findStaff(cookies) ?? findMemberPerson(cookies),
  findMember: findStaffMember,
  findToken: () => undefined,
}

function findStaff(cookies: string) {
  const role = staffRoles.find((one) => cookies.includes(`staff=${one}`))
  if (role === undefined) return undefined
  return { sessionId: role, personId: role, name: `Dana ${role}`, email: `${role}@example.com`, role }
}

function findMemberPerson(cookies: string): PersonSession | undefined {
  const member = findStaffMember(cookies)
  return member && { ...member, role: null }
}

/** The cookie `member=owner:12` is an owner of publisher 12, `member=owner:12:waiting` of one that waits for approval. */
function findStaffMember(cookies: string): MemberSession | undefined {
  const [, role, publisherId, waiting] =
    /member=(analyst|developer|owner)(?::|%3A)(\d+)(?:(?::|%3A)(waiting))?/.exec(cookies) ?? []
  const found = memberRoles.find((one) => one === role)
  if (found === undefined) return undefined
  const id = `member-${found}`
  const person = { sessionId: id, personId: id, name: `Mira ${found}`, email: `${found}@nova.example` }
  const membership = {
    publisherId: Number(publisherId),
    publisher: 'Publisher',
    status: waiting === undefined ? ('active' as const) : ('waiting' as const),
    role: found,
    viewUntilMs: null,
  }
  return { ...person, memberships: [membership] }
}

interface VisitOptions {
  /** Nobody has signed in where it is null. */
  readonly role?: StaffRole | null
  readonly member?: { readonly role: MemberRole; readonly publisherId: number; readonly isWaiting?: boolean }
  readonly width?: 1280 | 390
  readonly scheme?: 'light' | 'dark'
}

/** Chromium in front of the server of a world. */
export interface TestBrowser {
  /** A page without cookies, storage and history. The one before is used for it, so it is gone. */
  visit(path: string, options?: VisitOptions): Promise<Page>
  close(): Promise<void>
}

const heights = { 1280: 900, 390: 844 } as const
/** Only a test that fails waits so long: a busy machine may stand still for seconds. */
export const patienceMs = 30_000

/** Give the world `people: staffByCookie`. Close it before the world. */
export async function openBrowser(world: World): Promise<TestBrowser> {
  await world.server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = world.server.server.address() as AddressInfo // an IP server has one
  const baseURL = `http://127.0.0.1:${port}`
  const browser = await sharedBrowser()
  let last: Page | undefined
  return {
    async visit(path, { role = 'operator', member, width = 1280, scheme = 'light' } = {}) {
      const page = last?.isClosed() === false ? last : await openPage(browser, baseURL)
      if (page === last) await renewPage(page, baseURL)
      last = page
      await page.setViewportSize({ width, height: heights[width] })
      await page.emulateMedia({ media: null, colorScheme: scheme, reducedMotion: 'reduce' })
      const cookie = member
        ? {
            name: 'member',
            value: [member.role, member.publisherId, ...(member.isWaiting ? ['waiting'] : [])].join(':'),
          }
        : role !== null && { name: 'staff', value: role }
      if (cookie) {
        await page.context().addCookies([{ ...cookie, url: baseURL }])
        await keepSession(world, `${cookie.name}=${cookie.value}`)
      }
      gatherComplaints(page)
      await takeDay(page, world)
      await page.goto(path)
      return page
    },
    async close() {
      await last?.context().close()
    },
  }
}

async function openPage(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, locale: 'en-GB', timezoneId: 'Europe/Berlin' })
  context.setDefaultTimeout(patienceMs)
  return await context.newPage()
}

/**
 * Makes a page as new: without cookies, stored data, history, permissions, listeners and changed routes. A new one would
 * cost twice as much to draw, since it gets a process of its own.
 */
async function renewPage(page: Page, origin: string): Promise<void> {
  const context = page.context()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  for (const other of context.pages()) if (other !== page) await other.close()
  if (page.url().startsWith(origin)) await page.evaluate('sessionStorage.clear()')
  await page.goto('about:blank')
  await page.removeAllListeners(undefined, { behavior: 'ignoreErrors' })
  await context.clearCookies()
  await context.clearPermissions()
  await context.setOffline(false)
  const debug = await context.newCDPSession(page)
  await debug.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await debug.send('Page.resetNavigationHistory')
  await debug.detach()
}

/** Whoever makes a token or an invitation is looked up once more, in the transaction that makes it. */
async function keepSession({ ports: { db } }: World, cookie: string): Promise<void> {
  const person = findStaff(cookie) ?? findStaffMember(cookie)
  if (person === undefined) return
  const { personId, sessionId, name, email } = person
  await db.query(
    'insert into people_users (id, name, email, email_verified) values ($1, $2, $3, true) on conflict do nothing',
    [personId, name, email],
  )
  await db.query(
    `insert into people_sessions (id, user_id, token, expires_at) values ($1, $2, $1, now() + interval '10 years')
     on conflict do nothing`,
    [sessionId, personId],
  )
}

let launched: Promise<Browser> | undefined

/** One for all files of this process: each page has cookies and storage of its own. */
export function sharedBrowser(): Promise<Browser> {
  launched ??= launchBrowser()
  return launched
}

async function launchBrowser(): Promise<Browser> {
  // Its sandbox needs a user of its own.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({ executablePath: chromiumFile, args: [...args, '--disable-gpu'] })
  afterAllFiles(() => browser.close())
  return browser
}

const complaints = new WeakMap<Page, string[]>()

/** A policy violation is an error of the console as well. */
export function gatherComplaints(page: Page): void {
  const own: string[] = []
  complaints.set(page, own)
  page.on('console', (message) => {
    if (message.type() === 'error') own.push(`${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => own.push(error.stack ?? error.message))
}

/** The complaints of a page since it was asked last: console errors, page errors, policy violations. */
export function takeComplaints(page: Page): readonly string[] {
  return complaints.get(page)?.splice(0) ?? []
}

export function assertQuiet(page: Page): void {
  assert.deepEqual(takeComplaints(page), [])
}

interface Finding {
  readonly id: string
  readonly impact: string | null
  readonly help: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[]
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Fails where the page has anything that keeps somebody from using it: axe, serious or critical. */
export async function assertAccessible(page: Page): Promise<void> {
  const findings = await findByAxe(page)
  assert.deepEqual(
    tellFindings(findings.filter(({ impact }) => impact === 'serious' || impact === 'critical')),
    [],
  )
}

/** All that axe finds on a page in its light colours, and what it finds of the dark ones. */
export async function listFaults(page: Page): Promise<readonly (readonly string[])[]> {
  const inLight = await findByAxe(page)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await page.evaluate(settled)
  return tellFindings([...inLight, ...(await findByAxe(page, ", runOnly: ['color-contrast']"))])
}

async function findByAxe(page: Page, only = ''): Promise<readonly Finding[]> {
  // Through the debugger, past the page's policy: the policy is not what is tested here.
  await page.evaluate(axe)
  return await page.evaluate<readonly Finding[]>(
    `axe.run({ resultTypes: ['violations']${only} }).then((result) => result.violations)`,
  )
}

function tellFindings(findings: readonly Finding[]): readonly (readonly string[])[] {
  return findings.map(({ id, nodes }) => [
    id,
    ...nodes.slice(0, 5).map((one) => `${one.html} ${one.failureSummary}`),
  ])
}

/** Fails where the page is wider than its window. */
export async function assertFits(page: Page): Promise<void> {
  const [content, view] = await page.evaluate<[number, number]>(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  )
  assert.ok(content <= view, `the page is ${content} px wide in a window of ${view}`)
}

export interface Look {
  readonly width: 1280 | 390
  readonly scheme: 'light' | 'dark'
}

/** Each width and each scheme once; the long form tries all of them. */
export const looks: readonly Look[] = [
  { width: 1280, scheme: 'light' },
  { width: 390, scheme: 'dark' },
  ...(isLong
    ? ([
        { width: 1280, scheme: 'dark' },
        { width: 390, scheme: 'light' },
      ] as const)
    : []),
]

/** Fails where a page, in any look, keeps somebody out, is wider than its window, or complains. */
export async function assertSeenWell(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  for (const look of looks) {
    await changeLook(page, look)
    await assertAccessible(page)
    await assertFits(page)
  }
  assertQuiet(page)
}

/** A page that is open already is seen like this from here on: it need not be opened once for each look. */
export async function changeLook(page: Page, { width, scheme }: Look): Promise<void> {
  await page.setViewportSize({ width, height: heights[width] })
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
  await page.evaluate(settled)
}

/** Resolves when all that a change of the look sets off has been drawn; waiting for data is drawn without an end. */
const settled = `(async () => {
  for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame)
  const ending = document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime < Infinity)
  await Promise.allSettled(ending.map(({ finished }) => finished))
})()`
