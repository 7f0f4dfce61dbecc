import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEachFile } from '../clear-up.ts'
import { feedSample } from '../feed-samples.ts'

const open = new Set<Server>()

afterEachFile(async () => {
  for (const server of open) {
    server.closeAllConnections()
    server.close()
  }
  open.clear()
})

/** A feed of no kind that is known: it answers one sample to whoever asks. Returns its address. */
export async function startPlainFeed(file = 'cpalead.json'): Promise<string> {
  const server = createServer((_request, response) => void response.end(feedSample(file)))
  open.add(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // It listens on a port.
  return `http://127.0.0.1:${port}/offers`
}
