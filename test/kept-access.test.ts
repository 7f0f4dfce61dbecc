import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertError, assertSuccess } from './support/assert-answer.ts'
import { bearer } from './support/bearer.ts'
import { makeStaff, TestVisitor, tokenOf } from './support/people.ts'
import { createWorld, type World } from './support/world.ts'

/** Attempts to keep, or to get back, what was taken away. */

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

let visitors = 0
function visitor(): TestVisitor {
  visitors += 1
  return new TestVisitor(world, { address: `198.51.100.${visitors}` })
}

async function signedIn(role: 'analyst' | 'reviewer' | 'operator' = 'operator') {
  const person = await makeStaff(world, { role })
  const browser = visitor()
  assert.equal((await browser.signIn(person)).statusCode, 200)
  return { person, browser, path: `/operator/v1/people/${person.personId}` }
}

const password = 'quite another sentence'

for (const [what, end] of [
  ['is taken off', { method: 'DELETE', body: undefined }],
  ['becomes less', { method: 'PATCH', body: { role: 'analyst' } }],
] as const)
  test(`an operator who ${what} keeps no link by which a colleague's password is set`, async () => {
    const { browser: chief, path: chiefPath } = await signedIn()
    const { browser: eve, path } = await signedIn()
    const link = assertSuccess<{ link: string }>(await eve.call('POST', `${chiefPath}/reset-link`), 201)
    assert.equal((await chief.call(end.method, path, end.body)).statusCode, 200)
    assertError(
      await visitor().post('links/use', { token: tokenOf(link), password }),
      404,
      'RESOURCE_NOT_FOUND',
    )
  })

test('a token that is revoked leaves no link by which a password is set', async () => {
  const { browser: chief, path } = await signedIn()
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
  const { browser: chief } = await signedIn()
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
