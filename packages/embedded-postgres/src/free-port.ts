import { createServer } from 'node:net'

/**
 * A port of 127.0.0.1 that is free now. Another program may take it before we do; then the next one is tried.
 */
export async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('The system gave no free port')
  return address.port
}
