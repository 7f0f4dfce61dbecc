import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { openSetUp } from '../packages/server/src/features/people/open-set-up.ts'
import { signUpUnconfirmed } from '../packages/server/src/features/people/sign-up.ts'
import type { Transaction } from '../packages/server/src/store/pg/db.ts'
import { assertError, assertSuccess } from './support/assert-answer.ts'
import { failWrites } from './support/failing-table.ts'
import { makeStaff, TestVisitor, tokenOf } from './support/people.ts'
import { createWorld, type World } from './support/world.ts'

/* Whoever nobody knows stays a stranger: before the set-up, at the sign-up, and behind an invitation. */

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())
/** Each test begins with nobody here, as a fresh installation does. */
beforeEach(async () => {
  await world.ports.db.query('delete from people_users')
  world.ports.people.forget()
})

let visitors = 0
function visitor(): TestVisitor {
  visitors += 1
  return new TestVisitor(world, { address: `192.0.2.${visitors}` })
}

const password = 'correct horse battery'
const other = 'quite another sentence'

async function operator() {
  const person = await makeStaff(world, { role: 'operator' })
  const browser = visitor()
  await browser.signIn(person)
  return browser
}

/** Signs up, with a name of their own for the publisher. */
async function signUp(email: string) {
  const browser = visitor()
  const answer = await browser.post('sign-up', { email, password, publisher: `Studio ${visitors}` })
  return { browser, answer }
}

async function setUpToken(isDemo: boolean): Promise<string> {
  const made = await openSetUp(world.ports, { isDemo })
  assert.ok(made)
  return tokenOf(made)
}

async function roleOf(browser: TestVisitor): Promise<string | undefined> {
  return (await browser.call('GET', '/operator/v1/session')).json().data?.role
}

async function unconfirmed(by: TestVisitor) {
  const answer = await by.call('GET', '/operator/v1/unconfirmed-people')
  return assertSuccess<{ id: string; email: string; publisher_id: string; came_by: string }[]>(answer)
}

for (const isDemo of [true, false])
  test(`nobody signs up before the ${isDemo ? 'demo' : 'set-up'} link was opened, by whatever address`, async () => {
    for (const email of ['demo@quoin.localhost', 'eve@example.com']) {
      const { answer } = await signUp(email)
      assertError(answer, 400, 'INVALID_REQUEST')
    }
    const rules = await visitor().get('sign-up')
    assert.deepEqual(rules.json().data, { mode: 'closed', is_mailed: false, has_operator: false })
    const browser = visitor()
    await browser.post('links/use', { token: await setUpToken(isDemo), email: 'me@example.com', password })
    assert.equal(await roleOf(browser), 'operator')
    assert.equal((await visitor().get('sign-up')).json().data.mode, 'approval')
  })

test('addresses of Quoin itself can be taken by no sign-up, no invitation, no set-up and no renaming', async () => {
  const token = await setUpToken(false)
  const reserved = 'anybody@quoin.localhost'
  const setUp = await visitor().post('links/use', { token, email: reserved, password })
  assertError(setUp, 400, 'INVALID_REQUEST')
  const browser = visitor()
  await browser.post('links/use', { token: await setUpToken(true) })
  const renamed = await browser.call('PATCH', '/dashboard/auth/account', { email: reserved })
  assertError(renamed, 400, 'INVALID_REQUEST')
  const invitation = { email: reserved, role: 'analyst' }
  assertError(await browser.call('POST', '/operator/v1/invitations', invitation), 400, 'INVALID_REQUEST')
  assertError((await signUp(reserved)).answer, 400, 'INVALID_REQUEST')
})

test('the link of the demo makes its own operator, also where a stranger holds that address from an earlier version', async () => {
  const { db, store, newId, clock } = world.ports
  const id = newId()
  const stranger = {
    id,
    name: 'Eve',
    email: 'demo@quoin.localhost',
    isConfirmed: false,
    origin: 'sign_up',
  } as const
  await store.persons.insertPerson(db, { ...stranger, nowMs: clock.nowMs() })
  const hash = await world.ports.authenticator.hashPassword(password)
  await db.transaction((tx) => store.persons.upsertPassword(tx, { id: newId(), personId: id, hash }))
  const eve = visitor()
  assert.equal((await eve.signIn({ email: stranger.email, password })).statusCode, 200)
  const browser = visitor()
  await browser.post('links/use', { token: await setUpToken(true) })
  assert.equal(await roleOf(browser), 'operator')
  assert.equal(await roleOf(eve), undefined)
  assertError(await visitor().signIn({ email: stranger.email, password }), 401, 'INVALID_API_KEY')
})

test('a demo operator who has taken an address of their own is still the one whom the next demo link lets in', async () => {
  const first = visitor()
  await first.post('links/use', { token: await setUpToken(true) })
  await first.call('PATCH', '/dashboard/auth/account', { email: 'me@example.com' })
  const second = visitor()
  await second.post('links/use', { token: await setUpToken(true) })
  assert.equal((await second.get('account')).json().data.email, 'me@example.com')
})

for (const isDemo of [true, false])
  test(`a ${isDemo ? 'demo' : 'set-up'} link of a start lets nobody in once an operator has a password`, async () => {
    const me = visitor()
    await me.post('links/use', { token: await setUpToken(true) })
    const left = await setUpToken(isDemo)
    assertSuccess(await visitor().post('links/look', { token: left }))
    assertSuccess(await me.post('account/password', { newPassword: password }))
    const late = visitor()
    const given = isDemo ? { token: left } : { token: left, email: 'late@example.com', password }
    assertError(await late.post('links/look', { token: left }), 404, 'RESOURCE_NOT_FOUND')
    assertError(await late.post('links/use', given), 404, 'RESOURCE_NOT_FOUND')
    assert.equal(await roleOf(late), undefined)
  })

test('a sign-up is answered alike, in text and by its session, whether somebody has the address or not', async () => {
  const known = await makeStaff(world, { role: 'operator' })
  const answers = []
  for (const email of [known.email, 'nobody@example.com']) {
    const { browser, answer } = await signUp(email)
    const { data, message, success } = answer.json()
    const session = (await browser.call('GET', '/manage/v1/session')).json().data.role
    answers.push([answer.statusCode, data, message, success, session, browser.cookies.size])
  }
  assert.deepEqual(answers[0], answers[1])
})

test('a sign-up does the same work, hash and statement by statement, whether somebody has the address or not', async () => {
  const known = await makeStaff(world, { role: 'operator' })
  const { ports } = world
  const work = async (email: string): Promise<readonly string[]> => {
    const done: string[] = []
    const watched = (tx: Transaction): Transaction =>
      Object.assign(Object.create(tx), {
        query: (text: string, values?: unknown[]) => {
          done.push(text)
          return tx.query(text, values)
        },
      })
    const db = {
      transaction: <T>(act: (tx: Transaction) => Promise<T>) =>
        ports.db.transaction((tx) => act(watched(tx))),
    }
    const authenticator = {
      ...ports.authenticator,
      hashPassword: (given: string) => {
        done.push('hash')
        return ports.authenticator.hashPassword(given)
      },
    }
    const given = { email, name: undefined, password, publisher: ports.newId() }
    const needs = { ...ports, db: Object.assign(Object.create(ports.db), db), authenticator }
    await signUpUnconfirmed(needs, given, { cookies: '', address: '192.0.2.1', userAgent: undefined })
    return done
  }
  const unknown = await work('nobody@example.com')
  assert.ok(unknown.includes('hash') && unknown.length > 5, unknown.join('\n'))
  assert.deepEqual(await work(known.email), unknown)
})

test('a person who only claims an address takes it from nobody: not from the set-up, an invitation or another sign-up', async () => {
  const boss = await operator()
  const claimed = 'bob@example.com'
  const { browser: eve } = await signUp(claimed)
  assertError(await visitor().signIn({ email: claimed, password }), 401, 'INVALID_API_KEY')
  const invitation = assertSuccess<{ link: string }>(
    await boss.call('POST', '/operator/v1/invitations', { email: claimed, role: 'operator' }),
    201,
  )
  const bob = visitor()
  const look = await bob.post('links/look', { token: tokenOf(invitation) })
  assert.equal(look.json().data.is_known, false)
  assert.equal((await bob.post('links/use', { token: tokenOf(invitation), password: other })).statusCode, 200)
  assert.equal(await roleOf(bob), 'operator')
  assert.equal(await roleOf(eve), undefined)
  assertError(await visitor().signIn({ email: claimed, password }), 401, 'INVALID_API_KEY')
  assert.equal((await visitor().signIn({ email: claimed, password: other })).statusCode, 200)
  assert.equal((await signUp(claimed)).answer.statusCode, 201)
})

test('a person who only claims an address signs in nowhere else, by the placeholder neither', async () => {
  await operator()
  const { browser } = await signUp('eve@example.com')
  const [me] = assertSuccess<{ id: string }[]>(await browser.call('GET', '/manage/v1/people'))
  const email = `unconfirmed-${me?.id}@quoin.localhost`
  const elsewhere = visitor()
  assertError(await elsewhere.signIn({ email, password }), 401, 'INVALID_API_KEY')
  assertError(await elsewhere.get('account'), 401, 'INVALID_API_KEY')
  const { data } = (await browser.get('account/sessions')).json()
  assert.equal(data.length, 1)
})

test('an operator sees who only claims an address, approves one and deletes another', async () => {
  const boss = await operator()
  const { browser: mira } = await signUp('mira@example.com')
  const { browser: eve } = await signUp('eve@example.com')
  const waiting = (await unconfirmed(boss)).toSorted((a, b) => a.email.localeCompare(b.email))
  assert.deepEqual(
    waiting.map(({ email, came_by }) => [email, came_by]),
    [
      ['eve@example.com', 'sign_up'],
      ['mira@example.com', 'sign_up'],
    ],
  )
  const [theirs, hers] = waiting
  const approved = await boss.call('POST', `/operator/v1/publishers/${hers?.publisher_id}/approve`, {})
  assert.equal(approved.statusCode, 200, approved.body)
  assert.equal((await mira.get('account')).json().data.is_confirmed, true)
  assert.equal((await visitor().signIn({ email: 'mira@example.com', password })).statusCode, 200)
  const deleted = await boss.call('DELETE', `/operator/v1/unconfirmed-people/${theirs?.id}`)
  assert.equal(deleted.statusCode, 200, deleted.body)
  assertError(await eve.get('account'), 401, 'INVALID_API_KEY')
  const left = await boss.call('GET', `/operator/v1/publishers/${theirs?.publisher_id}`)
  assert.equal(left.json().data.status, 'suspended')
  assert.deepEqual(await unconfirmed(boss), [])
})

test('a publisher is not approved with an owner whose address somebody else has', async () => {
  const boss = await operator()
  const known = await makeStaff(world, { role: 'analyst' })
  await signUp(known.email)
  const [hers] = await unconfirmed(boss)
  const path = `/operator/v1/publishers/${hers?.publisher_id}/approve`
  const answer = await boss.call('POST', path, {})
  assertError(answer, 400, 'INVALID_REQUEST')
  assert.match(answer.json().error.message, /Another account has the address/)
  assertError(await boss.call('POST', `/operator/v1/people/${hers?.id}/confirm`, {}), 400, 'INVALID_REQUEST')
  assert.equal((await unconfirmed(boss)).length, 1)
})

test('a person whom an owner invites where no mail is sent is unconfirmed: an operator who invites them wins', async () => {
  const boss = await operator()
  const { browser: owner } = await signUp('owner@example.com')
  await world.ports.db.query("update publishers set status = 'active' where status = 'waiting'")
  const invite = { email: 'carol@example.com', role: 'developer' }
  const made = assertSuccess<{ link: string }>(
    await owner.call('POST', '/manage/v1/invitations', invite),
    201,
  )
  const squatter = visitor()
  await squatter.post('links/use', { token: tokenOf(made), password })
  assert.ok((await unconfirmed(boss)).some(({ email }) => email === invite.email))
  const real = assertSuccess<{ link: string }>(
    await boss.call('POST', '/operator/v1/invitations', { email: invite.email, role: 'reviewer' }),
    201,
  )
  const carol = visitor()
  await carol.post('links/use', { token: tokenOf(real), password: other })
  assert.equal(await roleOf(carol), 'reviewer')
  assertError(await squatter.get('account'), 401, 'INVALID_API_KEY')
})

test('while a publisher waits its owner invites nobody without mail, and learns of nobody whether they are here', async () => {
  const boss = await operator()
  const person = await makeStaff(world)
  const { browser: owner } = await signUp('eve@example.com')
  const made = await owner.call('POST', '/manage/v1/tokens', { name: 'Mine', role: 'owner' })
  const { token } = assertSuccess<{ token: string }>(made, 201)
  for (const email of [person.email, 'nobody@example.com']) {
    const body = { email, role: 'analyst' }
    assertError(await owner.call('POST', '/manage/v1/invitations', body), 400, 'INVALID_REQUEST')
    const program = { headers: { authorization: `Bearer ${token}` }, body }
    assertError(await world.post('/manage/v1/invitations', program), 400, 'INVALID_REQUEST')
  }
  const [{ publisher_id: publisherId } = { publisher_id: '' }] = await unconfirmed(boss)
  assertSuccess(await boss.call('POST', `/operator/v1/publishers/${publisherId}/approve`, {}))
  const body = { email: 'nobody@example.com', role: 'analyst' }
  assertSuccess(await owner.call('POST', '/manage/v1/invitations', body), 201)
})

test('the approval of a publisher confirms whoever signed it up, and no address that its owner invited', async () => {
  const boss = await operator()
  const { browser: owner } = await signUp('owner@example.com')
  const [{ publisher_id: publisherId } = { publisher_id: '' }] = await unconfirmed(boss)
  // An earlier version let publishers invite that wait.
  const setStatus = (status: string) =>
    world.ports.db.query('update publishers set status = $2 where id = $1', [publisherId, status])
  await setStatus('active')
  const invite = { email: 'ceo@example.com', role: 'developer' }
  const made = assertSuccess<{ link: string }>(
    await owner.call('POST', '/manage/v1/invitations', invite),
    201,
  )
  const squatter = visitor()
  await squatter.post('links/use', { token: tokenOf(made), password })
  await setStatus('waiting')
  assertSuccess(await boss.call('POST', `/operator/v1/publishers/${publisherId}/approve`, {}))
  assert.equal((await owner.get('account')).json().data.is_confirmed, true)
  assert.equal((await squatter.get('account')).json().data.is_confirmed, false)
  const body = { email: invite.email, role: 'reviewer' }
  const real = assertSuccess<{ link: string }>(await boss.call('POST', '/operator/v1/invitations', body), 201)
  const ceo = visitor()
  assertSuccess(await ceo.post('links/use', { token: tokenOf(real), password: other }))
  assert.equal(await roleOf(ceo), 'reviewer')
  assertError(await squatter.get('account'), 401, 'INVALID_API_KEY')
})

test('somebody with an account who is invited proves themselves by their password, sets a new one, and loses all sessions', async () => {
  const boss = await operator()
  const person = await makeStaff(world, { role: 'analyst' })
  await world.ports.db.query('delete from people_members where user_id = $1', [person.personId])
  const old = visitor()
  await old.signIn(person)
  const { email } = person
  const made = assertSuccess<{ link: string }>(
    await boss.call('POST', '/operator/v1/invitations', { email, role: 'operator' }),
    201,
  )
  const token = tokenOf(made)
  const use = (body: object) => visitor().post('links/use', { token, ...body })
  assertError(await use({ password: person.password }), 400, 'INVALID_REQUEST')
  assertError(await use({ password: other, currentPassword: 'wrong' }), 400, 'INVALID_REQUEST')
  const same = { password: person.password, currentPassword: person.password }
  assertError(await use(same), 400, 'INVALID_REQUEST')
  const done = await use({ password: other, currentPassword: person.password })
  assert.equal(done.json().data.state, 'sign_in', done.body)
  assertError(await old.get('account'), 401, 'INVALID_API_KEY')
  assertError(await visitor().signIn(person), 401, 'INVALID_API_KEY')
  const anew = visitor()
  await anew.signIn({ email, password: other })
  assert.equal(await roleOf(anew), 'operator')
})

test('the access that an operator has made ends with them: invitations, tokens, and the tokens those have made', async () => {
  const boss = await operator()
  const eve = await makeStaff(world, { role: 'operator' })
  const browser = visitor()
  await browser.signIn(eve)
  const body = { name: `First ${visitors}`, role: 'operator' }
  const first = assertSuccess<{ token: string }>(await browser.call('POST', '/operator/v1/tokens', body), 201)
  const by = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
  const chained = await world.call({
    ...{
      method: 'POST',
      path: '/operator/v1/tokens',
      body: { name: `Second ${visitors}`, role: 'operator' },
    },
    ...by(first.token),
  })
  const second = assertSuccess<{ token: string }>(chained, 201)
  for (const { token } of [first, second])
    assert.equal((await world.get('/operator/v1/session', by(token))).statusCode, 200)
  assert.equal((await boss.call('DELETE', `/operator/v1/people/${eve.personId}`)).statusCode, 200)
  for (const { token } of [first, second])
    assertError(await world.get('/operator/v1/session', by(token)), 401, 'INVALID_API_KEY')
})

for (const table of ['people_sessions', 'audit_log'])
  test(`a link is not used up where ${table} could not be written`, async () => {
    const token = await setUpToken(false)
    const mend = await failWrites(world.ports.db, table)
    const given = { token, email: 'first@example.com', password }
    try {
      assertError(await visitor().post('links/use', given), 500, 'SERVER_ERROR')
    } finally {
      await mend()
    }
    const browser = visitor()
    assert.equal((await browser.post('links/use', given)).json().data.state, 'signed_in')
    assert.equal(await roleOf(browser), 'operator')
  })

test('operators whose account came from a sign-up before the set-up are told of, until one vouches for them', async () => {
  const { db } = world.ports
  const eve = await makeStaff(world, { role: 'operator' })
  await db.query("update people_users set origin = 'sign_up', created_at = created_at - interval '1 hour'")
  const boss = await operator()
  const doubtful = async () =>
    assertSuccess<{ id: string; is_doubtful: boolean }[]>(await boss.call('GET', '/operator/v1/people'))
      .filter(({ is_doubtful }) => is_doubtful)
      .map(({ id }) => id)
  assert.deepEqual(await doubtful(), [eve.personId])
  assert.equal((await boss.call('POST', `/operator/v1/people/${eve.personId}/confirm`, {})).statusCode, 200)
  assert.deepEqual(await doubtful(), [])
})
