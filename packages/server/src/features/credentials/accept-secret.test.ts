import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { createWorld, type World } from '../../../../../test/support/world.ts'
import { openKeyring } from '../../adapters/crypto/keyring.ts'
import { acceptSecret, secretPrintsOf } from './accept-secret.ts'

const secrets = { old: 'o'.repeat(32), renewed: 'n'.repeat(32) }

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

test('a secret leaves a print of 32 digits, which is its own and leads back to nothing', () => {
  const only = secretPrintsOf(openKeyring({ current: secrets.old, previous: null }))
  assert.match(only.current, /^[0-9a-f]{32}$/)
  assert.equal(only.previous, null)
  const both = secretPrintsOf(openKeyring({ current: secrets.renewed, previous: secrets.old }))
  assert.equal(both.previous, only.current)
  assert.notEqual(both.current, only.current)
})

test('accepting a secret binds the database to it, is noted, and tells whether a rotation goes on', async () => {
  for (const previous of [null, secrets.old]) {
    const keyring = openKeyring({ current: secrets.renewed, previous })
    const accepted = await acceptSecret({ ...world.ports, keyring }, 'cli:mira')
    assert.deepEqual(accepted, { isRotating: previous !== null })
    const kept = await world.ports.db.query('select current, previous from master_secret')
    assert.deepEqual(kept, [secretPrintsOf(keyring)])
  }
  const noted = await world.ports.db.query(
    `select actor, object, details from audit_log where action = 'secret.accepted'`,
  )
  const entry = { actor: 'cli:mira', object: 'secret:master', details: {} }
  assert.deepEqual(noted, [entry, entry])
})

test('when the database can not be bound or it can not be noted, whoever asked is told and nothing is', async () => {
  const { store, db } = world.ports
  const kept = () =>
    db.query('select current, previous, (select count(*)::int from audit_log) as noted from master_secret')
  const before = await kept()
  for (const [noun, step] of [
    ['masterSecret', 'findSecretPrints'],
    ['masterSecret', 'upsertSecretPrints'],
    ['audit', 'insertAudit'],
  ] as const) {
    const keyring = openKeyring({ current: 'x'.repeat(32), previous: null })
    const fails = { ...store[noun], [step]: () => Promise.reject(new Error(step)) }
    const broken = { ...world.ports, keyring, store: { ...store, [noun]: fails } }
    await assert.rejects(acceptSecret(broken, 'cli:mira'), new Error(step))
  }
  assert.deepEqual(await kept(), before)
})
