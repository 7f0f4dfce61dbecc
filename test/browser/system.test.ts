import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { periodicWorkNames } from '@quoin/core/alerts/periodic-work.ts'
import type { Page } from 'playwright-core'
import { assertAccessible, assertFits, assertQuiet } from '../support/browser.ts'
import { chromiumMissing } from '../support/collectors.ts'
import { openStaffPages } from '../support/staff-pages.ts'
import type { World } from '../support/world.ts'

const folder = process.env['SCREENSHOTS']

async function shoot(page: Page, name: string): Promise<void> {
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

const unavailable = JSON.stringify({
  success: false,
  error: { code: 'SERVER_ERROR', message: 'The database is away. Please try again.', details: null },
  meta: { request_id: 'req_0', timestamp: 0 },
})

/** Late works, a full disk, clicks that stay in the spool, statistics that are behind: by real rows and files. */
async function spoil({ ports, settings, clock }: World): Promise<void> {
  const { db, store, disk } = ports
  await store.workSuccesses.expectWorks(db, periodicWorkNames)
  for (const name of periodicWorkNames) await store.workSuccesses.noteSuccess(db, name)
  await db.query(
    `update work_successes set succeeded_at = clock_timestamp() - interval '5 hours 20 minutes'
     where name in ('upkeep', 'statistics', 'sizes')`,
  )
  await db.query("update stats_progress set settled_at = clock_timestamp() - interval '5 hours'")
  await mkdir(join(settings.dataDir, 'postgres'), { recursive: true })
  const spooled = join(settings.dataDir, 'spool', `clicks-${clock.nowMs() - 40 * 60_000}-0a.sealed`)
  await writeFile(spooled, '{}\n'.repeat(4_321))
  const [space] = await disk.measure()
  const free = space?.freeBytes ?? 0
  await db.query(
    `insert into size_samples values ($1, current_date - 5, clock_timestamp() - interval '5 days',
       pg_database_size(current_database()), $2) on conflict do nothing`,
    [disk.place, free * 2],
  )
  for (const rule of ['disk_low', 'spool_full'] as const) {
    await store.alertRules.upsertAlertRule(db, { rule, isOn: true, threshold: rule === 'disk_low' ? 100 : 0 })
  }
}

describe('the system on the dashboard', { skip: chromiumMissing }, async () => {
  if (chromiumMissing !== false) return
  const secret = 'a-token-of-the-operator-0123456789abcdef'
  const { world, browser } = await openStaffPages({ environment: { OPERATOR_TOKEN: secret } })
  // Work that succeeds is dated by the database itself.
  world.clock.advance({ ms: Date.now() - world.clock.nowMs() })
  // How busy this machine is must not decide what is shown.
  Object.assign(world.ports.process, {
    lagMs: () => 0,
    pool: () => ({ total: 3, idle: 2, waiting: 0 }),
  })

  test('each part is told, and the report is copied without a secret', async () => {
    const page = await browser.visit('/dashboard/ops/system')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('cell', { name: 'Queue of clicks' }).waitFor()
    await page.getByRole('button', { name: 'Copy report' }).click()
    await page.getByText('The report is copied').waitFor()
    const text = await page.evaluate(() => navigator.clipboard.readText())
    assert.match(text, /^Quoin \d+\.\d+\.\d+, /)
    assert.match(text, /Database: \d+ ms \(PostgreSQL/)
    assert.doesNotMatch(text, new RegExp(secret))
    assertQuiet(page)
  })

  test('settings tell where they come from; a secret is only told to be set', async () => {
    const page = await browser.visit('/dashboard/ops/system?tab=settings')
    await page.getByLabel('Find a setting').fill('OPERATOR_TOKEN')
    const row = page.getByRole('row', { name: /OPERATOR_TOKEN/ })
    await row.getByText('Environment').waitFor()
    assert.doesNotMatch(await row.innerText(), /0123456789/)
    await assertAccessible(page)
    assertQuiet(page)
  })

  test('a person who may only look sees no setting', async () => {
    const page = await browser.visit('/dashboard/ops/system', { role: 'analyst' })
    await page.getByRole('tab', { name: 'Jobs' }).waitFor()
    assert.equal(await page.getByRole('tab', { name: 'Settings' }).count(), 0)
  })

  for (const [width, scheme] of [
    [1280, 'light'],
    [390, 'dark'],
  ] as const) {
    test(`a service that is well says so in one line, ${width} px, ${scheme}`, async () => {
      const { db, store } = world.ports
      await store.workSuccesses.expectWorks(db, periodicWorkNames)
      for (const name of periodicWorkNames) await store.workSuccesses.noteSuccess(db, name)
      const page = await browser.visit('/dashboard/ops/system', { width, scheme })
      await page.getByText('Every part works, and no periodic work is late').waitFor()
      await page.getByText('On time').first().waitFor()
      await shoot(page, `system-well-${width}-${scheme}`)
      await assertFits(page)
      await assertAccessible(page)
      assertQuiet(page)
    })
  }

  for (const [width, scheme] of [
    [1280, 'light'],
    [1280, 'dark'],
    [390, 'light'],
    [390, 'dark'],
  ] as const) {
    test(`with everything wrong at once the worst is read first, ${width} px, ${scheme}`, async () => {
      await spoil(world)
      const page = await browser.visit('/dashboard/ops/system', { width, scheme })
      const troubles = page.getByRole('region', { name: 'Look here first' })
      for (const title of [
        'Disk in use',
        'Click spool',
        'Statistics: late',
        'Hourly upkeep: late',
        'Disk lasts for',
      ])
        await troubles.getByText(title, { exact: true }).waitFor()
      const first = await troubles.getByRole('listitem').first().innerText()
      assert.match(first, /Broken/)
      await shoot(page, `system-wrong-${width}-${scheme}`)
      await assertFits(page)
      await assertAccessible(page)
      assertQuiet(page)
    })
  }

  test('a report that cannot be had says so, with a way to try again', async () => {
    const page = await browser.visit('/dashboard/ops/overview')
    await page.route('**/operator/v1/system', (route) =>
      route.fulfill({ status: 503, contentType: 'application/json', body: unavailable }),
    )
    await page.goto(new URL('/dashboard/ops/system', page.url()).href)
    await page.getByText('Parts of the service could not be loaded').waitFor()
    await shoot(page, 'system-failed-1280')
    assert.ok(await page.getByRole('button', { name: 'Try again' }).isVisible())
  })

  for (const [width, scheme, tab] of [
    [1280, 'dark', 'parts'],
    [390, 'light', 'parts'],
    [390, 'dark', 'settings'],
    [390, 'light', 'jobs'],
  ] as const) {
    test(`${tab} fit ${width} px, ${scheme}`, async () => {
      const page = await browser.visit(`/dashboard/ops/system?tab=${tab}`, { width, scheme })
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page
        .getByText(tab === 'jobs' ? 'No job in 30 days' : tab === 'parts' ? 'Event loop' : 'DATA_DIR')
        .first()
        .waitFor()
      await assertFits(page)
      await assertAccessible(page)
      assertQuiet(page)
    })
  }
})
