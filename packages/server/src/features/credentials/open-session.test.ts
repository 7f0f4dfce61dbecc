import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { createWorld, type World } from '../../../../../test/support/world.ts'
import { openSession, readSession } from './open-session.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

const refused = { code: 'INVALID_API_KEY', message: 'The session token is invalid or has expired.' }

function open(userId: string, ttlSec?: number) {
  return openSession(world.ports, { apiKey: world.app.live.apiKey, userId, ttlSec })
}

test('a session lasts an hour when nobody says how long', () => {
  const nowSec = Math.floor(world.clock.nowMs() / 1000)
  assert.equal(open('u').expiresAtSec, nowSec + 3_600)
  assert.equal(open('u', 60).expiresAtSec, nowSec + 60)
})

test('a token is read as a whole: anything before, after or in place of its parts is refused', () => {
  const { token } = open('u')
  assert.equal(readSession(world.ports, token).userId, 'u')
  const [claims = '', signature = ''] = token.slice('qs_'.length).split('.')
  const signedOtherwise = `qs_${claims}.${world.ports.keyring.sign('other', claims)}`
  for (const wrong of [
    ...['', 'qs_', `${token}.`, `${token}.x`, `.${token}`, token.slice(1), `xx_${claims}.${signature}`],
    ...[`qs_${claims}`, `qs_${claims}.`, `qs_.${signature}`, signedOtherwise],
  ]) {
    assert.throws(() => readSession(world.ports, wrong), refused, wrong)
  }
})

test('a token of at most 4,096 characters is read, and the next longer one is refused however well it is signed', () => {
  const lengthOf = (userId: string) => open(userId).token.length
  let userId = ''
  while (lengthOf(`${userId}a`) <= 4_096) userId += 'a'
  assert.equal(readSession(world.ports, open(userId).token).userId, userId)
  assert.throws(() => readSession(world.ports, open(`${userId}a`).token), refused)
})

test('a session ends in the millisecond that it says', () => {
  const { token, expiresAtSec } = open('u', 60)
  const at = (nowMs: number) => ({ ...world.ports, clock: { ...world.ports.clock, nowMs: () => nowMs } })
  assert.equal(readSession(at(expiresAtSec * 1000 - 1), token).userId, 'u')
  assert.throws(() => readSession(at(expiresAtSec * 1000), token), refused)
})

test('only a session that was opened by a hand-off says so', () => {
  const { apiKey } = world.app.live
  const wasHandedOn = (isHandedOn?: boolean) =>
    readSession(
      world.ports,
      openSession(world.ports, { apiKey, userId: 'u', ...(isHandedOn === undefined ? {} : { isHandedOn }) })
        .token,
    ).isHandedOn
  assert.deepEqual([wasHandedOn(), wasHandedOn(false), wasHandedOn(true)], [false, false, true])
})
