import type pg from 'pg'

/** The driver's connection, as far as a COPY needs it; its types leave these out. */
interface CopyConnection {
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

/**
 * One `copy … from stdin` for the driver's queue. The rows go out with the statement, in one packet: a server that
 * refuses the statement leaves them unread, as the protocol has it.
 */
class CopyIn implements pg.Submittable {
  readonly #text: string
  readonly #rows: Buffer
  /** Named by the driver, which wraps it to watch over the time. */
  callback: (error: Error | null) => void
  readonly query_timeout: number

  constructor({ text, rows, timeoutMs }: Copy, callback: (error: Error | null) => void) {
    this.#text = text
    this.#rows = rows
    this.callback = callback
    this.query_timeout = timeoutMs
  }

  submit(connection: pg.Connection): void {
    const { stream } = connection
    const copying = connection as unknown as CopyConnection // see there
    stream.cork()
    copying.query(this.#text)
    copying.sendCopyFromChunk(this.#rows)
    copying.endCopyFrom()
    stream.uncork()
  }

  handleCopyInResponse(): void {}

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.callback(null)
  }

  handleError(error: Error): void {
    this.callback(error)
  }
}

interface Copy {
  readonly text: string
  /** In the binary format of PostgreSQL (copy-rows.ts). */
  readonly rows: Buffer
  readonly timeoutMs: number
}

/** Resolves after the commit of all rows, or rejects with none of them written. */
export function copyIn(client: pg.PoolClient, copy: Copy): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query(new CopyIn(copy, (error) => (error ? reject(error) : resolve())))
  })
}
