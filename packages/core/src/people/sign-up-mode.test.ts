import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signUpMode } from './sign-up-mode.ts'

for (const [setting, isMailed, hasOperator, mode] of [
  ['open', true, true, 'open'],
  ['open', false, true, 'approval'],
  ['approval', true, true, 'approval'],
  ['approval', false, true, 'approval'],
  ['closed', true, true, 'closed'],
  ['open', true, false, 'closed'],
  ['approval', false, false, 'closed'],
] as const)
  test(`SIGN_UP=${setting} ${isMailed ? 'with' : 'without'} mail, ${hasOperator ? 'an' : 'no'} operator: ${mode}`, () =>
    assert.equal(signUpMode({ setting, isMailed, hasOperator }), mode))
