import { unavailable } from '@quoin/core/errors.ts'
import {
  type ApiConsole,
  type CalledAs,
  type ConsoleAnswer,
  type ConsoleRequest,
  type Answered,
  type Inject,
  passHeader,
} from '../../ports/console.ts'

/** Calls under way; more are refused. */
const callsMax = 50
const passBytes = 24

/**
 * Hands requests to the server of this process without a connection. A pass is random, known to nobody else, good for
 * one request and gone when that is answered.
 */
export class InjectedConsole implements ApiConsole {
  readonly #random: (size: number) => Buffer
  readonly #passes = new Map<string, CalledAs>()
  #inject: Inject | undefined
  /** Also of calls whose pass was used: they cost until they are answered. */
  #underWay = 0

  constructor(random: (size: number) => Buffer) {
    this.#random = random
  }

  connect(inject: Inject): void {
    this.#inject = inject
  }

  redeem(pass: unknown): CalledAs | undefined {
    if (this.#passes.size === 0 || typeof pass !== 'string') return undefined
    const as = this.#passes.get(pass)
    this.#passes.delete(pass)
    return as
  }

  async call(as: CalledAs, { method, path, body, address }: ConsoleRequest): Promise<ConsoleAnswer> {
    if (!this.#inject || this.#underWay >= callsMax)
      throw unavailable('Too many calls are under way. Please try again.', { retryAfterSec: 1 })
    const pass = this.#random(passBytes).toString('base64url')
    this.#passes.set(pass, as)
    this.#underWay += 1
    try {
      const answer = await this.#inject({
        method,
        url: path,
        remoteAddress: address,
        headers: {
          [passHeader]: pass,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { payload: body }),
      })
      return { status: answer.statusCode, headers: textsOf(answer.headers), body: answer.body }
    } finally {
      this.#passes.delete(pass)
      this.#underWay -= 1
    }
  }
}

function textsOf(headers: Answered['headers']): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
}
