import assert from 'node:assert/strict'
import type { LightMyRequestResponse } from 'fastify'
import { assertError } from '../assert-answer.ts'
import type { CallOptions } from '../world.ts'
import type { Caller } from './callers.ts'

/** The texts that no answer may have. */
export interface Hidden {
  /** Proofs of anybody, and what the service keeps for itself. */
  readonly secrets: readonly string[]
  /** Texts of another organisation, which the platform's own people may see. */
  readonly canaries: string[]
}

/** Holds every answer to what is true of all of them, and counts them. */
export class AnswerWatch {
  calls = 0
  readonly #hidden: Hidden

  constructor(hidden: Hidden) {
    this.#hidden = hidden
  }

  look(caller: Caller, request: CallOptions, answer: LightMyRequestResponse): void {
    this.calls += 1
    const { statusCode, headers, body } = answer
    const where = `${request.method} ${request.path} by ${caller.name}: ${statusCode} ${body.slice(0, 300)}`
    assert.ok(statusCode < 500, where)
    if (statusCode < 300 || statusCode >= 400)
      assert.equal(headers['x-content-type-options'], 'nosniff', where)
    assert.ok(headers['x-request-id'], where)
    if (statusCode >= 400) {
      const { code } = answer.json().error
      assertError(answer, statusCode, code)
    }
    const sent = JSON.stringify(request)
    for (const secret of this.#hidden.secrets) assert.ok(!contains(answer, secret), `${where}\nhas a secret`)
    if (caller.isPlatform && request.path.startsWith('/operator/')) return
    for (const canary of this.#hidden.canaries) {
      if (!sent.includes(canary)) assert.ok(!contains(answer, canary), `${where}\nhas ${canary}`)
    }
  }
}

function contains({ body, headers }: LightMyRequestResponse, text: string): boolean {
  return body.includes(text) || JSON.stringify(headers).includes(text)
}

const changing: readonly (readonly [RegExp, string])[] = [
  [/"timestamp":\d+/g, '"timestamp":"<time>"'],
  [/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<uuid>'],
  [/"([a-z_]*id)":"?\d+"?/g, '"$1":"<n>"'],
  [/\b1[5-9]\d{8}(\d{3})?\b/g, '<time>'],
  [/[\w.+/-]{40,}=*/g, '<token>'],
  [/erased-[0-9a-f]{32}/g, '<token>'],
  // The samples number what they make.
  [/\b([a-z][a-z-]*-)\d+\b/g, '$1<n>'],
]

/** An answer without what differs between two calls, and without the id that was asked for. */
export function comparable({ statusCode, body }: LightMyRequestResponse, asked: readonly string[]): string {
  let text = body
  for (const [form, instead] of changing) text = text.replaceAll(form, instead)
  for (const id of asked) text = text.replaceAll(`"${id}"`, '<id>').replaceAll(id, '<id>')
  return `${statusCode} ${text}`
}
