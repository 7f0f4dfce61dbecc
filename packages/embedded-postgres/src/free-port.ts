import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Below the ports that systems give to outgoing connections: one of those may be taken by a connection between
 * the look and the moment at which a program listens there, seconds later.
 */
const looked = { min: 20_000, max: 32_767, attemptsMax: 20 }

/**
 * A port of a host that is free now. Another program that listens may still take it before we do; then the next
 * one is tried.
 */
export async function findFreePort(host = '127.0.0.1'): Promise<number> {
  for (let attempt = 1; attempt < looked.attemptsMax; attempt++) {
    const port = randomInt(looked.min, looked.max + 1)
    if (await tryPort(port, host).catch(isTaken)) return port
  }
  return await tryPort(0, host)
}

/** The port once it was listened on, the system's choice for 0. */
export async function tryPort(port: number, host: string): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host, exclusive: true }, resolve)
  })
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('The system gave no free port')
  return address.port
}

function isTaken(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return undefined
  throw error
}
