import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertError } from './support/assert-answer.ts'
import { makeInvitation, makeStaff, openVisitors, TestVisitor, tokenOf, totpOf } from './support/people.ts'
import { createWorld, type World } from './support/world.ts'

/** Credentials of a moment ago: revoked invitations, old sessions, old roles. */

let world: World
/** A second process on the same database. */
let other: World
before(async () => {
  world = await createWorld({ nowMs: Date.now() })
  other = await createWorld({ beside: world })
})
after(async () => {
  await other.close()
  await world.close()
})

const { visitor, signedIn } = openVisitors(() => world)

test('invite, revoke, accept: nobody comes in', async () => {
  const { browser: operator } = await signedIn('operator')
  const invitation = await makeInvitation(world)
  const path = `/operator/v1/invitations/${invitation.id}`
  assert.equal((await operator.call('DELETE', path)).statusCode, 200)
  assertError(await operator.call('DELETE', path), 404, 'RESOURCE_NOT_FOUND')
  const given = { token: tokenOf(invitation), password: 'correct horse battery' }
  assertError(await visitor().post('links/use', given), 404, 'RESOURCE_NOT_FOUND')
})

test('invite twice: only the later link works', async () => {
  const { browser: operator } = await signedIn('operator')
  const body = { email: 'twice@example.com', role: 'analyst' }
  const first = (await operator.call('POST', '/operator/v1/invitations', body)).json().data
  const second = (await operator.call('POST', '/operator/v1/invitations', body)).json().data
  const password = 'correct horse battery'
  assertError(
    await visitor().post('links/use', { token: tokenOf(first), password }),
    404,
    'RESOURCE_NOT_FOUND',
  )
  assert.equal((await visitor().post('links/use', { token: tokenOf(second), password })).statusCode, 200)
  assertError(await operator.call('POST', '/operator/v1/invitations', body), 400, 'INVALID_REQUEST')
})

test('turning two-factor on and off ends every session that was open before, this one gets a new id', async () => {
  const { person, browser } = await signedIn()
  const old = visitor()
  await old.signIn(person)
  const before = browser.cookie
  const { secret } = (await browser.post('account/two-factor/begin', { password: person.password })).json()
    .data
  await browser.post('account/two-factor/confirm', { code: totpOf(secret) })
  assert.equal(await old.isKnown(), false)
  assertError(
    await world.get('/operator/v1/session', { headers: { cookie: before } }),
    401,
    'INVALID_API_KEY',
  )
  const between = browser.cookie
  assert.notEqual(between, before)
  assert.equal(await browser.isKnown(), true)
  await browser.post('account/two-factor/end', { password: person.password })
  assertError(
    await world.get('/operator/v1/session', { headers: { cookie: between } }),
    401,
    'INVALID_API_KEY',
  )
  assert.equal(await browser.isKnown(), true)
})

test('a password that is changed ends all sessions but the one that changed it, which gets a new id', async () => {
  const { person, browser } = await signedIn()
  const old = visitor()
  await old.signIn(person)
  const before = browser.cookie
  const given = { currentPassword: person.password, newPassword: 'quite another sentence' }
  assertError(
    await browser.post('account/password', { ...given, currentPassword: 'no' }),
    400,
    'INVALID_REQUEST',
  )
  assert.equal((await browser.post('account/password', given)).statusCode, 200)
  assert.equal(await old.isKnown(), false)
  assert.notEqual(browser.cookie, before)
  assert.equal(await browser.isKnown(), true)
})

test('another role takes effect at once: what was open ends, here and within five seconds elsewhere', async () => {
  const { browser: operator } = await signedIn('operator')
  const { person, browser } = await signedIn('reviewer')
  const elsewhere = { headers: { cookie: browser.cookie } }
  assert.equal((await other.get('/operator/v1/session', elsewhere)).statusCode, 200)
  const path = `/operator/v1/people/${person.personId}`
  assert.equal((await operator.call('PATCH', path, { role: 'analyst' })).statusCode, 200)
  assert.equal(await browser.isKnown(), false)
  world.clock.advance({ seconds: 5 })
  assertError(await other.get('/operator/v1/session', elsewhere), 401, 'INVALID_API_KEY')
  await browser.signIn(person)
  assert.equal((await browser.get('account')).json().data.role, 'analyst')
})

test('a removed person is gone with their sessions, and can be invited again', async () => {
  const { browser: operator } = await signedIn('operator')
  const { person, browser } = await signedIn('reviewer')
  const path = `/operator/v1/people/${person.personId}`
  assert.equal((await operator.call('DELETE', path)).statusCode, 200)
  assert.equal(await browser.isKnown(), false)
  assertError(await visitor().signIn(person), 401, 'INVALID_API_KEY')
  const body = { email: person.email, role: 'analyst' }
  assert.equal((await operator.call('POST', '/operator/v1/invitations', body)).statusCode, 201)
})

for (const [what, end] of [
  ['is taken off', { method: 'DELETE', body: undefined }],
  ['becomes less', { method: 'PATCH', body: { role: 'analyst' } }],
] as const) {
  test(`the open invitations of an operator who ${what} end with it`, async () => {
    const { browser: operator } = await signedIn('operator')
    const { person, browser } = await signedIn('operator')
    const made = await browser.call('POST', '/operator/v1/invitations', {
      email: `left-${end.method}@example.com`,
      role: 'operator',
    })
    const path = `/operator/v1/people/${person.personId}`
    assert.equal((await operator.call(end.method, path, end.body)).statusCode, 200)
    const given = { token: tokenOf(made.json().data), password: 'correct horse battery' }
    assertError(await visitor().post('links/use', given), 404, 'RESOURCE_NOT_FOUND')
  })
}

test('two operators who take each other off at once leave one', async () => {
  const alone = await createWorld()
  try {
    const [ada, bob] = [
      await makeStaff(alone, { role: 'operator' }),
      await makeStaff(alone, { role: 'operator' }),
    ]
    const [first, second] = [new TestVisitor(alone), new TestVisitor(alone)]
    await first.signIn(ada)
    await second.signIn(bob)
    const answers = await Promise.all([
      first.call('DELETE', `/operator/v1/people/${bob.personId}`),
      second.call('DELETE', `/operator/v1/people/${ada.personId}`),
    ])
    assert.equal(answers.filter(({ statusCode }) => statusCode === 200).length, 1)
    const [left] = await alone.ports.db.query<{ count: number }>('select count(*) from people_members')
    assert.equal(left?.count, 1)
  } finally {
    await alone.close()
  }
})

test('a session whose time is over is none', async () => {
  const { browser } = await signedIn()
  assert.equal(await browser.isKnown(), true)
  await world.ports.db.query('update people_sessions set expires_at = to_timestamp(0)')
  world.clock.advance({ seconds: 5 })
  assert.equal(await browser.isKnown(), false)
})

test('whoever was taken off in another process makes nothing here by which they come back', async () => {
  const { browser: chief } = await signedIn('operator')
  const eve = await makeStaff(world, { role: 'operator' })
  const elsewhere = visitor(other)
  await elsewhere.signIn(eve)
  assert.equal(await elsewhere.isKnown(), true, 'remembered there')
  assert.equal((await chief.call('DELETE', `/operator/v1/people/${eve.personId}`)).statusCode, 200)
  const token = { name: 'Way back', role: 'operator' }
  assertError(await elsewhere.call('POST', '/operator/v1/tokens', token), 401, 'INVALID_API_KEY')
  const invitation = { email: 'back@example.com', role: 'operator' }
  assertError(await elsewhere.call('POST', '/operator/v1/invitations', invitation), 401, 'INVALID_API_KEY')
})
