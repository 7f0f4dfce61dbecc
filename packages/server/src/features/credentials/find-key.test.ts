import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { formatCredential } from '@quoin/core/credentials/credential.ts'

import { createWorld, type World } from '../../../../../test/support/world.ts'
import { findKey } from './find-key.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

test('the newest key of the mode is found; those of the other mode, of other apps, expired and revoked ones are not', async () => {
  const { ports, app } = world
  const { appId } = ports.snapshots.apps().findKey(app.live.apiKey) ?? assert.fail()
  assert.equal(await findKey(ports, appId, 'live'), app.live.apiKey)
  assert.equal(await findKey(ports, appId, 'test'), app.test.apiKey)
  assert.equal(await findKey(ports, appId + 1, 'live'), undefined)
  const keys = [1, 2, 3].map((byte) =>
    formatCredential({ kind: 'pk', mode: 'live', cell: 0 }, Buffer.alloc(16, byte)),
  )
  for (const key of keys) {
    await ports.store.credentials.insertApiKey(ports.db, { appId, key, mode: 'live', label: '' })
  }
  const end = async (column: string, key: string | undefined) =>
    await ports.db.query(`update api_keys set ${column} = to_timestamp($1 / 1000.0) where key = $2`, [
      world.clock.nowMs(),
      key,
    ])
  await end('expires_at', keys[1])
  await end('revoked_at', keys[2])
  assert.equal(await findKey(ports, appId, 'live'), keys[0])
  assert.equal(await findKey(ports, appId, 'test'), app.test.apiKey)
})
