import { connect, createServer, type Server, type Socket } from 'node:net'

/** `cut`: connections are reset and refused. `silent`: they stay, and nothing comes through, as when a cable is pulled. */
export type LinkState = 'passes' | 'cut' | 'silent'

/** A TCP connection from an address to a server that can be broken in between. */
export class CuttableLink {
  readonly #target: { readonly host: string; readonly port: number }
  readonly #listen: { readonly host: string; readonly port: number }
  readonly #sockets = new Set<Socket>()
  #server: Server | undefined
  #state: LinkState = 'passes'

  constructor(
    listen: { readonly host: string; readonly port: number },
    target: { readonly host: string; readonly port: number },
  ) {
    this.#listen = listen
    this.#target = target
  }

  async open(): Promise<void> {
    const server = createServer({ pauseOnConnect: true, allowHalfOpen: false }, (client) =>
      this.#join(client),
    )
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen({ ...this.#listen, backlog: 511 }, resolve)
    })
    this.#server = server
  }

  async set(state: LinkState): Promise<void> {
    if (state === this.#state) return
    const before = this.#state
    this.#state = state
    if (state === 'cut') await this.#close()
    if (before === 'cut') await this.open()
    for (const socket of this.#sockets) this.#settle(socket)
  }

  async close(): Promise<void> {
    this.#state = 'cut'
    await this.#close()
  }

  #join(client: Socket): void {
    const server = connect({ ...this.#target, noDelay: true })
    client.setNoDelay(true)
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(from)
      from.on('data', (bytes) => {
        // A socket that is full is waited for, so that nothing is kept here.
        if (!to.write(bytes)) from.pause()
      })
      to.on('drain', () => this.#settle(from))
      from.on('error', () => {})
      from.once('close', () => {
        this.#sockets.delete(from)
        to.destroy()
      })
      this.#settle(from)
    }
  }

  #settle(socket: Socket): void {
    if (this.#state === 'silent') socket.pause()
    else socket.resume()
  }

  async #close(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    const closed = new Promise<void>((resolve) =>
      server === undefined ? resolve() : server.close(() => resolve()),
    )
    for (const socket of this.#sockets) socket.resetAndDestroy()
    await closed
  }
}
