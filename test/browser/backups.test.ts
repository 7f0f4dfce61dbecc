import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { backupCheckNames } from '@quoin/core/backup/backup-checks.ts'
import { backupNameOf } from '@quoin/core/backup/backup-name.ts'
import { hourMs, minuteMs } from '@quoin/core/time/durations.ts'
import { assertAccessible, assertFits, assertQuiet } from '../support/browser.ts'
import { chromiumMissing } from '../support/collectors.ts'
import { openStaffPages } from '../support/staff-pages.ts'
import type { World } from '../support/world.ts'

/** A folder with the descriptions of backups, six hours apart, the newest first. */
async function writeCopies(folder: string, newestMs: number, count: number): Promise<string[]> {
  const times = Array.from({ length: count }, (_, nth) => newestMs - nth * 6 * hourMs)
  for (const ms of times) {
    const name = nameOf(ms)
    await mkdir(join(folder, name), { recursive: true })
    const sum = { bytes: 100_000_000, sha256: 'ab' }
    const record = {
      format: 1,
      quoin: '0.2.0',
      endedAt: new Date(ms + 100_000).toISOString(),
      files: { 'base.tar.zst': sum },
    }
    await writeFile(join(folder, name, 'backup.json'), JSON.stringify(record))
  }
  return times.map(nameOf)
}

function nameOf(ms: number): string {
  return backupNameOf(new Date(ms).toISOString())
}

async function noteJob({ ports }: World, kind: string, result: object | null, error: string | null) {
  await ports.db.query(
    `insert into jobs (id, kind, state, actor, about, result, error, created_at, started_at, finished_at)
     values ($1, $2, $3, 'server', '{}', $4, $5, clock_timestamp(), clock_timestamp(), clock_timestamp())`,
    [
      ports.newId(),
      kind,
      error === null ? 'done' : 'failed',
      result === null ? null : JSON.stringify(result),
      error,
    ],
  )
}

describe('backups on the dashboard', { skip: chromiumMissing }, async () => {
  if (chromiumMissing !== false) return
  const folder = await mkdtemp(join(tmpdir(), 'quoin-pages-'))
  after(() => rm(folder, { recursive: true, force: true }))
  const to = join(folder, 'kept')
  const environment = { BACKUP_TO: to, BACKUP_PASSPHRASE: 'a passphrase of the tests' }
  const { world, browser } = await openStaffPages({ environment })
  // The ends of jobs are told by the clock of the database.
  world.clock.advance({ ms: Date.now() - world.clock.nowMs() })
  const newestMs = Math.floor(Date.now() / 1000) * 1000 - 3 * hourMs

  test('a backup is asked for by its button, and the page says that it waits', async () => {
    const page = await browser.visit('/dashboard/ops/system?tab=backups')
    await page.getByText('cannot be read').first().waitFor()
    await page.getByRole('button', { name: 'Back up now' }).click()
    await page
      .getByText(/waits|in the queue/i)
      .first()
      .waitFor()
    const open = await world.ports.store.backupJobs.listOpen(world.ports.db, ['backups.take'])
    assert.equal(open.length, 1)
    assert.match(open[0]?.actor ?? '', /^person:/)
    await world.ports.db.query('delete from jobs')
  })

  test('the last good one, its proof and 500 copies are shown in any width, and how to restore one', async () => {
    const names = await writeCopies(to, newestMs, 500)
    await noteJob(
      world,
      'backups.take',
      {
        backup: names[0],
        begunAt: new Date(newestMs).toISOString(),
        endedAt: new Date(newestMs + 100_000).toISOString(),
        bytes: 100_000_000,
      },
      null,
    )
    const checks = backupCheckNames.map((check) => ({ check, isHeld: true, detail: '1,284 of 1,284' }))
    await noteJob(world, 'backups.prove', { backup: names[0], seconds: 368, isGood: true, checks }, null)
    for (const width of [1280, 390] as const) {
      const page = await browser.visit('/dashboard/ops/system?tab=backups', { width })
      await page.getByText(/The last good backup is 3.h old/).waitFor()
      await page.getByText('8 of 8 held').first().waitFor()
      await page.getByRole('button', { name: 'All 500 copies' }).click()
      await page.getByText(names[499] ?? '').waitFor()
      await assertFits(page)
      await assertAccessible(page)
      assertQuiet(page)
    }
    const page = await browser.visit(`/dashboard/ops/system?tab=backups&backup=${names[3]}`)
    await page.getByText(`restore ${to} --into data-restored`).waitFor()
    await page.getByText(`--backup ${names[3]}`).waitFor()
  })

  test('two failures lead the page with the reason, and the overview to the page', async () => {
    world.clock.advance({ ms: minuteMs })
    for (const _ of [1, 2]) await noteJob(world, 'backups.take', null, 'The disk of the folder is full.')
    const page = await browser.visit('/dashboard/ops/system?tab=backups')
    await page.getByRole('button', { name: 'Try again now' }).waitFor()
    await page.getByText('The disk of the folder is full.').first().waitFor()
    const overview = await browser.visit('/dashboard')
    await overview.getByText('Failed backup').waitFor()
    await overview.getByRole('link', { name: 'Open Backups' }).click()
    await overview.getByRole('button', { name: 'Try again now' }).waitFor()
  })
})
