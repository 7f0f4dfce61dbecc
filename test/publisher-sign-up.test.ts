import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { languages, listSnippets } from '../packages/dashboard/src/pages/publisher/start/snippets.ts'
import { decideOnPublisher } from '../packages/server/src/features/publishers/change-publisher.ts'
import { assertError, assertSuccess } from './support/assert-answer.ts'
import { followOffer } from './support/conversions.ts'
import { makeMember, makeStaff, openVisitors, type TestVisitor, tokenOf } from './support/people.ts'
import { missingFor, runLines } from './support/run-lines.ts'
import { createWorld, type World } from './support/world.ts'

/* A publisher from the first form on: signed up, approved, with an app, its steps, its people. */

let world: World
before(async () => {
  world = await createWorld()
  await makeStaff(world, { role: 'operator' })
  await world.server.listen({ host: '127.0.0.1', port: 0 })
})
after(() => world.close())

const { visitor } = openVisitors(() => world)

const password = 'correct horse battery'

interface Made {
  readonly id: string
  readonly live: { readonly api_key: string; readonly api_secret: string }
  readonly test: { readonly api_key: string; readonly api_secret: string }
}

async function signUp(publisher: string) {
  const browser = visitor()
  const given = { email: `${publisher.toLowerCase()}@example.com`, name: 'Mira', password, publisher }
  const answer = await browser.post('sign-up', given)
  assert.equal(answer.statusCode, 201, answer.body)
  return browser
}

/** Signed up and approved: without mail nobody is invited before. */
async function signUpApproved(publisher: string) {
  const browser = await signUp(publisher)
  const session = assertSuccess<{ publisher_id: string }>(await browser.call('GET', '/manage/v1/session'))
  const publisherId = Number(session.publisher_id)
  await decideOnPublisher({ ...world.ports, actor: 'test' }, { publisherId, decision: 'approve' })
  return browser
}

async function makeApp(browser: TestVisitor): Promise<Made> {
  const answer = await browser.call('POST', '/manage/v1/apps', { name: 'Nova', currencyRate: 500 })
  return assertSuccess<Made>(answer, 201)
}

async function stepsOf(browser: TestVisitor, appId: string): Promise<readonly string[]> {
  await world.open.usage.write()
  const answer = await browser.call('GET', `/manage/v1/apps/${appId}/start`)
  const { steps } = assertSuccess<{ steps: { step: string; done_at: number | null }[] }>(answer)
  return steps.filter(({ done_at }) => done_at !== null).map(({ step }) => step)
}

test('somebody signs up, tests at once, and goes live when the platform approves', async () => {
  const browser = await signUp('Nova')
  const session = assertSuccess<{ role: string; publisher: string; publisher_id: string }>(
    await browser.call('GET', '/manage/v1/session'),
  )
  assert.deepEqual([session.role, session.publisher], ['owner', 'Nova'])
  const made = await makeApp(browser)
  const call = (mode: 'live' | 'test') =>
    world.get('/api/v1/offers?userId=u', {
      headers: { 'x-api-key': made[mode].api_key, 'x-api-secret': made[mode].api_secret },
    })
  assert.equal((await call('test')).statusCode, 200)
  assert.equal((await call('live')).statusCode, 401)
  const publisherId = Number(session.publisher_id)
  await decideOnPublisher({ ...world.ports, actor: 'test' }, { publisherId, decision: 'approve' })
  assert.equal((await call('live')).statusCode, 200)
})

test('a name that is taken is told, and makes nothing', async () => {
  await signUp('Once')
  const sameName = { email: 'other@example.com', password, publisher: 'Once' }
  assertError(await visitor().post('sign-up', sameName), 400, 'INVALID_REQUEST')
  const people = await world.ports.store.persons.listUnconfirmed(world.ports.db)
  assert.ok(people.every(({ claimedEmail }) => claimedEmail !== 'other@example.com'))
})

test('where mail is sent the address is confirmed first, and the answer tells nobody who is here', async () => {
  const letters: string[] = []
  const mail = {
    isOn: true,
    send: ({ text }: { text: string }) => void letters.push(text),
    deliver: async () => null,
    close: async () => {},
  }
  const { mailSignUp } = await import('../packages/server/src/features/people/sign-up.ts')
  await mailSignUp({ ...world.ports, mail }, { email: 'mailed@example.com', language: 'ko' })
  assert.match(letters[0] ?? '', /가입을 계속하려면/)
  const link = /https?:\S+#\S+/.exec(letters[0] ?? '')?.[0] ?? ''
  const token = tokenOf({ link })
  const browser = visitor()
  assert.equal((await browser.post('links/look', { token })).json().data.kind, 'sign_up')
  assertError(await browser.post('links/use', { token, password }), 400, 'INVALID_REQUEST')
  const used = await browser.post('links/use', { token, password, publisher: 'Mailed' })
  assert.equal(used.json().data.state, 'signed_in', used.body)
  assert.equal((await browser.call('GET', '/manage/v1/session')).json().data.publisher, 'Mailed')
  await mailSignUp({ ...world.ports, mail }, { email: 'mailed@example.com', language: 'en' })
  assert.doesNotMatch(letters[1] ?? '', /#/)
})

test('an invited developer may make apps and no people; the last owner stays', async () => {
  const owner = await signUpApproved('Duo')
  const invited = assertSuccess<{ link: string }>(
    await owner.call('POST', '/manage/v1/invitations', { email: 'dev@example.com', role: 'developer' }),
    201,
  )
  const developer = visitor()
  const look = await developer.post('links/look', { token: tokenOf(invited) })
  assert.deepEqual([look.json().data.role, look.json().data.publisher], ['developer', 'Duo'])
  await developer.post('links/use', { token: tokenOf(invited), password })
  await makeApp(developer)
  const invitation = { email: 'x@example.com', role: 'analyst' }
  const refused = await developer.call('POST', '/manage/v1/invitations', invitation)
  assertError(refused, 401, 'INVALID_API_SECRET')
  const people = assertSuccess<{ id: string; role: string }[]>(await owner.call('GET', '/manage/v1/people'))
  const self = people.find(({ role }) => role === 'owner')
  const demoted = await owner.call('PATCH', `/manage/v1/people/${self?.id}`, { role: 'analyst' })
  assertError(demoted, 400, 'INVALID_REQUEST')
})

test('an owner who is taken off, or becomes less, leaves no invitation behind', async () => {
  const owner = await signUpApproved('Trio')
  const invite = async (by: TestVisitor, email: string, role: string) =>
    assertSuccess<{ link: string }>(await by.call('POST', '/manage/v1/invitations', { email, role }), 201)
  for (const [at, method] of (['DELETE', 'PATCH'] as const).entries()) {
    const email = `second-${at}@example.com`
    const second = visitor()
    await second.post('links/use', { token: tokenOf(await invite(owner, email, 'owner')), password })
    const left = await invite(second, `back-${at}@example.com`, 'owner')
    const kept = await invite(owner, `new-${at}@example.com`, 'analyst')
    const people = assertSuccess<{ id: string; email: string }[]>(
      await owner.call('GET', '/manage/v1/people'),
    )
    const path = `/manage/v1/people/${people.find((one) => one.email === email)?.id}`
    const ended = await owner.call(method, path, method === 'PATCH' ? { role: 'developer' } : undefined)
    assert.equal(ended.statusCode, 200, ended.body)
    assertError(
      await visitor().post('links/use', { token: tokenOf(left), password }),
      404,
      'RESOURCE_NOT_FOUND',
    )
    assert.equal((await visitor().post('links/use', { token: tokenOf(kept), password })).statusCode, 200)
  }
})

test('somebody of two publishers acts for the one that is named, and for no third', async () => {
  const { db, store } = world.ports
  const second = await store.publishers.insertPublisher(db, 'Second', 'active')
  const third = await store.publishers.insertPublisher(db, 'Third', 'active')
  const person = await makeMember(world, { publisherId: world.app.publisherId, role: 'analyst' })
  const organization = await store.organizations.findOrganizationOf(db, second)
  const member = { organizationId: organization?.id ?? 0, personId: person.personId, nowMs: 0 }
  await db.transaction((tx) => store.organizations.upsertMember(tx, { ...member, role: 'owner' }))
  const browser = visitor()
  await browser.signIn(person)
  const roleAt = async (publisher: number) =>
    (await browser.call('GET', `/manage/v1/session?publisher=${publisher}`)).json().data?.role
  assert.deepEqual(
    [await roleAt(world.app.publisherId), await roleAt(second), await roleAt(third)],
    ['analyst', 'owner', undefined],
  )
})

test('steps are ticked by what happens, and a run from the page ticks none', async () => {
  const browser = await signUp('Steps')
  const made = await makeApp(browser)
  assert.deepEqual(await stepsOf(browser, made.id), ['keys_made'])
  const opened = await browser.call('POST', `/manage/v1/apps/${made.id}/sessions`, {
    mode: 'test',
    userId: 'me',
  })
  const { token } = assertSuccess<{ token: string }>(opened, 201)
  const run = await world.get('/api/v1/offers?userId=me', { headers: { authorization: `Bearer ${token}` } })
  assert.equal(run.statusCode, 200)
  assert.deepEqual(await stepsOf(browser, made.id), ['keys_made'])
  const headers = { 'x-api-key': made.test.api_key, 'x-api-secret': made.test.api_secret }
  await world.get('/api/v1/offers?userId=me', { headers })
  assert.deepEqual(await stepsOf(browser, made.id), ['keys_made', 'first_list'])
  const app = { ...world.app, appId: Number(made.id) }
  const offerId = await world.addOffer()
  await followOffer({ ...world, app }, { offerId, userId: 'me', apiKey: made.test.api_key })
  assert.deepEqual(await stepsOf(browser, made.id), ['keys_made', 'first_list', 'first_click'])
})

test('a secret is rotated while calls go on, and none of them fails', async () => {
  const browser = await signUp('Rotating')
  const made = await makeApp(browser)
  const call = async (secret: string) =>
    (
      await world.get('/api/v1/offers?userId=u', {
        headers: { 'x-api-key': made.test.api_key, 'x-api-secret': secret },
      })
    ).statusCode
  const before = Array.from({ length: 10 }, () => call(made.test.api_secret))
  const rotation = { kind: 'secret', mode: 'test', overlapSec: 3_600 }
  const path = `/manage/v1/apps/${made.id}/credentials`
  const rotated = assertSuccess<{ credential: string }>(await browser.call('POST', path, rotation), 201)
  const after = [call(rotated.credential), call(made.test.api_secret)]
  assert.deepEqual([...new Set(await Promise.all([...before, ...after]))], [200])
})

for (const language of languages)
  for (const mode of ['test', 'live'] as const)
    test(`the ${mode} lines in ${language} list offers with the app's own key`, async (context) => {
      const missing = await missingFor(language)
      if (missing !== undefined) return context.skip(missing)
      const { port } = world.server.server.address() as AddressInfo // an IP server has one
      const { apiKey, apiSecret } = world.app[mode]
      const text = listSnippets[language]({ baseUrl: `http://127.0.0.1:${port}`, apiKey, mode })
      assert.equal(JSON.parse(await runLines(language, text, { API_SECRET: apiSecret })).success, true)
    })

test('an operator looks at a publisher: read-only unless asked, named in the audit log, for as long as it lasts', async () => {
  const { publisherId, appId } = world.app
  const person = await makeStaff(world, { role: 'operator' })
  const browser = visitor()
  await browser.signIn(person)
  assertError(await browser.call('GET', '/manage/v1/session'), 401, 'INVALID_API_SECRET')
  const begin = (mayChange: boolean) =>
    browser.post('views', { publisherId, reason: 'Ticket 4711', mayChange })
  assert.equal((await begin(false)).statusCode, 201)
  const path = `/manage/v1/apps/${appId}?publisher=${publisherId}`
  assert.equal((await browser.call('GET', path)).statusCode, 200)
  assertError(await browser.call('PATCH', path, { name: 'Other' }), 401, 'INVALID_API_SECRET')
  assert.equal((await begin(true)).statusCode, 201)
  assert.equal((await browser.call('PATCH', path, { name: 'Other' })).statusCode, 200)
  assert.equal((await browser.call('DELETE', `/dashboard/auth/views/${publisherId}`)).statusCode, 200)
  assertError(await browser.call('GET', path), 401, 'INVALID_API_SECRET')
  const rows = await world.ports.store.audit.listAudit(world.ports.db, { limit: 20 })
  const own = rows.filter(({ actor }) => actor === `person:${person.email}`).map(({ action }) => action)
  const expected = ['publisher.view_ended', 'app.updated', 'publisher.view_begun', 'publisher.view_begun']
  assert.deepEqual(
    own.filter((action) => action !== 'person.signed_in'),
    expected,
  )
  const reviewer = await makeStaff(world, { role: 'reviewer' })
  const other = visitor()
  await other.signIn(reviewer)
  const asked = await other.post('views', { publisherId, reason: 'Curious', mayChange: false })
  assertError(asked, 401, 'INVALID_API_SECRET')
})
