import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NewListEntry } from '@quoin/core/lists/read-list-entry.ts'
import { createTestDatabase } from '../../../../../test/support/database.ts'
import { insertApp } from '../apps/apps.ts'
import { insertPublisher } from '../publishers/publishers.ts'
import { deleteEntry, listActiveEntries, listEntries, upsertEntry } from './lists.ts'

const { database: db } = await createTestDatabase()
const appId = await insertApp(db, await insertPublisher(db, 'Publisher', 'active'), 'App')
const nowMs = 1_790_812_843_123

function entry(rest: Partial<NewListEntry>) {
  const plain = {
    appId,
    kind: 'device',
    value: 'hash',
    action: 'block',
    reason: '',
    expiresAtMs: null,
  } as const
  return { ...plain, actor: 'tester', nowMs, ...rest }
}

test('the same value entered again changes its entry and keeps its id', async () => {
  const first = await upsertEntry(db, entry({}))
  const second = await upsertEntry(db, entry({ action: 'allow', reason: 'appeal', expiresAtMs: nowMs + 1 }))
  assert.deepEqual(second, { ...first, action: 'allow', reason: 'appeal', expiresAtMs: nowMs + 1 })
  assert.equal(first.createdAtMs, nowMs)
})

test('app and platform each have an entry of their own for a value', async () => {
  const own = await upsertEntry(db, entry({ value: 'both' }))
  const platform = await upsertEntry(db, entry({ value: 'both', appId: null }))
  assert.notEqual(own.id, platform.id)
  assert.equal((await upsertEntry(db, entry({ value: 'both', appId: null }))).id, platform.id)
})

test('only what has not expired is in force', async () => {
  const value = 'expiring'
  const { id } = await upsertEntry(db, entry({ value, expiresAtMs: nowMs + 10 }))
  const isInForce = async (atMs: number): Promise<boolean> =>
    (await listActiveEntries(db, atMs)).some((row) => row.id === id)
  assert.deepEqual([await isInForce(nowMs + 9), await isInForce(nowMs + 10)], [true, false])
})

test('pages follow each other without a gap, by app and kind', async () => {
  for (const value of ['DE', 'FR', 'GB'])
    await upsertEntry(db, entry({ appId: null, kind: 'country', value }))
  const page = (afterId: number) => listEntries(db, { appId: null, kind: 'country', afterId, limit: 2 })
  const [first, second] = await page(0)
  const [third, ...rest] = await page(second?.id ?? 0)
  assert.deepEqual([first?.value, second?.value, third?.value, rest.length], ['DE', 'FR', 'GB', 0])
  assert.equal((await listEntries(db, { appId, kind: 'country', afterId: 0, limit: 9 })).length, 0)
  const all = await listEntries(db, { afterId: 0, limit: 100 })
  assert.ok(all.some((row) => row.appId === appId) && all.some((row) => row.appId === null))
})

test('a removed entry is returned once', async () => {
  const kept = await upsertEntry(db, entry({ value: 'going' }))
  assert.deepEqual(await deleteEntry(db, kept.id), kept)
  assert.equal(await deleteEntry(db, kept.id), undefined)
})
