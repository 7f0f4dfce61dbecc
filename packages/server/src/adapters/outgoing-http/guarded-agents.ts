import { Agent as HttpAgent, type AgentOptions } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { connectGuarded, type Guard } from './guarded-connection.ts'

const options: AgentOptions = {
  keepAlive: true,
  keepAliveMsecs: 10_000,
  maxFreeSockets: 4,
  scheduling: 'lifo',
}

/** An idle connection is kept for so long; receivers commonly close theirs after 5 s. */
const idleMs = 4_000

export interface GuardedAgents {
  readonly http: HttpAgent
  readonly https: HttpsAgent
  /** Ends idle and used connections alike. */
  close(): void
}

interface ConnectionOptions {
  readonly host?: string | null | undefined
  readonly port?: number | string | null | undefined
}

type Connected = (error: Error | null, stream: Duplex) => void

/** Pools of connections, each of which was made through the guard; there is no other way to make one. */
export function openGuardedAgents(guard: Guard): GuardedAgents {
  class Http extends HttpAgent {
    override createConnection(options: ConnectionOptions, connected?: Connected): undefined {
      connect(guard, options, false, connected)
    }
  }
  class Https extends HttpsAgent {
    override createConnection(options: ConnectionOptions, connected?: Connected): undefined {
      connect(guard, options, true, connected)
    }
  }
  const http = new Http(options)
  const https = new Https(options)
  for (const agent of [http, https]) agent.on('free', (socket: Socket) => socket.setTimeout(idleMs))
  return {
    http,
    https,
    close() {
      http.destroy()
      https.destroy()
    },
  }
}

function connect(guard: Guard, options: ConnectionOptions, isSecure: boolean, connected?: Connected): void {
  const destination = { hostname: options.host ?? '', port: Number(options.port), isSecure }
  connectGuarded(guard, destination).then(
    (socket) => {
      socket.on('timeout', () => socket.destroy())
      connected?.(null, socket)
    },
    (error: Error) => connected?.(error, undefined as unknown as Duplex), // Node reads no stream beside an error
  )
}
