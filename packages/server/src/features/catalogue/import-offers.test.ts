import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createTestDatabase } from '../../../../../test/support/database.ts'
import { systemClock } from '../../adapters/system-clock.ts'
import { store } from '../../store/index.ts'
import { endAbandonedImports } from './end-abandoned-imports.ts'
import type { FileEntry } from '../../ports/offer-files.ts'
import { importOffers } from './import-offers.ts'

function rowOf(line: number) {
  const row = {
    external_id: `o-${line}`,
    name: `Offer ${line}`,
    payout: '1',
    revenue: '2',
    url: 'https://offers.example/?c={click_id}',
  }
  return { line, row }
}

test('the rows of an import are announced once, also when its process dies in the middle', async () => {
  const { database: db, drop } = await createTestDatabase()
  await db.query(`insert into networks (slug, name) values ('n', 'N')`, [])
  const versionOf = async () =>
    (await store.snapshotVersions.listSnapshotVersions(db)).find(({ name }) => name === 'catalogue')?.version
  const before = (await versionOf()) ?? 0
  const { promise: isHanging, resolve: hang } = Promise.withResolvers<void>()
  const { promise: end, resolve: goOn } = Promise.withResolvers<void>()
  async function* entries(): AsyncGenerator<FileEntry> {
    for (let line = 1; line <= 501; line += 1) yield rowOf(line)
    hang()
    await end
  }
  const snapshots = { refresh: async () => {} }
  const importing = importOffers(
    { db, store, snapshots, clock: systemClock },
    { networkSlug: 'n', entries: entries() },
  )
  await Promise.race([isHanging, importing])
  const written = await db.query<{ count: number }>('select count(*)::int as count from offers', [])
  assert.deepEqual(written, [{ count: 500 }])

  // Under way: a rebuild for each part of it would be for nothing.
  assert.equal(await endAbandonedImports({ db, store }), 0)
  assert.equal(await versionOf(), before)
  // Nothing was heard of it for two minutes.
  await db.query(`update snapshot_versions set version = version - 120000 where name like '%:%'`, [])
  assert.equal(await endAbandonedImports({ db, store }), 1)
  assert.equal(await versionOf(), before + 1)
  assert.equal(await endAbandonedImports({ db, store }), 0)

  // It was only slow, and says so itself.
  goOn()
  const report = await importing
  assert.deepEqual([report.created, report.refused, report.problems], [501, 0, []])
  assert.equal(await versionOf(), before + 2)
  assert.equal(await endAbandonedImports({ db, store }), 0)
  await drop()
})

test('an import refuses offers without a click id by the parameter of their network, or completes them', async () => {
  const { database: db, drop } = await createTestDatabase()
  await db.query(`insert into networks (slug, name, preset) values ('n', 'N', 'tune')`, [])
  const needs = { db, store, snapshots: { refresh: async () => {} }, clock: systemClock }
  const urls = [
    'https://offers.example/?aff_sub={click_id}',
    'https://offers.example/?aff_sub={clickid2}',
    'https://offers.example/?o=1',
  ]
  async function* entries(): AsyncGenerator<FileEntry> {
    for (const [index, url] of urls.entries()) {
      const { line, row } = rowOf(index + 1)
      yield { line, row: { ...row, url } }
    }
  }
  const run = (addClickId: boolean) =>
    importOffers(needs, { networkSlug: 'n', entries: entries(), addClickId })
  const urlsNow = async () =>
    (
      await db.query<{ url: string }>('select destination_url as url from offers order by external_id', [])
    ).map(({ url }) => url)
  const refused = await run(false)
  assert.deepEqual([refused.created, refused.refused], [1, 2])
  assert.deepEqual(
    refused.problems.map(({ line, field }) => `${line} ${field}`),
    ['2 destination_url', '3 destination_url'],
  )
  assert.match(refused.problems[0]?.message ?? '', /the macro \{clickid2\}/)
  assert.match(refused.problems[1]?.message ?? '', /add aff_sub=\{click_id\}/)
  assert.deepEqual(await urlsNow(), [urls[0]])

  const completed = await run(true)
  assert.deepEqual([completed.created, completed.updated, completed.refused], [1, 1, 1])
  assert.deepEqual(await urlsNow(), [urls[0], 'https://offers.example/?o=1&aff_sub={click_id}'])
  await drop()
})
