import assert from 'node:assert/strict'
import type { ErrorCode, FieldProblem } from '@quoin/core/errors.ts'
import type { LightMyRequestResponse } from 'fastify'

/** The error envelope of the contract, whole, with the request id that the header has; returns the details. */
export function assertError(
  response: Pick<LightMyRequestResponse, 'statusCode' | 'headers' | 'body'>,
  status: number,
  code: ErrorCode,
): FieldProblem[] | null {
  assert.equal(response.statusCode, status, response.body)
  assert.equal(response.headers['content-type'], 'application/json; charset=utf-8')
  const json = JSON.parse(response.body)
  assert.deepEqual(Object.keys(json), ['success', 'error', 'meta'])
  assert.equal(json.success, false)
  assert.deepEqual(Object.keys(json.error), ['code', 'message', 'details'])
  assert.equal(json.error.code, code)
  assert.ok(json.error.message.length > 0)
  assertMeta(response, json.meta)
  return json.error.details
}

/** The success envelope of the contract with the meta of §2.2; returns the data. */
export function assertSuccess<Data = unknown>(
  response: Pick<LightMyRequestResponse, 'statusCode' | 'headers' | 'body'>,
  status = 200,
): Data {
  assert.equal(response.statusCode, status, response.body)
  assert.equal(response.headers['content-type'], 'application/json; charset=utf-8')
  const json = JSON.parse(response.body)
  assert.deepEqual(Object.keys(json), ['success', 'data', 'message', 'meta'])
  assert.equal(json.success, true)
  assert.equal(typeof json.message, 'string')
  assertMeta(response, json.meta)
  return json.data
}

function assertMeta(
  { headers }: Pick<LightMyRequestResponse, 'headers'>,
  meta: Readonly<Record<string, unknown>>,
): void {
  assert.ok(Number.isInteger(meta['timestamp']), 'meta.timestamp is whole Unix seconds')
  assert.match(String(meta['request_id']), /^req_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  assert.equal(headers['x-request-id'], meta['request_id'])
}

/** Fields and rules of a validation error, as `field rule`. */
export function rulesOf(problems: readonly FieldProblem[] | null): string[] {
  assert.ok(problems, 'there are details')
  return problems.map(({ field, rule }) => `${field} ${rule}`)
}
