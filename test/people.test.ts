import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { peopleOperations } from '@quoin/contract/people/operations.ts'
import { openSetUp } from '../packages/server/src/features/people/open-set-up.ts'
import { peopleRoutes } from '../packages/server/src/planes/people/routes.ts'
import { assertError } from './support/assert-answer.ts'
import {
  makeClaimant,
  makeInvitation,
  makeMember,
  makeStaff,
  openVisitors,
  TestVisitor,
  tokenOf,
  totpOf,
} from './support/people.ts'
import { createWorld, type World } from './support/world.ts'

/** The acts of people on the dashboard: set up, sign in, look after their account and their team. */

let world: World
before(async () => {
  world = await createWorld({ nowMs: Date.now() })
})
after(() => world.close())

const { visitor, signedIn } = openVisitors(() => world)

test('every operation of people has one handler', () => {
  assert.deepEqual(
    peopleRoutes.map(({ operation }) => operation.id).toSorted(),
    peopleOperations.map(({ id }) => id).toSorted(),
  )
})

test('the set-up link makes the first operator, signs them in, and ends with it', async () => {
  const fresh = await createWorld()
  try {
    const made = await openSetUp(fresh.ports, { isDemo: false })
    assert.ok(made)
    const browser = new TestVisitor(fresh)
    const token = tokenOf(made)
    const look = await browser.post('links/look', { token })
    assert.equal(look.json().data.kind, 'set_up')
    const given = { token, email: 'Ada@Example.com', name: 'Ada', password: 'correct horse battery' }
    assertError(await browser.post('links/use', { token, email: given.email }), 400, 'INVALID_REQUEST')
    assert.equal((await browser.post('links/use', given)).json().data.state, 'signed_in')
    const session = await browser.call('GET', '/operator/v1/session')
    assert.deepEqual(
      [session.json().data.actor, session.json().data.role],
      ['person:ada@example.com', 'operator'],
    )
    assertError(await new TestVisitor(fresh).post('links/use', given), 404, 'RESOURCE_NOT_FOUND')
    assert.equal(await openSetUp(fresh.ports, { isDemo: false }), undefined)
  } finally {
    await fresh.close()
  }
})

test('the link of the demo signs in at once; a password set there makes the account their own', async () => {
  const fresh = await createWorld()
  try {
    const made = await openSetUp(fresh.ports, { isDemo: true })
    assert.ok(made)
    const browser = new TestVisitor(fresh)
    assert.equal((await browser.post('links/use', { token: tokenOf(made) })).json().data.state, 'signed_in')
    assert.equal((await browser.get('account')).json().data.has_password, false)
    const renamed = await browser.call('PATCH', '/dashboard/auth/account', { email: 'me@example.com' })
    assert.equal(renamed.statusCode, 200)
    const set = await browser.post('account/password', { newPassword: 'correct horse battery' })
    assert.equal(set.statusCode, 200)
    const again = new TestVisitor(fresh)
    const signIn = await again.signIn({ email: 'me@example.com', password: 'correct horse battery' })
    assert.equal(signIn.json().data.state, 'signed_in')
    assert.equal(await openSetUp(fresh.ports, { isDemo: true }), undefined)
  } finally {
    await fresh.close()
  }
})

test('an invited reviewer sets a password, is signed in, and may do what a reviewer may', async () => {
  const { browser: operator } = await signedIn('operator')
  const email = 'invited@example.com'
  const invited = await operator.call('POST', '/operator/v1/invitations', { email, role: 'reviewer' })
  assert.equal(invited.statusCode, 201)
  assert.equal(invited.json().data.is_mailed, false)
  const browser = visitor()
  const use = await browser.post('links/use', {
    token: tokenOf(invited.json().data),
    name: 'Rae',
    password: 'correct horse battery',
  })
  assert.equal(use.json().data.state, 'signed_in')
  assert.equal((await browser.get('account')).json().data.role, 'reviewer')
  assertError(await browser.call('GET', '/operator/v1/tokens'), 401, 'INVALID_API_SECRET')
  const list = await operator.call('GET', '/operator/v1/people')
  assert.ok(list.json().data.some((one: { email: string }) => one.email === email))
})

test('two-factor: the app and the recovery codes let in, each code of those once', async () => {
  const { person, browser } = await signedIn()
  const begun = await browser.post('account/two-factor/begin', { password: person.password })
  assert.equal(begun.statusCode, 200, begun.body)
  const { secret, uri, recovery_codes: codes } = begun.json().data
  assert.match(uri, /^otpauth:\/\/totp\/Quoin:/)
  assertError(await browser.post('account/two-factor/confirm', { code: '000000' }), 400, 'INVALID_REQUEST')
  const confirmed = await browser.post('account/two-factor/confirm', { code: totpOf(secret) })
  assert.equal(confirmed.statusCode, 200, confirmed.body)
  assert.equal((await browser.get('account')).json().data.has_two_factor, true)

  const other = visitor()
  assert.equal((await other.signIn(person)).json().data.state, 'second_step')
  assert.equal(await other.isKnown(), false)
  assertError(await other.post('second-step', { code: '000000' }), 400, 'INVALID_REQUEST')
  const next = totpOf(secret, Date.now() + 30_000)
  assert.equal((await other.post('second-step', { code: next })).json().data.state, 'signed_in')
  assert.equal(await other.isKnown(), true)

  const [first, second] = codes
  const third = visitor()
  await third.signIn(person)
  assert.equal((await third.post('second-step', { code: first })).json().data.state, 'signed_in')
  const fourth = visitor()
  await fourth.signIn(person)
  assertError(await fourth.post('second-step', { code: first }), 400, 'INVALID_REQUEST')

  world.clock.advance({ seconds: 61 })
  const off = await browser.post('account/two-factor/end', { password: 'wrong' })
  assertError(off, 400, 'INVALID_REQUEST')
  await browser.signIn(person)
  await browser.post('second-step', { code: second })
  assert.equal((await browser.post('account/two-factor/end', { password: person.password })).statusCode, 200)
  assert.equal((await visitor().signIn(person)).json().data.state, 'signed_in')
})

test('a new password by a link ends all sessions, and does not sign in past the second step', async () => {
  const { person, browser } = await signedIn()
  const { browser: operator } = await signedIn('operator')
  const made = await operator.call('POST', `/operator/v1/people/${person.personId}/reset-link`, {})
  const token = tokenOf(made.json().data)
  const fresh = visitor()
  assert.equal((await fresh.post('links/look', { token })).json().data.email, person.email)
  const password = 'quite another sentence'
  assert.equal((await fresh.post('links/use', { token, password })).json().data.state, 'sign_in')
  assert.equal(await browser.isKnown(), false)
  assertError(await fresh.signIn(person), 401, 'INVALID_API_KEY')
  assert.equal((await fresh.signIn({ ...person, password })).statusCode, 200)
})

test('a person of a publisher gets a new password by a link of an operator, and one of an unproven address none', async () => {
  const member = await makeMember(world, { publisherId: world.app.publisherId, role: 'owner' })
  const { browser: operator } = await signedIn('operator')
  const path = `/operator/v1/publishers/${world.app.publisherId}`
  const { members } = (await operator.call('GET', path)).json().data
  const listed = members.find(({ email }: { email: string }) => email === member.email)
  assert.equal(listed.person_id, member.personId)
  const made = await operator.call('POST', `/operator/v1/people/${listed.person_id}/reset-link`, {})
  const password = 'quite another sentence'
  const fresh = visitor()
  const used = await fresh.post('links/use', { token: tokenOf(made.json().data), password })
  assert.equal(used.json().data.state, 'sign_in', used.body)
  assert.equal((await fresh.signIn({ ...member, password })).statusCode, 200)
  const { personId } = await makeClaimant(world)
  const refused = await operator.call('POST', `/operator/v1/people/${personId}/reset-link`, {})
  assertError(refused, 400, 'INVALID_REQUEST')
  const nobody = await operator.call('POST', `/operator/v1/people/${world.ports.newId()}/reset-link`, {})
  assertError(nobody, 404, 'RESOURCE_NOT_FOUND')
})

test('a person who forgot a password is told the same as nobody; without SMTP the log asks an operator', async () => {
  const { email, personId } = await makeStaff(world)
  const known = await visitor().post('forgot', { email })
  const unknown = await visitor().post('forgot', { email: 'nobody@example.com' })
  assert.deepEqual(known.json().data, unknown.json().data)
  assert.equal(known.json().message, unknown.json().message)
  for (let tries = 0; tries < 100; tries += 1) {
    if (world.log.lines.some((line) => line.includes(personId))) break
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const line = world.log.lines.find((one) => one.includes(personId)) ?? ''
  assert.match(line, /new password asked for/)
  assert.doesNotMatch(line, /#/)
})

test('sessions are listed with where they are, and one of them can be ended', async () => {
  const { person, browser } = await signedIn()
  const other = visitor()
  await other.signIn(person)
  const list = (await browser.get('account/sessions')).json().data
  assert.equal(list.length, 2)
  assert.deepEqual(
    list.filter((one: { is_this: boolean }) => one.is_this).map((one: { address: string }) => one.address),
    [browser.address],
  )
  const [theirs] = list.filter((one: { is_this: boolean }) => !one.is_this)
  assert.equal(
    (await browser.call('DELETE', `/dashboard/auth/account/sessions/${theirs.id}`)).statusCode,
    200,
  )
  assert.equal(await other.isKnown(), false)
  assert.equal(await browser.isKnown(), true)
  await other.signIn(person)
  assert.equal((await browser.post('account/sessions/end-others')).json().data.ended, 1)
  assert.equal(await other.isKnown(), false)
})

test('signing out ends the session, not only the cookie', async () => {
  const { browser } = await signedIn()
  const { cookie } = browser
  assert.equal((await browser.post('sign-out')).statusCode, 200)
  assert.deepEqual([...browser.cookies.keys()], ['quoin.known_browser'])
  assertError(await world.get('/operator/v1/session', { headers: { cookie } }), 401, 'INVALID_API_KEY')
})

test('a token works with its role, tells of its last use, and ends when it is revoked or its time is over', async () => {
  const { browser: operator } = await signedIn('operator')
  const body = { name: 'Nightly export', role: 'reviewer', expiresInDays: 1 }
  const answer = await operator.call('POST', '/operator/v1/tokens', body)
  assert.equal(answer.statusCode, 201, answer.body)
  const made = answer.json().data
  const headers = { authorization: `Bearer ${made.token}` }
  assert.equal(
    (await world.get('/operator/v1/session', { headers })).json().data.actor,
    'token:Nightly export',
  )
  assertError(await world.get('/operator/v1/tokens', { headers }), 401, 'INVALID_API_SECRET')
  const [listed] = (await operator.call('GET', '/operator/v1/tokens')).json().data
  assert.equal(listed.masked, `qot_…${made.token.slice(-4)}`)
  assert.equal(typeof listed.last_used_at, 'number')
  assert.ok(!JSON.stringify(listed).includes(made.token))
  assertError(await operator.call('POST', '/operator/v1/tokens', body), 400, 'INVALID_REQUEST')
  assert.equal((await operator.call('DELETE', `/operator/v1/tokens/${made.id}`)).statusCode, 200)
  assertError(await world.get('/operator/v1/session', { headers }), 401, 'INVALID_API_KEY')

  const next = (await operator.call('POST', '/operator/v1/tokens', body)).json().data
  const nextHeaders = { authorization: `Bearer ${next.token}` }
  assert.equal((await world.get('/operator/v1/session', { headers: nextHeaders })).statusCode, 200)
  world.clock.advance({ days: 1, seconds: 1 })
  assertError(await world.get('/operator/v1/session', { headers: nextHeaders }), 401, 'INVALID_API_KEY')
})

test('the actions of people stand in the audit log, without any password, code or link', async () => {
  const { person, browser } = await signedIn('operator')
  await browser.post('account/password', {
    currentPassword: person.password,
    newPassword: 'quite another sentence',
  })
  const invitation = await makeInvitation(world)
  const rows = await world.ports.db.query<{ action: string; text: string }>(
    'select action, audit_log::text as text from audit_log where actor = $1',
    [`person:${person.email}`],
  )
  assert.deepEqual(rows.map(({ action }) => action).toSorted(), [
    'person.password_changed',
    'person.signed_in',
  ])
  const all = await world.ports.db.query<{ text: string }>('select audit_log::text as text from audit_log')
  const text = `${JSON.stringify(all)}${world.log.lines.join()}`
  for (const secret of [person.password, 'quite another sentence', tokenOf(invitation)])
    assert.ok(!text.includes(secret))
})
