import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertError } from '../../../../../test/support/assert-answer.ts'
import { createWorld, type World } from '../../../../../test/support/world.ts'
import { readAll } from '../../features/history/export-own.ts'
import { exportEntries } from '../../features/lists/export-entries.ts'
import { invalidApiKey } from '@quoin/core/errors.ts'

let world: World
let publisherId = 0
/** How often tokens are found before they are revoked. */
let timesFound = 1
const take = <Found>(found: Found): Found | undefined => (timesFound-- > 0 ? found : undefined)
before(async () => {
  world = await createWorld({
    people: {
      findToken: () => take({ id: '1', name: 'ci', role: 'operator' } as const),
      findPublisherToken: () =>
        take({ id: '1', name: 'ci', role: 'owner', publisherId, publisher: 'P', status: 'active' } as const),
    },
  })
  const [app] = await world.ports.db.query<{ id: number }>(
    'select publisher_id as id from apps where id = $1',
    [world.app.appId],
  )
  publisherId = app?.id ?? 0
})
after(() => world.close())

const headers = { authorization: 'Bearer any' }

test('a file is not answered to whoever was revoked while it was gathered', async () => {
  const { appId } = world.app
  for (const path of [
    '/operator/v1/list-entries/file',
    `/manage/v1/apps/${appId}/clicks/file`,
    `/manage/v1/apps/${appId}/conversions/file`,
  ]) {
    timesFound = 1
    assertError(await world.get(path, { headers }), 401, 'INVALID_API_KEY')
    timesFound = 9
    assert.equal((await world.get(path, { headers })).statusCode, 200)
  }
})

test('no further page of a file is read once its reader was revoked', async () => {
  let pages = 0
  const list = async () => {
    pages += 1
    return { rows: [pages], end: ['more'], total: 9 }
  }
  await assert.rejects(
    readAll(list, async () => {
      if (pages === 2) throw invalidApiKey()
    }),
  )
  assert.equal(pages, 2)
})

test('no further page of the lists is read once their reader was revoked', async () => {
  const row = { id: 1, expiresAtMs: null }
  const listEntries = async () => Array.from({ length: 1_000 }, () => row)
  const store = { ...world.ports.store, lists: { ...world.ports.store.lists, listEntries } }
  const ports = { ...world.ports, store: store as unknown as World['ports']['store'] }
  let proofs = 0
  const proveAgain = async (): Promise<void> => {
    proofs += 1
    if (proofs === 3) throw invalidApiKey()
  }
  await assert.rejects(Array.fromAsync(exportEntries(ports, { proveAgain })))
  assert.equal(proofs, 3)
})
