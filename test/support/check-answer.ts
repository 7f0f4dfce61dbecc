import assert from 'node:assert/strict'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { matchesPath, type Operation } from '@quoin/contract/operation.ts'
import { manageOperations } from '@quoin/contract/manage/operations.ts'
import { operations } from '@quoin/contract/operations.ts'
import { operatorOperations } from '@quoin/contract/operator/operations.ts'
import { peopleOperations } from '@quoin/contract/people/operations.ts'
import { systemOperations } from '@quoin/contract/system-operations.ts'
import { errorEnvelope, successEnvelope } from '@quoin/contract/shapes/envelopes.ts'
import { optionTextsOf } from './option-texts.ts'

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)

const documented: readonly Operation[] = [
  ...operations,
  ...systemOperations,
  ...operatorOperations,
  ...manageOperations,
  ...peopleOperations,
]

const validators = new Map<object, ValidateFunction>()

function validatorOf(key: object, makeSchema: () => object): ValidateFunction {
  const known = validators.get(key)
  if (known) return known
  const validate = ajv.compile(makeSchema())
  validators.set(key, validate)
  return validate
}

/** Fails the test when a JSON answer is not what the OpenAPI document says of its operation, or speaks of commands' options. */
export function checkAnswer(answer: {
  method: string
  path: string
  status: number
  contentType: string
  body: string
}): void {
  if (answer.method === 'HEAD' || !answer.contentType.startsWith('application/json')) return
  const operation = documented.find((row) => isOf(row, answer))
  const json: unknown = JSON.parse(answer.body)
  const options = optionTextsOf(json)
  assert.deepEqual(options, [], `${answer.method} ${answer.path} speaks of options: ${answer.body}`)
  const success = operation?.success.find(({ status }) => status === answer.status)
  const validate =
    success?.data === undefined
      ? answer.status >= 400
        ? validatorOf(errorEnvelope, () => errorEnvelope)
        : undefined
      : validatorOf(success, () => successEnvelope(success.data ?? {}, success.meta))
  if (!validate) return
  const where = `${answer.method} ${answer.path} ${answer.status}`
  assert.ok(
    validate(json),
    `${where} is not as documented: ${JSON.stringify(validate.errors)}\n${answer.body}`,
  )
}

function isOf({ method, path, aliases = [] }: Operation, answer: { method: string; path: string }): boolean {
  if (method !== answer.method) return false
  const isPostback = path === '/postback' && answer.path.startsWith('/postback')
  return isPostback || [path, ...aliases].some((one) => matchesPath(one, answer.path))
}
