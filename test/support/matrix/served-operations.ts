import type { CallOptions, World } from '../world.ts'

export type Document = 'public' | 'operator' | 'manage'

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
  readonly schema: object
}

interface Body {
  readonly schema: {
    readonly required: readonly string[]
    readonly properties: Readonly<Record<string, object>>
  }
}

/** An operation as a document describes it, as far as the matrix reads it. */
interface Described {
  readonly operationId: string
  readonly description: string
  readonly security: readonly Readonly<Record<string, unknown>>[]
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Body>> }
  readonly responses: Readonly<Record<string, unknown>>
}

/** An operation that a stranger finds in one of the three documents. */
export interface ServedOperation {
  readonly document: Document
  readonly id: string
  readonly method: string
  readonly path: string
  readonly parameters: readonly Parameter[]
  readonly body: Body['schema'] | undefined
  /** The ways to prove oneself; empty where nobody needs to. */
  readonly schemes: ReadonlySet<string>
  /** The least role, where the document names one. */
  readonly role: string | undefined
  /** The statuses of success. */
  readonly success: ReadonlySet<number>
}

const documents: Readonly<Record<Document, string>> = {
  public: '/openapi.json',
  operator: '/operator/v1/openapi.json',
  manage: '/manage/v1/openapi.json',
}

/** Every operation of the three documents, as a running server hands them out. */
export async function listServedOperations(world: Pick<World, 'get'>): Promise<readonly ServedOperation[]> {
  const found: ServedOperation[] = []
  for (const [document, path] of Object.entries(documents)) {
    const { paths }: { paths: Record<string, Record<string, Described>> } = (await world.get(path)).json()
    for (const [at, methods] of Object.entries(paths))
      for (const [method, described] of Object.entries(methods))
        found.push(readOperation({ document: document as Document, path: at, method, described }))
  }
  return found
}

interface Found {
  readonly document: Document
  readonly path: string
  readonly method: string
  readonly described: Described
}

function readOperation({ document, path, method, described }: Found): ServedOperation {
  const { operationId, description, security, parameters, requestBody, responses } = described
  const statuses = Object.keys(responses).map(Number)
  const [body] = Object.values(requestBody?.content ?? {})
  return {
    document,
    path,
    parameters,
    id: operationId,
    method: method.toUpperCase(),
    body: body?.schema,
    schemes: new Set(security.flatMap((way) => Object.keys(way))),
    role: / Role: (\w+)\.$/.exec(description)?.[1],
    success: new Set(statuses.filter((status) => status < 400)),
  }
}

/** The parameters of one call. */
export interface CallParameters {
  readonly path: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>> | undefined
}

export function requestOf(
  { method, path }: ServedOperation,
  given: CallParameters,
  headers: Readonly<Record<string, string>>,
): CallOptions {
  const address = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(given.path[name] ?? ''),
  )
  const { query, body } = given
  return { method, path: address, query, headers, ...(body === undefined ? {} : { body }) }
}
