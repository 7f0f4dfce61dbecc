import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Operation } from '@quoin/contract/operation.ts'
import { manageOperations } from '@quoin/contract/manage/operations.ts'
import { operatorOperations } from '@quoin/contract/operator/operations.ts'
import { peopleOperations } from '@quoin/contract/people/operations.ts'
import { type MemberRole, memberRoles } from '@quoin/core/people/member-role.ts'
import type { PublisherStatus } from '@quoin/core/publishers/publisher.ts'
import { isAtLeast } from '@quoin/core/people/role-ladder.ts'
import type { LightMyRequestResponse } from 'fastify'
import { manageRoutes } from '../packages/server/src/planes/manage/routes.ts'
import { assertError } from './support/assert-answer.ts'
import { manageSamples } from './support/manage/manage-samples.ts'
import type { OperatorSample } from './support/operator/samples.ts'
import { bearer, callSample, sampleOf, unknownIdOf } from './support/role-matrix.ts'
import { createWorld, type World } from './support/world.ts'

/*
 * Role × operation × whose it is, generated from the table of operations: whatever is added there is tested here, and an
 * operation without a sample fails. The other publisher has nothing, so whatever it is shown is somebody else's.
 */

const samplesFile = 'test/support/manage/manage-samples.ts'
const operatorToken = 'a-token-of-the-operator-0123456789abcdef'
let world: World
let ownId = 0
let otherId = 0
let status: PublisherStatus = 'active'
before(async () => {
  world = await createWorld({
    environment: { OPERATOR_TOKEN: operatorToken, FAILED_CREDENTIALS_PER_MINUTE: '1000000' },
    people: {
      findMember: () => undefined,
      findPublisherToken(token) {
        const [, whose, role] = /^token-of-(own|other)-(\w+)$/.exec(token) ?? []
        const found = memberRoles.find((one) => one === role)
        if (found === undefined) return undefined
        const publisherId = whose === 'own' ? ownId : otherId
        return { id: token, name: found, role: found, publisherId, publisher: whose ?? '', status }
      },
    },
  })
  ownId = world.app.publisherId
  otherId = await world.ports.store.publishers.insertPublisher(world.ports.db, 'Somebody else', 'active')
})
after(() => world.close())

test('every operation has a handler, a role, a sample, and a name and path of its own', () => {
  const handled = manageRoutes.map(({ operation }) => operation.id)
  const ids = manageOperations.map(({ id }) => id)
  assert.deepEqual(ids.toSorted(), handled.toSorted())
  assert.deepEqual([...new Set(handled)], handled)
  assert.deepEqual(Object.keys(manageSamples).toSorted(), ids.toSorted(), samplesFile)
  const others = new Set([...operatorOperations, ...peopleOperations].map(({ id }) => id))
  for (const { id, path, proof, role, query, body, method } of manageOperations) {
    assert.equal(others.has(id), false, `the dashboard's client has ${id} already`)
    assert.equal(proof, 'member', id)
    assert.ok(role !== undefined && role in { analyst: 0, developer: 0, owner: 0 }, `${id} has no role`)
    assert.match(path, /^\/manage\/v1\/[a-z]/, id)
    assert.ok('publisher' in query, `${id} cannot be asked for one of several publishers: query: ofPublisher`)
    // An app is named in the path, where the test of foreign ids below finds it.
    if (method !== 'GET') assert.equal('appId' in body, false, id)
    if (method !== 'GET') assert.notEqual(role, 'analyst', id)
    for (const name of Object.keys(query)) assert.doesNotMatch(name, /token|secret|password/i, id)
  }
})

for (const operation of manageOperations) {
  const least = operation.role ?? 'owner'
  const able = memberRoles.filter((role) => isAtLeast(memberRoles, role, least))

  test(`${operation.id}: nobody without proof, the platform's people included, and no role below ${least}`, async () => {
    const sample = await sampleFor(operation)
    const strangers = [
      {},
      bearer('wrong'),
      { cookie: 'session=wrong' },
      world.credentials,
      bearer(operatorToken),
    ]
    for (const headers of strangers)
      assertError(await call(operation, sample, headers), 401, 'INVALID_API_KEY')
    for (const role of memberRoles.filter((one) => !able.includes(one)))
      assertError(await call(operation, sample, as('own', role)), 401, 'INVALID_API_SECRET')
  })

  test(`${operation.id}: ${able.join(', ')} may`, async () => {
    for (const role of able) {
      const answer = await call(operation, await sampleFor(operation), as('own', role))
      const expected = operation.success.map(({ status }) => status)
      assert.ok(expected.includes(answer.statusCode), `${answer.statusCode}: ${answer.body}`)
    }
  })

  test(`${operation.id}: another publisher's does not exist`, async () => {
    const sample = await sampleFor(operation)
    const named = { ...sample, query: { ...sample.query, publisher: String(ownId) } }
    assertError(await call(operation, named, as('other', 'owner')), 404, 'RESOURCE_NOT_FOUND')
    const unnamed = await call(operation, sample, as('other', 'owner'))
    if (operation.pathParameters !== undefined) assertError(unnamed, 404, 'RESOURCE_NOT_FOUND')
    else if (operation.method === 'GET' && isJson(unnamed) && Array.isArray(unnamed.json().data))
      assert.deepEqual(unnamed.json().data, [], 'the other publisher has nothing')
  })

  test(`${operation.id}: the people of a suspended publisher ${operation.method === 'GET' ? 'may' : 'may not'}`, async (t) => {
    const sample = await sampleFor(operation)
    t.after(() => {
      status = 'active'
    })
    status = 'suspended'
    const answer = await call(operation, sample, as('own', 'owner'))
    if (operation.method === 'GET') assert.ok(answer.statusCode < 300, answer.body)
    else {
      assertError(answer, 401, 'INVALID_API_SECRET')
      assert.match(answer.body, /suspended/)
    }
  })

  for (const name of Object.keys(operation.pathParameters ?? {})) {
    test(`${operation.id}: an unknown ${name} is 404`, async () => {
      const sample = await sampleFor(operation)
      const path = { ...sample.path, [name]: unknownIdOf(operation, name) }
      const answer = await call(operation, { ...sample, path }, as('own', 'owner'))
      assertError(answer, 404, 'RESOURCE_NOT_FOUND')
    })
  }
}

function isJson({ headers }: LightMyRequestResponse): boolean {
  return String(headers['content-type']).startsWith('application/json')
}

async function sampleFor(operation: Operation): Promise<OperatorSample> {
  return await sampleOf(world, operation, { samples: manageSamples, file: samplesFile })
}

function as(whose: 'own' | 'other', role: MemberRole): Record<string, string> {
  return bearer(`token-of-${whose}-${role}`)
}

async function call(
  operation: Operation,
  sample: OperatorSample,
  headers: Readonly<Record<string, string>>,
): Promise<LightMyRequestResponse> {
  return await callSample(world, operation, { ...sample, headers })
}
