import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Operation } from '@quoin/contract/operation.ts'
import { operatorOperations } from '@quoin/contract/operator/operations.ts'
import { mayAct, type StaffRole, staffRoles } from '@quoin/core/people/staff-role.ts'
import type { LightMyRequestResponse } from 'fastify'
import { operatorRoutes } from '../packages/server/src/planes/operator/routes.ts'
import { assertError } from './support/assert-answer.ts'
import { operatorSamples } from './support/operator/operator-samples.ts'
import type { OperatorSample } from './support/operator/samples.ts'
import { bearer, callSample, sampleOf, unknownIdOf } from './support/role-matrix.ts'
import { createWorld, type World } from './support/world.ts'

/*
 * Role × operation × foreign id, generated from the table of operations: whatever is added there is tested here, and an
 * operation without a sample fails.
 */

const operatorToken = 'a-token-of-the-operator-0123456789abcdef'
let world: World
before(async () => {
  world = await createWorld({
    environment: { OPERATOR_TOKEN: operatorToken, FAILED_CREDENTIALS_PER_MINUTE: '1000000' },
    people: {
      findSession: () => undefined,
      findToken: (token) => {
        const role = staffRoles.find((one) => token === `token-of-${one}`)
        return role === undefined ? undefined : { id: role, name: role, role }
      },
    },
  })
})
after(() => world.close())

const samplesFile = 'test/support/operator/operator-samples.ts'

test('every operation has a handler, a role, a sample, and a path of its own', () => {
  const handled = operatorRoutes.map(({ operation }) => operation.id)
  assert.deepEqual(operatorOperations.map(({ id }) => id).toSorted(), handled.toSorted())
  assert.deepEqual([...new Set(handled)], handled)
  for (const { id, path, proof, role, query, method } of operatorOperations) {
    assert.ok(id in operatorSamples, `${id} has no row in ${samplesFile}`)
    assert.equal(proof, 'staff', id)
    assert.ok(role !== undefined, `${id} has no role`)
    assert.match(path, /^\/operator\/v1\/[a-z]/, id)
    // An operation that only reads is for everybody who may read; one that changes something is not.
    if (method !== 'GET') assert.notEqual(role, 'analyst', id)
    for (const name of Object.keys(query)) assert.doesNotMatch(name, /token|secret|password/i, id)
  }
  const ids = new Set(operatorOperations.map(({ id }) => id))
  assert.deepEqual(
    Object.keys(operatorSamples).filter((id) => !ids.has(id)),
    [],
  )
})

for (const operation of operatorOperations) {
  const least = staffRoles.find((role) => role === operation.role) ?? 'operator'

  test(`${operation.id}: nobody without proof, and no role below ${least}`, async () => {
    const sample = await sampleFor(operation)
    for (const headers of [{}, bearer('wrong'), { cookie: 'session=wrong' }, world.credentials])
      assertError(await call(operation, sample, headers), 401, 'INVALID_API_KEY')
    for (const role of staffRoles.filter((one) => !mayAct(one, least)))
      assertError(await call(operation, sample, asRole(role)), 401, 'INVALID_API_SECRET')
  })

  test(`${operation.id}: ${staffRoles.filter((one) => mayAct(one, least)).join(', ')} and OPERATOR_TOKEN may`, async () => {
    const callers = staffRoles.filter((one) => mayAct(one, least)).map(asRole)
    for (const headers of [...callers, bearer(operatorToken)]) {
      const answer = await call(operation, await sampleFor(operation), headers)
      const expected = operation.success.map(({ status }) => status)
      assert.ok(expected.includes(answer.statusCode), `${answer.statusCode}: ${answer.body}`)
    }
  })

  for (const name of Object.keys(operation.pathParameters ?? {})) {
    test(`${operation.id}: an unknown ${name} is 404`, async () => {
      const sample = await sampleFor(operation)
      const path = { ...sample.path, [name]: unknownIdOf(operation, name) }
      assertError(await call(operation, { ...sample, path }, asRole('operator')), 404, 'RESOURCE_NOT_FOUND')
    })
  }
}

async function sampleFor(operation: Operation): Promise<OperatorSample> {
  return await sampleOf(world, operation, { samples: operatorSamples, file: samplesFile })
}

function asRole(role: StaffRole): Record<string, string> {
  return bearer(`token-of-${role}`)
}

async function call(
  operation: Operation,
  sample: OperatorSample,
  headers: Readonly<Record<string, string>>,
): Promise<LightMyRequestResponse> {
  return await callSample(world, operation, { ...sample, headers })
}
