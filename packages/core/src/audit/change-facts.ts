type Fields = Readonly<Record<string, unknown>>

/** A row of the audit log, as it is kept. */
export interface NotedChange {
  readonly id: number
  readonly happenedAtMs: number
  readonly actor: string
  readonly action: string
  /** `noun:id`. */
  readonly object: string
  readonly details: object
  readonly origin: ChangeOrigin | null
}

/** Where a change came from. Older rows have none. */
export interface ChangeOrigin {
  readonly requestId: string
  /** The tool, such as "Chrome on macOS"; null where it does not say. */
  readonly tool: string | null
  readonly address: string
}

/** A thing by the name that it has now, or had when it was noted. */
export interface KnownThing {
  readonly name: string
  /** Its page in the dashboard; null where it has none or is gone. */
  readonly link: string | null
  /** Conversions and tickets have a user and an offer. */
  readonly user?: KnownThing | undefined
  readonly offer?: KnownThing | undefined
  readonly payoutMicros?: number | undefined
  /** An endpoint's app, a person's publisher. */
  readonly owner?: KnownThing | undefined
}

/** By `noun:id`; actors by their own text. */
export type KnownThings = ReadonlyMap<string, KnownThing>

/** The facts that a sentence is made of. */
export interface ChangeFacts {
  readonly change: NotedChange
  readonly things: KnownThings
  readonly before: Fields
  readonly after: Fields
  /** A field by its name, wherever it stands: among the details, after or before. */
  readonly field: (name: string) => unknown
}

export function readChange(change: NotedChange, things: KnownThings): ChangeFacts {
  const { before, after, ...rest } = change.details as Fields // a JSON object, as the log keeps it
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  return {
    change,
    things,
    before: was,
    after: is,
    field: (name) => rest[name] ?? is[name] ?? was[name] ?? undefined,
  }
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
}

/** The nouns of ids among the details, by the name of the field. */
const idFields = {
  appId: 'app',
  offerId: 'offer',
  networkId: 'network',
  publisherId: 'publisher',
  callbackEndpointId: 'callback_endpoint',
} as const

/** Every thing that the sentence of a change may name, as `noun:id`; the actor is apart. */
export function thingsOf(change: NotedChange): readonly string[] {
  const { field } = readChange(change, new Map())
  const ids = Object.entries(idFields).flatMap(([name, noun]) => {
    const id = field(name)
    return typeof id === 'number' || typeof id === 'string' ? [`${noun}:${id}`] : []
  })
  return [change.object, ...ids]
}
