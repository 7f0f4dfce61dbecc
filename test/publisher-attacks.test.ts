import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertError, assertSuccess } from './support/assert-answer.ts'
import { eventually } from './support/eventually.ts'
import { type MailBox, openMailBox } from './support/mail-box.ts'
import { makeMember, makeStaff, openVisitors, type TestVisitor, tokenOf } from './support/people.ts'
import { bearer } from './support/bearer.ts'
import { createWorld, type World } from './support/world.ts'

/** Attempts of a publisher's own people to be somebody else, or more than they are. */

let box: MailBox
let world: World
before(async () => {
  box = await openMailBox()
  world = await createWorld({ environment: { SMTP_URL: box.url, SIGN_UP: 'open' } })
})
after(async () => {
  await world.close()
  await box.close()
})

const { visitor } = openVisitors(() => world)

async function ownerOf(publisherId: number) {
  const browser = visitor()
  await browser.signIn(await makeMember(world, { publisherId, role: 'owner' }))
  return browser
}

async function newPublisher(name: string): Promise<number> {
  const { db, store } = world.ports
  return await store.publishers.insertPublisher(db, name, 'active')
}

async function letterTo(address: string): Promise<string> {
  const find = () => box.letters.find((letter) => letter.includes(`To: ${address}`))
  await eventually(async () => find() !== undefined, true)
  return find() ?? ''
}

const password = 'correct horse battery'

test('an owner who invites an address that is not theirs never sees the link: it goes to the address alone', async () => {
  const owner = await ownerOf(world.app.publisherId)
  const invitation = { email: 'chief@example.com', role: 'owner' }
  const made = await owner.call('POST', '/manage/v1/invitations', invitation)
  assert.deepEqual([made.json().data.link, made.json().data.is_mailed], [null, true])
  assert.doesNotMatch(made.body, /\/dashboard\/link/)
  const letter = await letterTo('chief@example.com')
  const [, token = ''] = /\/dashboard\/link#([\w-]{43})/.exec(letter) ?? []
  assert.equal((await visitor().post('links/use', { token, password })).statusCode, 200)
})

test('a name with a line end, a quote or an address in it adds nothing to the head of a mail', async () => {
  const publisherId = await newPublisher('Nova\r\nBcc: eve@example.com\r\n\r\n"<eve@example.com>, \u2028x')
  const owner = await ownerOf(publisherId)
  const refused = await visitor().post('sign-up', { email: 'a@example.com\r\nBcc: eve@example.com' })
  assertError(refused, 400, 'INVALID_REQUEST')
  await owner.call('POST', '/manage/v1/invitations', { email: 'guest@example.com', role: 'analyst' })
  const letter = await letterTo('guest@example.com')
  const [head = ''] = letter.split(/\r?\n\r?\n/)
  assert.doesNotMatch(head, /^Bcc:/im)
  assert.equal(head.match(/^To:/gim)?.length, 1)
})

test('the open invitations of a token end when it is revoked, those of others stay', async () => {
  const owner = await ownerOf(await newPublisher('Inviting'))
  const body = { name: 'inviter', role: 'owner' }
  const token = assertSuccess<{ id: string; token: string }>(
    await owner.call('POST', '/manage/v1/tokens', body),
    201,
  )
  const invite = { path: '/manage/v1/invitations', body: { email: 'friend@example.com', role: 'owner' } }
  const headers = bearer(token.token)
  assert.equal((await world.call({ method: 'POST', ...invite, headers })).statusCode, 201)
  await owner.call('POST', '/manage/v1/invitations', { email: 'kept@example.com', role: 'analyst' })
  assert.equal((await owner.call('DELETE', `/manage/v1/tokens/${token.id}`)).statusCode, 200)
  const open = assertSuccess<{ email: string }[]>(await owner.call('GET', '/manage/v1/invitations'))
  assert.deepEqual(
    open.map(({ email }) => email),
    ['kept@example.com'],
  )
})

test("the open invitations of the platform's token end when it is revoked", async () => {
  const operator = visitor()
  await operator.signIn(await makeStaff(world, { role: 'operator' }))
  const made = await operator.call('POST', '/operator/v1/tokens', { name: 'inviter', role: 'operator' })
  const { id, token } = assertSuccess<{ id: string; token: string }>(made, 201)
  const call = { method: 'POST', path: '/operator/v1/invitations', headers: bearer(token) }
  const body = { email: 'mole@example.com', role: 'operator' }
  const { link } = assertSuccess<{ link: string }>(await world.call({ ...call, body }), 201)
  await operator.call('DELETE', `/operator/v1/tokens/${id}`)
  const used = await visitor().post('links/use', { token: tokenOf({ link }), password })
  assertError(used, 404, 'RESOURCE_NOT_FOUND')
})

test('no name of a publisher and a token makes its program look like another in the audit log', async () => {
  const operator = visitor()
  await operator.signIn(await makeStaff(world, { role: 'operator' }))
  await operator.call('POST', '/operator/v1/tokens', { name: 'ci/deploy', role: 'operator' })
  const actors = new Set(['token:ci/deploy'])
  for (const [publisher, name] of [
    ['ci', 'deploy'],
    ['ci/deploy', 'x'],
    ['ci/deploy/x', 'y'],
    ['ci/deploy', 'x/y'],
  ] as const) {
    const known = await world.ports.store.publishers.findPublisherByName(world.ports.db, publisher)
    const owner = await ownerOf(known ?? (await newPublisher(publisher)))
    const made = await owner.call('POST', '/manage/v1/tokens', { name, role: 'owner' })
    const { token } = assertSuccess<{ token: string }>(made, 201)
    const session = await world.get('/manage/v1/session', { headers: bearer(token) })
    const { actor } = assertSuccess<{ actor: string }>(session)
    assert.equal(actors.has(actor), false, actor)
    actors.add(actor)
  }
})

test('the parts of one app are not reached through another app of the same or of another publisher', async () => {
  const owner = await ownerOf(world.app.publisherId)
  const make = async (browser: TestVisitor, name: string): Promise<string> =>
    assertSuccess<{ id: string }>(
      await browser.call('POST', '/manage/v1/apps', { name, currencyRate: 1 }),
      201,
    ).id
  const [first, second] = [await make(owner, 'First'), await make(owner, 'Second')]
  const foreigner = await ownerOf(await newPublisher('Foreigner'))
  const foreign = await make(foreigner, 'Foreign')
  const at = (app: string, rest: string) => `/manage/v1/apps/${app}/${rest}`
  const to = Math.floor(world.clock.nowMs() / 1000) + 86_400
  const promotion = await owner.call('POST', at(first, 'promotions'), { basisPoints: 20_000, to })
  const entry = await owner.call('POST', at(first, 'user/list'), {
    userId: 'u',
    action: 'block',
    reason: 'x',
  })
  const credentials = (await owner.call('GET', at(first, 'credentials?mode=live'))).json().data
  const [promotionId, entryId] = [
    assertSuccess<{ id: string }>(promotion, 201).id,
    assertSuccess<{ id: string }>(entry).id,
  ]
  for (const [browser, app] of [
    [owner, second],
    [foreigner, foreign],
  ] as const) {
    for (const [method, rest] of [
      ['POST', `promotions/${promotionId}/end`],
      ['DELETE', `user/list/${entryId}`],
      ['DELETE', `credentials/key/${credentials.keys[0].id}`],
      ['DELETE', `credentials/secret/${credentials.secrets[0].id}`],
    ] as const) {
      const answer = await browser.call(method, at(app, rest), method === 'POST' ? {} : undefined)
      assertError(answer, 404, 'RESOURCE_NOT_FOUND')
    }
  }
})

test('a member of two publishers who is taken off one keeps the other and loses the first at once', async () => {
  const other = await newPublisher('Another')
  const owner = await ownerOf(world.app.publisherId)
  const person = await makeMember(world, { publisherId: world.app.publisherId, role: 'owner' })
  const { db, store } = world.ports
  const organization = await store.organizations.findOrganizationOf(db, other)
  const member = { organizationId: organization?.id ?? 0, personId: person.personId, nowMs: 0 }
  await db.transaction((tx) => store.organizations.upsertMember(tx, { ...member, role: 'analyst' }))
  const browser = visitor()
  await browser.signIn(person)
  assert.equal((await owner.call('DELETE', `/manage/v1/people/${person.personId}`)).statusCode, 200)
  assertError(await browser.call('GET', '/manage/v1/session'), 401, 'INVALID_API_KEY')
  await browser.signIn(person)
  const publisher = `?publisher=${world.app.publisherId}`
  assertError(await browser.call('GET', `/manage/v1/session${publisher}`), 404, 'RESOURCE_NOT_FOUND')
  assertError(
    await browser.call('GET', `/manage/v1/apps/${world.app.appId}${publisher}`),
    404,
    'RESOURCE_NOT_FOUND',
  )
  assertError(await browser.call('GET', `/manage/v1/apps/${world.app.appId}`), 404, 'RESOURCE_NOT_FOUND')
  assert.equal((await browser.call('GET', '/manage/v1/session')).json().data.role, 'analyst')
})
