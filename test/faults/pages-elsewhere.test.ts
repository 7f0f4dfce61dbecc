import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manageOperations } from '@quoin/contract/manage/operations.ts'
import type { Operation } from '@quoin/contract/operation.ts'
import { operatorOperations } from '@quoin/contract/operator/operations.ts'
import { openDatabase, readFromHost } from '../../packages/server/src/store/pg/database.ts'
import { assertAccessible, assertFits, assertQuiet } from '../support/browser.ts'
import { chromiumMissing } from '../support/collectors.ts'
import { until } from '../support/eventually.ts'
import { manageSamples } from '../support/manage/manage-samples.ts'
import { operatorSamples } from '../support/operator/operator-samples.ts'
import type { MakeSample } from '../support/operator/samples.ts'
import { openPublisherPages } from '../support/staff-pages.ts'
import type { World } from '../support/world.ts'
import { startOwnDatabase } from './support/own-database.ts'
import { startStandby } from './support/standby.ts'

const folder = process.env['SCREENSHOTS']

interface Asked {
  readonly operations: readonly Operation[]
  readonly samples: Readonly<Record<string, MakeSample>>
  readonly cookie: string
}

test('every page is read from a standby, and says how old it is', { timeout: 240_000 }, async (t) => {
  const primary = await startOwnDatabase(t)
  const standby = await startStandby(t, primary)
  const { url } = primary
  const database = await openDatabase({ url, connectionsMax: 6, statementTimeoutMs: 30_000 })
  const { world, browser, address, as } = await openPublisherPages({
    database: { url, database, drop: () => database.close() },
    environment: { DATABASE_REPLICA_URL: standby.url, DATABASE_REPLICA_LAG: '60', PORT: '8080' },
    follows: true,
  })

  /** Samples are made past the calls that would note them as somebody's changes. */
  async function catchUp(): Promise<void> {
    const [row] = await database.query<{ at: string }>('select pg_current_wal_lsn()::text as at')
    const asked = 'select pg_last_wal_replay_lsn() >= $1::pg_lsn as is'
    const has = async () =>
      (await readFromHost(standby.url, (db) => db.query<{ is: boolean }>(asked, [row?.at])))[0]?.is === true
    await until(has, 'the standby has all of it')
  }

  async function ask({ operations, samples, cookie }: Asked): Promise<number> {
    const elsewhere = operations.filter(({ reads }) => reads === 'elsewhere')
    for (const { id, path } of elsewhere) {
      const given = (await samples[id]?.(world)) ?? {}
      await catchUp()
      const filled = fill(world, path, given.path)
      const { statusCode, headers, body } = await world.get(filled, {
        query: given.query ?? {},
        headers: { cookie },
      })
      assert.deepEqual(
        [id, statusCode, typeof headers['x-data-age']],
        [id, 200, 'string'],
        body.slice(0, 500),
      )
    }
    return elsewhere.length
  }

  await until(() => world.log.lines.join('\n').includes('replica in use'), 'the standby is used')
  await t.test('every call that may be read elsewhere works on a standby', async () => {
    const staff = { operations: operatorOperations, samples: operatorSamples, cookie: 'staff=operator' }
    const member = `member=owner:${world.app.publisherId}`
    const publishers = { operations: manageOperations, samples: manageSamples, cookie: member }
    assert.ok((await ask(staff)) > 30)
    assert.ok((await ask(publishers)) > 6)
  })

  await t.test(
    'a page says how old its figures are, and is still again without the standby',
    {
      skip: chromiumMissing,
    },
    async () => {
      const told = /Figures of \d+ s ago, from a replica of the database/
      const pages = {
        operator: ['/dashboard/ops/conversions', {}],
        publisher: [address('conversions'), { member: as('owner') }],
      } as const
      const looks = [
        { width: 1280, scheme: 'light' },
        { width: 390, scheme: 'dark' },
      ] as const
      for (const [name, [path, who]] of Object.entries(pages)) {
        for (const look of looks) {
          const page = await browser.visit(path, { ...look, ...who })
          await page.getByText(told).waitFor()
          await assertFits(page)
          await assertAccessible(page)
          assertQuiet(page)
          if (folder !== undefined)
            await page.screenshot({ path: `${folder}/elsewhere-${name}-${look.width}.png`, fullPage: true })
        }
      }
      await standby.stop()
      const page = await browser.visit('/dashboard/ops/conversions')
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      assert.equal(await page.getByText(told).count(), 0)
    },
  )
})

/** The path with a sample's parameters, and the world's app where it names none. */
function fill({ app }: World, path: string, given: Readonly<Record<string, string>> = {}): string {
  const known: Readonly<Record<string, string>> = { appId: String(app.appId), ...given }
  return path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => known[name] ?? '')
}
