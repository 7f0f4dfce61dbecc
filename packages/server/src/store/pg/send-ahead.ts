import type pg from 'pg'

/** A statement whose rows nobody waits for; it goes out in one packet with the next one that is waited for. */
export interface Step {
  readonly text: string
  /** Texts, as `valuesOf` writes them (row-parameters.ts). */
  readonly values?: readonly unknown[]
  /** The columns of a `copy … from stdin (format binary)` (copy-rows.ts). */
  readonly rows?: Buffer
}

/** The driver's query and connection, as far as this needs them; its types leave most of it out. */
interface Asking {
  submit(connection: Asked): unknown
  handleCopyInResponse(): void
}

interface Asked {
  readonly stream: { cork(): void; uncork(): void }
  parse(statement: { text: string }): void
  bind(portal: { values: readonly unknown[] }): void
  execute(): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

/**
 * Sends steps in front of a query, which is one of the extended protocol and ends them all: after the first that
 * fails the server passes over the rest, the query included, whose error it is.
 */
export function sendAhead(query: pg.Query, steps: readonly Step[]): void {
  const asking = query as unknown as Asking // see there
  const submit = asking.submit.bind(asking)
  asking.submit = (connection) => {
    connection.stream.cork()
    for (const step of steps) send(connection, step)
    const failure = submit(connection)
    connection.stream.uncork()
    return failure
  }
  // The rows are on their way already.
  asking.handleCopyInResponse = () => {}
}

function send(connection: Asked, { text, values = [], rows }: Step): void {
  connection.parse({ text })
  connection.bind({ values })
  connection.execute()
  if (rows === undefined) return
  connection.sendCopyFromChunk(rows)
  connection.endCopyFrom()
}
