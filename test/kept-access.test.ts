import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertError, assertSuccess } from './support/assert-answer.ts'
import { bearer } from './support/bearer.ts'
import { createApp } from '../packages/server/src/features/apps/create-app.ts'
import { makeMember, makeStaff, openVisitors, TestVisitor, tokenOf } from './support/people.ts'
import { createWorld, type World } from './support/world.ts'
import { eventually } from './support/eventually.ts'

/** Attempts to keep, or to get back, what was taken away. */

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

const { visitor, signedIn } = openVisitors(() => world)

const password = 'quite another sentence'

for (const [what, end] of [
  ['is taken off', { method: 'DELETE', body: undefined }],
  ['becomes less', { method: 'PATCH', body: { role: 'analyst' } }],
] as const)
  test(`an operator who ${what} keeps no link by which a colleague's password is set`, async () => {
    const { browser: chief, path: chiefPath } = await signedIn('operator')
    const { browser: eve, path } = await signedIn('operator')
    const link = assertSuccess<{ link: string }>(await eve.call('POST', `${chiefPath}/reset-link`), 201)
    assert.equal((await chief.call(end.method, path, end.body)).statusCode, 200)
    assertError(
      await visitor().post('links/use', { token: tokenOf(link), password }),
      404,
      'RESOURCE_NOT_FOUND',
    )
  })

test('a token that is revoked leaves no link by which a password is set', async () => {
  const { browser: chief, path } = await signedIn('operator')
  const body = { name: 'Resets', role: 'operator' }
  const made = assertSuccess<{ id: string; token: string }>(
    await chief.call('POST', '/operator/v1/tokens', body),
    201,
  )
  const link = assertSuccess<{ link: string }>(
    await world.call({ method: 'POST', path: `${path}/reset-link`, headers: bearer(made.token) }),
    201,
  )
  assert.equal((await chief.call('DELETE', `/operator/v1/tokens/${made.id}`)).statusCode, 200)
  assertError(
    await visitor().post('links/use', { token: tokenOf(link), password }),
    404,
    'RESOURCE_NOT_FOUND',
  )
})

test('a password that somebody changes themselves ends the links by which it could be set', async () => {
  const { browser: chief } = await signedIn('operator')
  const { person, browser, path } = await signedIn('analyst')
  const link = assertSuccess<{ link: string }>(await chief.call('POST', `${path}/reset-link`), 201)
  const given = { currentPassword: person.password, newPassword: 'a sentence of their own' }
  assert.equal((await browser.post('account/password', given)).statusCode, 200)
  assertError(
    await visitor().post('links/use', { token: tokenOf(link), password }),
    404,
    'RESOURCE_NOT_FOUND',
  )
})

/** Ways by which people and programs might come back: each the path and the body. */
const waysBack = {
  '/operator/v1': [
    ['/tokens', () => ({ name: world.ports.newId(), role: 'operator' })],
    ['/invitations', () => ({ email: `${world.ports.newId()}@example.com`, role: 'operator' })],
    ['/people/{person}/reset-link', () => ({})],
  ],
  '/manage/v1': [
    ['/tokens', () => ({ name: world.ports.newId(), role: 'owner' })],
    ['/invitations', () => ({ email: `${world.ports.newId()}@example.com`, role: 'owner' })],
  ],
} as const

type Api = keyof typeof waysBack

/** Ends somebody's access between the proof of their request and its commit: the process believes in them until then. */
async function assertNothingMade(
  api: Api,
  { by, people, end }: { by: Record<string, string>; people: object; end: () => Promise<unknown> },
): Promise<void> {
  const { person } = await signedIn('analyst')
  const late = await createWorld({ beside: world, people })
  try {
    await end()
    for (const [path, body] of waysBack[api]) {
      const to = `${api}${path.replace('{person}', person.personId)}`
      const headers = { ...by, origin: new URL(world.settings.baseUrl).origin }
      const answer = await late.call({ method: 'POST', path: to, body: body(), headers })
      assertError(answer, 401, 'INVALID_API_KEY')
    }
  } finally {
    await late.close()
  }
}

test('an operator who is taken off while they ask makes nothing by which they come back', async () => {
  const { browser: chief } = await signedIn('operator')
  const { browser: eve, path } = await signedIn('operator')
  const known = await world.ports.people.findSession(eve.cookie, true)
  await assertNothingMade('/operator/v1', {
    by: { cookie: eve.cookie },
    people: { findSession: () => known },
    end: () => chief.call('DELETE', path),
  })
})

test('an owner who becomes less while they ask makes nothing by which they come back', async () => {
  const { publisherId } = world.app
  const chief = visitor()
  await chief.signIn(await makeMember(world, { publisherId, role: 'owner' }))
  const member = await makeMember(world, { publisherId, role: 'owner' })
  const eve = visitor()
  await eve.signIn(member)
  const known = await world.ports.people.findMember(eve.cookie, true)
  await assertNothingMade('/manage/v1', {
    by: { cookie: eve.cookie },
    people: { findMember: () => known },
    end: () => chief.call('PATCH', `/manage/v1/people/${member.personId}`, { role: 'analyst' }),
  })
})

for (const [api, find] of [
  ['/operator/v1', 'findToken'],
  ['/manage/v1', 'findPublisherToken'],
] as const) {
  const highest = api === '/operator/v1' ? 'operator' : 'owner'

  async function makeToken(body: object = {}) {
    const chief = visitor()
    const { publisherId } = world.app
    await chief.signIn(
      api === '/operator/v1'
        ? await makeStaff(world, { role: 'operator' })
        : await makeMember(world, { publisherId, role: 'owner' }),
    )
    const given = { name: world.ports.newId(), role: highest, ...body }
    const made = await chief.call('POST', `${api}/tokens`, given)
    return { chief, ...assertSuccess<{ id: string; token: string }>(made, 201) }
  }

  test(`a token of ${api} that is revoked while it asks makes nothing by which it comes back`, async () => {
    const { chief, id, token } = await makeToken()
    const known = await world.ports.people[find](token, true)
    await assertNothingMade(api, {
      by: bearer(token),
      people: { [find]: () => known },
      end: () => chief.call('DELETE', `${api}/tokens/${id}`),
    })
  })

  test(`tokens and links that a token of ${api} has made end no later than it`, async () => {
    const { token } = await makeToken({ expiresInDays: 1 })
    const by = async (path: string, body: object, who = token) =>
      assertSuccess<{ token: string; link: string; expires_at: number }>(
        await world.call({ method: 'POST', path: `${api}${path}`, body, headers: bearer(who) }),
        201,
      )
    const next = () => ({ name: world.ports.newId(), role: highest })
    const child = await by('/tokens', next())
    const grandchild = await by('/tokens', { ...next(), expiresInDays: 30 }, child.token)
    const invited = await by('/invitations', { email: `${world.ports.newId()}@example.com`, role: highest })
    world.clock.advance({ days: 1, seconds: 5 })
    for (const one of [token, child.token, grandchild.token])
      assertError(
        await world.call({ method: 'GET', path: `${api}/session`, headers: bearer(one) }),
        401,
        'INVALID_API_KEY',
      )
    assertError(
      await visitor().post('links/use', { token: tokenOf(invited), password }),
      404,
      'RESOURCE_NOT_FOUND',
    )
  })
}

/** Waits until somebody else's statement waits for a lock. */
async function untilSomebodyWaits(): Promise<void> {
  const ask = () =>
    world.ports.db.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  await eventually(async () => (await ask()).length > 0, true)
}

/** Sets somebody's password, as their link for a new one does, while a request of another browser is under way. */
async function setPasswordDuring<Result>(
  personId: string,
  { hold, request }: { hold: 'sessions' | 'password'; request: () => Promise<Result> },
): Promise<Result> {
  const { db, store, newId, authenticator } = world.ports
  const hash = await authenticator.hashPassword(password)
  const asked = await db.transaction(async (tx) => {
    if (hold === 'sessions') await tx.query('lock table people_sessions in share row exclusive mode')
    else await store.persons.upsertPassword(tx, { id: newId(), personId, hash })
    const asked = request()
    await untilSomebodyWaits()
    if (hold === 'sessions') await store.persons.upsertPassword(tx, { id: newId(), personId, hash })
    await store.peopleSessions.deleteSessionsOf(tx, personId)
    return { answer: asked }
  })
  world.ports.people.forget()
  return await asked.answer
}

test('a sign-in with the old password that is under way while a new one is set lets nobody in', async () => {
  const person = await makeStaff(world)
  const eve = visitor()
  const answer = await setPasswordDuring(person.personId, {
    hold: 'sessions',
    request: () => eve.signIn(person),
  })
  assertError(answer, 401, 'INVALID_API_KEY')
  assert.equal(await eve.isKnown(), false)
  const sessions = await world.ports.store.peopleSessions.listSessionsOf(
    ...([world.ports.db, person.personId, world.ports.clock.nowMs()] as const),
  )
  assert.deepEqual(sessions, [])
})

test('a change of the password that is under way while a new one is set takes it back from nobody', async () => {
  const { person, browser: eve } = await signedIn('analyst')
  const given = { currentPassword: person.password, newPassword: 'a sentence of the thief' }
  const answer = await setPasswordDuring(person.personId, {
    hold: 'password',
    request: () => eve.post('account/password', given),
  })
  assertError(answer, 401, 'INVALID_API_KEY')
  assert.equal(await eve.isKnown(), false)
  assert.equal((await visitor().signIn({ email: person.email, password })).statusCode, 200)
})

test('turning the second step off while a new password is set leaves no session', async () => {
  const { person, browser: eve } = await signedIn('analyst')
  const answer = await setPasswordDuring(person.personId, {
    hold: 'sessions',
    request: () => eve.post('account/two-factor/end', { password: person.password }),
  })
  assertError(answer, 401, 'INVALID_API_KEY')
  assert.equal(await eve.isKnown(), false)
})

test('the people of a publisher invite fifty in an hour, in whichever process, and then none until it is over', async () => {
  const app = await createApp(world.ports, { name: 'Flood', publisher: 'Flood' })
  const owner = await makeMember(world, { publisherId: app.publisherId, role: 'owner' })
  const beside = await createWorld({ beside: world })
  try {
    const browsers = [new TestVisitor(world), new TestVisitor(beside)]
    for (const browser of browsers) await browser.signIn(owner)
    const invite = async (at: number) =>
      await browsers[at % 2]?.call('POST', '/manage/v1/invitations', {
        email: `${world.ports.newId()}@example.com`,
        role: 'analyst',
      })
    const answers = await Promise.all(Array.from({ length: 60 }, (_, at) => invite(at)))
    assert.equal(answers.filter((answer) => answer?.statusCode === 201).length, 50)
    assert.equal(answers.filter((answer) => answer?.statusCode === 429).length, 10)
  } finally {
    await beside.close()
  }
})

test('sixty sign-ups an hour from one address, and those of another go on', async () => {
  await makeStaff(world, { role: 'operator' })
  const signUp = async (browser: TestVisitor) => {
    const id = world.ports.newId()
    return await browser.post('sign-up', { email: `${id}@example.com`, password, publisher: id })
  }
  const eve = visitor()
  for (let times = 0; times < 60; times += 1) {
    // Another limit is that of all tries in a minute.
    if (times % 30 === 0) world.clock.advance({ seconds: 61 })
    assert.equal((await signUp(eve)).statusCode, 201)
  }
  world.clock.advance({ seconds: 61 })
  assertError(await signUp(eve), 429, 'RATE_LIMIT_EXCEEDED')
  assert.equal((await signUp(visitor())).statusCode, 201)
})

test('alerts go by mail no more to an operator who is taken off', async () => {
  const { browser: chief } = await signedIn('operator')
  const { person, browser: eve, path } = await signedIn('operator')
  const { alertChannels } = world.ports.store
  for (const address of [person.email, 'team@example.com'])
    assertSuccess(
      await eve.call('POST', '/operator/v1/alert-channels', { kind: 'email', name: address, address }),
      201,
    )
  assert.equal((await chief.call('DELETE', path)).statusCode, 200)
  assert.deepEqual(
    (await alertChannels.listChannels(world.ports.db)).map(({ name, isOn }) => ({ name, isOn })),
    [
      { name: person.email, isOn: false },
      { name: 'team@example.com', isOn: true },
    ],
  )
})
