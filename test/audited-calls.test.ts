import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { operations } from '@quoin/contract/operations.ts'
import { systemOperations } from '@quoin/contract/system-operations.ts'
import { createWorld, type World } from './support/world.ts'

/**
 * Where a call leaves what it changed. The audit log is about what a person decides; what traffic brings (clicks,
 * postbacks, claims, devices) has a history of its own, row by row, which the timeline reads. A new operation is in
 * neither table and fails the test.
 */
const writers: Readonly<Record<string, 'audit log' | 'own history' | 'nothing: a signed token'>> = {
  eraseUser: 'audit log',
  eraseUserByQuery: 'audit log',
  createConversion: 'own history',
  submitFingerprint: 'own history',
  followLink: 'own history',
  receivePostback: 'own history',
  receivePostbackBody: 'own history',
  receiveTokenPostback: 'own history',
  receiveTokenPostbackBody: 'own history',
  createSession: 'nothing: a signed token',
}

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

async function auditRows(): Promise<readonly { actor: string; action: string }[]> {
  const { db, store } = world.ports
  const rows = await store.audit.listAudit(db, { limit: 100 })
  return rows.map(({ actor, action }) => ({ actor, action }))
}

test('every call of the contract that is no mere reading says where its change is kept', () => {
  const readsOnly = (id: string) => /^(get|list|explain|open|read|tell)[A-Z]/.test(id)
  const ids = [...operations, ...systemOperations].map(({ id }) => id)
  const changing = ids.filter((id) => !readsOnly(id))
  assert.deepEqual(changing.sort(), Object.keys(writers).sort())
  const byPost = [...operations, ...systemOperations].filter(({ method }) => method !== 'GET')
  assert.deepEqual(
    byPost.filter(({ id }) => readsOnly(id)).map(({ id }) => id),
    [],
  )
})

test('an erasure that a publisher asks for writes one row of the audit log, with the key as its actor', async () => {
  const headers = world.credentials
  for (const path of ['/api/v1/users/ada', '/api/v1/users?userId=bob']) {
    const earlier = (await auditRows()).length
    for (let times = 0; times < 2; times += 1) {
      const response = await world.call({ method: 'DELETE', path, headers })
      assert.equal(response.statusCode, 200, response.body)
    }
    const [row, ...others] = await auditRows()
    assert.equal(others.length, earlier, 'asked again, it is the same erasure')
    assert.equal(row?.action, 'user.erased')
    assert.match(row.actor, /^api_key:\d+$/)
  }
})

test('claims, sessions and fingerprints write none: they have a history of their own', async () => {
  const headers = world.credentials
  const earlier = await auditRows()
  const offerId = await world.addOffer()
  const calls: readonly (readonly [url: string, body: object])[] = [
    ['/v1/conversions', { userId: 'cyd', offerId }],
    ['/api/v1/sessions', { userId: 'cyd' }],
    ['/api/v1/fingerprint', { user_id: 'cyd', fingerprint_hash: 'h1' }],
  ]
  for (const [url, body] of calls) {
    const response = await world.post(url, { headers, body })
    assert.ok(response.statusCode < 300, response.body)
  }
  const rows = (await auditRows()).filter(({ action }) => action !== 'offers.imported')
  assert.deepEqual(rows, earlier)
})
