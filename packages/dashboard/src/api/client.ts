import { operations, version } from 'virtual:operations'
import type { AnswerOf, Input, OperationId } from './operation-types.ts'
import { readRefusal } from './refusal.ts'

interface CallOptions {
  readonly signal?: AbortSignal
  /** It is sent to its end although the page is left. */
  readonly outlivesPage?: boolean
}

/** Calls one operation of the operator API by its id. Throws a Refusal where the answer is no. */
export async function callOperation<Id extends OperationId>(
  id: Id,
  input: Input<Id>,
  { signal, outlivesPage = false }: CallOptions = {},
): Promise<AnswerOf<Id>> {
  const [method, path] = findOperation(id)
  const { body } = input
  const address = addressOf(path, input)
  const response = await send(address, {
    method,
    headers: {
      accept: 'application/json',
      'x-quoin-version': version,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
    credentials: 'same-origin',
    keepalive: outlivesPage,
  })
  const answer = await readJson(response)
  if (!response.ok) throw readRefusal(response.status, answer)
  const age = response.headers.get('x-data-age')
  const known = answer as AnswerOf<Id> // the server's tests hold its answers against the same contract
  return age === null ? known : { ...known, dataAgeSec: Number(age) }
}

declare global {
  /** Calls that the document has begun before this program was there, by address (tools/early-data.ts). */
  var begun: Map<string, Promise<Response>> | undefined
}

/** After this the document's answers are too old to be shown. */
const earlyMs = 10_000

/** Each call of the document's is used once, and only if it went well: whoever asks again wants what is true then. */
async function send(address: string, request: RequestInit): Promise<Response> {
  const early = request.method === 'GET' ? globalThis.begun?.get(address) : undefined
  globalThis.begun?.delete(address)
  const answer =
    early === undefined || performance.now() > earlyMs ? undefined : await early.catch(() => undefined)
  return answer?.ok ? answer : await fetch(address, request)
}

/** Where an operation is found, for a link (a download): its path with all parameters. */
export function addressOfOperation<Id extends OperationId>(id: Id, input: Input<Id>): string {
  return addressOf(findOperation(id)[1], input)
}

function findOperation(id: string): readonly [method: string, path: string] {
  const found = operations[id]
  if (!found) throw new Error(`The contract has no operation ${id}: build the dashboard again.`)
  return found
}

interface Places {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
}

function addressOf(template: string, { path = {}, query = {} }: Places): string {
  const address = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue
    search.set(name, Array.isArray(value) ? value.join(',') : String(value))
  }
  return search.size === 0 ? address : `${address}?${search}`
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    return undefined
  }
}
