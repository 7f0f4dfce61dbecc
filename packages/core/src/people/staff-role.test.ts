import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayAct } from './staff-role.ts'

for (const [role, least, may] of [
  ['analyst', 'analyst', true],
  ['analyst', 'reviewer', false],
  ['analyst', 'operator', false],
  ['reviewer', 'analyst', true],
  ['reviewer', 'reviewer', true],
  ['reviewer', 'operator', false],
  ['operator', 'analyst', true],
  ['operator', 'operator', true],
] as const) {
  test(`${role} ${may ? 'may' : 'may not'} do what asks for ${least}`, () =>
    assert.equal(mayAct(role, least), may))
}
