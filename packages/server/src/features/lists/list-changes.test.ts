import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { DomainError } from '@quoin/core/errors.ts'
import type { ListEntryDraft } from '@quoin/core/lists/read-list-entry.ts'
import { createWorld } from '../../../../../test/support/world.ts'
import { addListEntry } from './add-list-entry.ts'
import { listEntries } from './list-entries.ts'
import { removeListEntry } from './remove-list-entry.ts'

const world = await createWorld()
after(() => world.close())
const { ports, clock } = world
const { appId } = world.app
const actor = 'tester'

function draft(rest: Partial<ListEntryDraft>) {
  return { appId, kind: 'device', value: 'hash', action: 'block', reason: 'ring', actor, ...rest }
}

function judge(device: string): unknown {
  return ports.snapshots.lists().judge({ appId, device }, clock.nowMs())
}

async function audited(id: number): Promise<unknown[]> {
  return await ports.db.query('select actor, action from audit_log where object = $1 order by id', [
    `list_entry:${id}`,
  ])
}

test('an entry is in force at once, and out of force at once; both are audited', async () => {
  const { id } = await addListEntry(ports, draft({ value: 'come and go' }))
  assert.deepEqual(judge('come and go'), { action: 'block', kind: 'device', reason: 'ring', isOwn: false })
  const removed = await removeListEntry(ports, { id, actor: 'somebody else' })
  assert.equal(removed.value, 'come and go')
  assert.equal(judge('come and go'), undefined)
  assert.deepEqual(await audited(id), [
    { actor, action: 'list_entry.added' },
    { actor: 'somebody else', action: 'list_entry.removed' },
  ])
})

test('an entry ends by itself', async () => {
  await addListEntry(ports, draft({ value: 'ending', expiresAtMs: clock.nowMs() + 1_000 }))
  assert.ok(judge('ending'))
  clock.advance({ seconds: 1 })
  assert.equal(judge('ending'), undefined)
})

test('every change raises the version by which other processes notice it', async () => {
  const read = async (): Promise<number | undefined> =>
    (await ports.store.snapshotVersions.listSnapshotVersions(ports.db)).find(({ name }) => name === 'lists')
      ?.version
  const before = (await read()) ?? 0
  const { id } = await addListEntry(ports, draft({ value: 'versioned' }))
  await removeListEntry(ports, { id, actor })
  assert.equal(await read(), before + 2)
})

test('a refused entry changes nothing and says what is wrong', async () => {
  const before = await listEntries(ports)
  for (const [bad, fields] of [
    [draft({ kind: 'planet', value: 'AS64500' }), ['kind']],
    [draft({ kind: 'cidr', value: '0.0.0.0/0', action: 'ban' }), ['value', 'action']],
    [draft({ kind: 'user', value: 'u', appId: null }), ['app']],
  ] as const) {
    await assert.rejects(addListEntry(ports, bad), (error: unknown) => {
      assert.ok(error instanceof DomainError)
      assert.equal(error.code, 'INVALID_REQUEST')
      assert.deepEqual(
        error.details?.map(({ field }) => field),
        fields,
      )
      return true
    })
  }
  assert.deepEqual(await listEntries(ports), before)
})

test('an unknown app and an unknown entry are not found', async () => {
  await assert.rejects(addListEntry(ports, draft({ appId: 999_999 })), { code: 'RESOURCE_NOT_FOUND' })
  await assert.rejects(removeListEntry(ports, { id: 999_999, actor }), { code: 'RESOURCE_NOT_FOUND' })
})

test('entries are listed by app and kind, page after page', async () => {
  for (const value of ['1.2.3.4', '1.2.3.5', '1.2.3.6']) {
    await addListEntry(ports, draft({ kind: 'address', value }))
  }
  const [first, second] = await listEntries(ports, { appId, kind: 'address', limit: 2 })
  const rest = await listEntries(ports, { appId, kind: 'address', afterId: second?.id })
  assert.deepEqual(
    [first, second, ...rest].map((row) => row?.value),
    ['1.2.3.4', '1.2.3.5', '1.2.3.6'],
  )
  assert.equal(first?.actor, actor)
})
