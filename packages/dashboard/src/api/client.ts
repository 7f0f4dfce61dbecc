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
  const response = await fetch(addressOf(path, input), {
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
  return answer as AnswerOf<Id> // the server's tests hold its answers against the same contract
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
