import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertError } from './support/assert-answer.ts'
import {
  makeInvitation,
  makeMember,
  makeStaff,
  openVisitors,
  type TestVisitor,
  tokenOf,
  totpOf,
} from './support/people.ts'
import { createWorld, type World } from './support/world.ts'

/** Attempts to be somebody else on the dashboard. */

let world: World
before(async () => {
  world = await createWorld({ nowMs: Date.now(), environment: { BASE_URL: 'https://quoin.example' } })
})
after(() => world.close())

const { visitor, signedIn } = openVisitors(() => world)

const sessionCookie = '__Host-quoin.session_token'

test('over HTTPS the cookie is of this host alone, out of reach of scripts, and not sent along by other sites', async () => {
  const person = await makeStaff(world)
  const answer = await visitor().signIn(person)
  const cookies = [answer.headers['set-cookie'] ?? []].flat()
  assert.ok(cookies.length > 0)
  for (const cookie of cookies) {
    assert.match(cookie, /^__Host-quoin\./)
    for (const attribute of [/; Path=\/(;|$)/, /; HttpOnly/, /; Secure/, /; SameSite=Lax/])
      assert.match(cookie, attribute)
    assert.doesNotMatch(cookie, /; Domain=/i)
  }
})

test('over HTTPS, behind a proxy that speaks HTTP with us, each cookie of each step is of this host alone and out of reach', async () => {
  const given: string[] = []
  const noting = (browser: TestVisitor) => {
    return async (path: string, body: object = {}, headers: Readonly<Record<string, string>> = {}) => {
      const answer = await browser.call('POST', `/dashboard/auth/${path}`, body, {
        host: '10.0.0.5:8080',
        'x-forwarded-proto': 'http',
        'x-forwarded-host': 'evil.example',
        ...headers,
      })
      given.push(...[answer.headers['set-cookie'] ?? []].flat())
      return answer
    }
  }
  const invitation = await makeInvitation(world)
  const password = 'a sentence of their own'
  const invited = noting(visitor())
  assert.equal(
    (await invited('links/use', { token: tokenOf(invitation), name: 'Ida', password })).statusCode,
    200,
  )
  const begun = (await invited('account/two-factor/begin', { password })).json().data
  assert.equal((await invited('account/two-factor/confirm', { code: totpOf(begun.secret) })).statusCode, 200)
  const other = noting(visitor())
  assert.equal(
    (await other('sign-in', { email: invitation.email, password })).json().data.state,
    'second_step',
  )
  assert.equal((await other('second-step', { code: begun.recovery_codes[0] })).statusCode, 200)
  const changed = { currentPassword: password, newPassword: 'another sentence of theirs' }
  assert.equal((await other('account/password', changed)).statusCode, 200)
  assert.equal((await other('account/two-factor/end', { password: changed.newPassword })).statusCode, 200)
  assert.equal((await other('sign-out')).statusCode, 200)
  const names = new Set(given.map((cookie) => cookie.split('=')[0]))
  assert.ok(
    names.has('__Host-quoin.session_token') && names.has('__Host-quoin.two_factor'),
    [...names].join(),
  )
  for (const cookie of given) {
    assert.match(cookie, /^__Host-quoin\./)
    for (const attribute of [/; Path=\/(;|$)/, /; HttpOnly/, /; Secure/, /; SameSite=Lax/])
      assert.match(cookie, attribute)
    assert.doesNotMatch(cookie, /; Domain=/i)
  }
})

test('fixation: a session that somebody planted in a browser is not the one that they sign in to', async () => {
  const attacker = await signedIn()
  const victim = await makeStaff(world, { role: 'operator' })
  const browser = visitor()
  const planted = attacker.browser.cookies.get(sessionCookie) ?? ''
  browser.cookies.set(sessionCookie, planted)
  assert.equal((await browser.signIn(victim)).statusCode, 200)
  assert.notEqual(browser.cookies.get(sessionCookie), planted)
  const mine = await attacker.browser.get('account')
  assert.equal(mine.json().data.email, attacker.person.email)
})

test('fixation: two cookies of one name are no session', async () => {
  const { browser } = await signedIn()
  const other = await signedIn()
  const headers = { cookie: `${other.browser.cookie}; ${browser.cookie}` }
  assertError(await world.get('/operator/v1/session', { headers }), 401, 'INVALID_API_KEY')
})

test('a cookie whose token or signature is changed, cut, or unsigned is no session', async () => {
  const { browser } = await signedIn()
  const value = browser.cookies.get(sessionCookie) ?? ''
  const [token = ''] = decodeURIComponent(value).split('.')
  for (const wrong of [
    token,
    `${token}.`,
    value.slice(0, -4),
    `x${value}`,
    encodeURIComponent(`${token}.x`),
    '%',
    '.',
  ]) {
    const headers = { cookie: `${sessionCookie}=${wrong}` }
    assertError(await world.get('/operator/v1/session', { headers }), 401, 'INVALID_API_KEY')
  }
})

for (const [what, headers] of [
  ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
  ['another site that hides its origin', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ['a sister domain', { origin: 'https://other.quoin.example', 'sec-fetch-site': 'same-site' }],
  ['nobody knows where', { origin: '', 'sec-fetch-site': '' }],
] as const) {
  test(`CSRF: a call from ${what} neither signs in, nor out, nor changes an account or a team`, async () => {
    const { person, browser } = await signedIn('operator')
    const { email, password } = person
    const calls = [
      ['POST', '/dashboard/auth/sign-in', { email, password }],
      ['POST', '/dashboard/auth/sign-out', {}],
      [
        'POST',
        '/dashboard/auth/account/password',
        { currentPassword: password, newPassword: 'x'.repeat(20) },
      ],
      ['POST', '/operator/v1/invitations', { email: 'eve@example.com', role: 'operator' }],
      ['DELETE', `/operator/v1/people/${person.personId}`, undefined],
    ] as const
    for (const [method, path, body] of calls) {
      const answer = await browser.call(method, path, body, headers)
      assertError(answer, 401, 'INVALID_API_SECRET')
    }
    assert.equal(await browser.isKnown(), true)
  })
}

test('CSRF: a form of another site, which can send no JSON, is not read', async () => {
  const { browser } = await signedIn('operator')
  const headers = { 'content-type': 'text/plain' }
  const answer = await browser.call(
    'POST',
    '/operator/v1/invitations',
    { email: 'e@example.com', role: 'operator' },
    headers,
  )
  assert.ok([400, 401, 415].includes(answer.statusCode), answer.body)
})

test('brute force: an account takes ten tries a minute from one address, right ones included', async () => {
  const person = await makeStaff(world)
  const browser = visitor()
  for (let tries = 0; tries < 10; tries += 1) {
    assertError(await browser.signIn({ ...person, password: `wrong ${tries}` }), 401, 'INVALID_API_KEY')
  }
  assertError(await browser.signIn({ ...person, password: 'wrong' }), 429, 'RATE_LIMIT_EXCEEDED')
  assertError(await browser.signIn(person), 429, 'RATE_LIMIT_EXCEEDED')
  world.clock.advance({ seconds: 61 })
  assert.equal((await browser.signIn(person)).statusCode, 200)
})

test('lock-out: strangers at a hundred addresses keep no owner out, and guess a hundred times an hour in all', async () => {
  const { person, browser: known } = await signedIn('operator')
  await known.post('sign-out')
  for (let tries = 0; tries < 24; tries += 1) await visitor().signIn({ ...person, password: 'wrong' })
  assert.equal((await visitor().signIn(person)).statusCode, 200, 'from a new browser')
  for (let tries = 0; tries < 74; tries += 1) await visitor().signIn({ ...person, password: 'wrong' })
  assertError(await visitor().signIn(person), 429, 'RATE_LIMIT_EXCEEDED')
  assert.equal((await known.signIn(person)).statusCode, 200, 'from the browser that is known')
  const someoneElse = await makeStaff(world)
  assert.equal((await visitor().signIn(someoneElse)).statusCode, 200)
  world.clock.advance({ seconds: 3_601 })
  assert.equal((await visitor().signIn(person)).statusCode, 200)
  const rows = await world.ports.store.audit.listAudit(world.ports.db, { limit: 50 })
  assert.equal(rows.filter(({ action }) => action === 'person.passwords_guessed').length, 1)
})

test('lock-out: a cookie that makes a browser known is made for one account and cannot be made up', async () => {
  const { person, browser } = await signedIn()
  const victim = await makeStaff(world)
  const name = '__Host-quoin.known_browser'
  const value = decodeURIComponent(browser.cookies.get(name) ?? '')
  assert.ok(value.length > 40)
  assert.ok(!value.includes(person.email) && !value.includes(person.personId))
  const [session = ''] = [browser.cookies.get(sessionCookie)]
  for (const cookie of [value, `${value}x`, value.replace('~', '~~'), decodeURIComponent(session)]) {
    const found = world.ports.authenticator.findKnownBrowser(victim.email, {
      cookies: `${name}=${encodeURIComponent(cookie)}`,
      address: '192.0.2.1',
      userAgent: undefined,
    })
    assert.equal(found, undefined, cookie)
  }
})

test('brute force: an address takes sixty tries a minute, over all accounts and links', async () => {
  const browser = visitor()
  for (let tries = 0; tries < 60; tries += 1) {
    const answer = await browser.post('links/look', { token: String(tries).padStart(43, 'a') })
    assertError(answer, 404, 'RESOURCE_NOT_FOUND')
  }
  assertError(await browser.signIn(await makeStaff(world)), 429, 'RATE_LIMIT_EXCEEDED')
})

test('brute force: five wrong codes end a sign-in, ten in all lock the second step', async () => {
  const { person, browser } = await signedIn()
  const begun = (await browser.post('account/two-factor/begin', { password: person.password })).json().data
  await browser.post('account/two-factor/confirm', { code: totpOf(begun.secret) })
  for (let round = 0; round < 2; round += 1) {
    const other = visitor()
    await other.signIn(person)
    for (let tries = 0; tries < 5; tries += 1) {
      assertError(await other.post('second-step', { code: '000000' }), 400, 'INVALID_REQUEST')
    }
    const answer = await other.post('second-step', { code: totpOf(begun.secret) })
    assert.ok([401, 429].includes(answer.statusCode), answer.body)
    assert.equal(await other.isKnown(), false)
  }
  const last = visitor()
  await last.signIn(person)
  const locked = await last.post('second-step', { code: totpOf(begun.secret) })
  assertError(locked, 429, 'RATE_LIMIT_EXCEEDED')
})

test('replay: a code of the authenticator app lets in once, also when it comes twice at once', async () => {
  const { person, browser } = await signedIn()
  const { secret } = (await browser.post('account/two-factor/begin', { password: person.password })).json()
    .data
  const first = totpOf(secret)
  await browser.post('account/two-factor/confirm', { code: first })
  const [late, one, other] = [visitor(), visitor(), visitor()]
  for (const each of [late, one, other]) await each.signIn(person)
  assertError(await late.post('second-step', { code: first }), 401, 'INVALID_API_KEY')
  assert.equal(await late.isKnown(), false)
  const code = totpOf(secret, Date.now() + 30_000)
  const answers = await Promise.all([one, other].map((each) => each.post('second-step', { code })))
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).toSorted(), [200, 401])
  const sessions = (await browser.get('account/sessions')).json().data
  assert.equal(sessions.length, 2, 'the one that turned it on, and the one that was let in')
})

test('a sign-in that waits for its code ends when the password is changed meanwhile', async () => {
  const { person, browser } = await signedIn()
  const begun = (await browser.post('account/two-factor/begin', { password: person.password })).json().data
  await browser.post('account/two-factor/confirm', { code: totpOf(begun.secret) })
  const waiting = visitor()
  await waiting.signIn(person)
  const given = { currentPassword: person.password, newPassword: 'quite another sentence' }
  assert.equal((await browser.post('account/password', given)).statusCode, 200)
  const [code] = begun.recovery_codes
  assertError(await waiting.post('second-step', { code }), 401, 'INVALID_API_KEY')
})

test('brute force: an invitation to a publisher is no way to guess the password of whoever it names', async () => {
  const victim = await makeStaff(world, { role: 'operator' })
  const owner = await makeMember(world, { publisherId: world.app.publisherId, role: 'owner' })
  const browser = visitor()
  await browser.signIn(owner)
  const made = await browser.call('POST', '/manage/v1/invitations', { email: victim.email, role: 'analyst' })
  const given = { token: tokenOf(made.json().data), password: 'quite another sentence' }
  for (let tries = 0; tries < 10; tries += 1) {
    const answer = await visitor().post('links/use', { ...given, currentPassword: `wrong password ${tries}` })
    assertError(answer, 400, 'INVALID_REQUEST')
  }
  const late = { ...given, currentPassword: victim.password }
  assertError(await visitor().post('links/use', late), 429, 'RATE_LIMIT_EXCEEDED')
  assert.equal((await visitor().signIn(victim)).statusCode, 200)
})

test('enumeration: an unknown address, a wrong password and one without a password are answered alike', async () => {
  const person = await makeStaff(world)
  const answers = await Promise.all([
    visitor().signIn({ email: 'nobody@example.com', password: 'wrong password' }),
    visitor().signIn({ email: person.email, password: 'wrong password' }),
  ])
  const [unknown, wrong] = answers.map((answer) => ({
    status: answer.statusCode,
    error: answer.json().error,
    cookies: answer.headers['set-cookie'],
  }))
  assert.deepEqual(unknown, wrong)
})

test('enumeration: an unknown address costs as long as a wrong password', async () => {
  const { email } = await makeStaff(world)
  const medianOf = async (address: string): Promise<number> => {
    const times: number[] = []
    for (let tries = 0; tries < 5; tries += 1) {
      const startedMs = performance.now()
      await visitor().signIn({ email: address, password: 'wrong password' })
      times.push(performance.now() - startedMs)
    }
    return times.toSorted((a, b) => a - b)[2] ?? 0
  }
  const [unknownMs, wrongMs] = [await medianOf('nobody2@example.com'), await medianOf(email)]
  assert.ok(unknownMs > wrongMs / 3 && wrongMs > unknownMs / 3, `${unknownMs} ms and ${wrongMs} ms`)
})

test('privilege: a person of a publisher, whatever their role there, is nobody at the platform', async () => {
  const { person, browser } = await signedIn('operator')
  const { db } = world.ports
  await makeStaff(world, { role: 'operator' })
  await db.query('delete from people_members where user_id = $1', [person.personId])
  await db.query(
    `insert into people_members (organization_id, kind, user_id, role, created_at)
     select id, kind, $1, 'owner', now() from people_organizations where kind = 'publisher' limit 1`,
    [person.personId],
  )
  world.ports.people.forget()
  assertError(await browser.call('GET', '/operator/v1/session'), 401, 'INVALID_API_KEY')
  assert.equal((await browser.get('account')).json().data.role, null)
  const operator = await signedIn('operator')
  const path = `/operator/v1/people/${person.personId}`
  assertError(await operator.browser.call('PATCH', path, { role: 'operator' }), 404, 'RESOURCE_NOT_FOUND')
})

test('privilege: an organization that a caller names changes nothing', async () => {
  const invitation = await makeInvitation(world, 'analyst')
  const browser = visitor()
  const given = { token: tokenOf(invitation), password: 'correct horse battery' }
  const more = { role: 'operator', organizationId: 1, email: 'eve@example.com', personId: 'x' }
  const problems = assertError(await browser.post('links/use', { ...given, ...more }), 400, 'INVALID_REQUEST')
  assert.deepEqual(
    problems?.filter(({ rule }) => rule === 'unknown').map(({ field }) => field),
    ['role', 'organizationId', 'personId'],
  )
  assert.equal((await browser.post('links/use', { ...given, email: more.email })).statusCode, 200)
  const { role, email } = (await browser.get('account')).json().data
  assert.deepEqual([role, email], ['analyst', invitation.email])
  const renamed = await browser.call('PATCH', '/dashboard/auth/account', { name: 'Eve', ...more })
  assertError(renamed, 400, 'INVALID_REQUEST')
  assert.equal((await browser.get('account')).json().data.role, 'analyst')
})

test("privilege: nobody ends another person's session, or sees it", async () => {
  const victim = await signedIn()
  const [session] = (await victim.browser.get('account/sessions')).json().data
  const other = await signedIn('operator')
  const path = `/dashboard/auth/account/sessions/${session.id}`
  assertError(await other.browser.call('DELETE', path), 404, 'RESOURCE_NOT_FOUND')
  assert.equal(await victim.browser.isKnown(), true)
})

test('a token in the URL, or in a cookie, is never a proof', async () => {
  const { browser } = await signedIn('operator')
  const name = world.ports.newId()
  const { token } = (await browser.call('POST', '/operator/v1/tokens', { name, role: 'operator' })).json()
    .data
  const bare = decodeURIComponent(browser.cookies.get(sessionCookie) ?? '').split('.')[0] ?? ''
  for (const value of [token, bare]) {
    for (const query of ['token', 'access_token', 'authorization', 'session_token'])
      assertError(
        await world.get('/operator/v1/people', { query: { [query]: value } }),
        401,
        'INVALID_API_KEY',
      )
    const headers = { cookie: `${sessionCookie}=${value}` }
    assertError(await world.get('/operator/v1/people', { headers }), 401, 'INVALID_API_KEY')
  }
})

test('a set-up link, an invitation and a reset work once, also when both come at once', async () => {
  const invitation = await makeInvitation(world)
  const given = { token: tokenOf(invitation), password: 'correct horse battery' }
  const answers = await Promise.all([visitor().post('links/use', given), visitor().post('links/use', given)])
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).toSorted(), [200, 404])
  assertError(await visitor().post('links/look', { token: given.token }), 404, 'RESOURCE_NOT_FOUND')
})

test('a link that has ended is as one that never was', async () => {
  const invitation = await makeInvitation(world)
  world.clock.advance({ days: 7, seconds: 1 })
  const given = { token: tokenOf(invitation), password: 'correct horse battery' }
  assertError(await visitor().post('links/use', given), 404, 'RESOURCE_NOT_FOUND')
})
