import { createSocket } from 'node:dgram'
import { once } from 'node:events'

export interface NameServer {
  /** `127.0.0.1:port`, as resolvers take it. */
  readonly address: string
  close(): Promise<void>
}

const typeA = 1

/**
 * A name server that tells another IPv4 address for each question about any name: the ones given, in turn.
 * There is no IPv6 address. TTL 0, as those who rebind names use it.
 */
export async function openNameServer(addresses: readonly string[]): Promise<NameServer> {
  const socket = createSocket('udp4')
  let asked = 0
  socket.on('message', (question, sender) => {
    const end = question.indexOf(0, 12) + 5
    const isA = question.readUInt16BE(end - 4) === typeA
    const address = isA ? addresses[asked++ % addresses.length] : undefined
    const header = Buffer.from(question.subarray(0, 12))
    header.writeUInt16BE(0x8180, 2) // an answer, without error
    header.writeUInt16BE(address === undefined ? 0 : 1, 6)
    header.writeUInt32BE(0, 8)
    const parts: Uint8Array[] = [header, question.subarray(12, end)]
    if (address !== undefined) parts.push(Buffer.from('c00c00010001000000000004', 'hex'), bytesOf(address))
    socket.send(Buffer.concat(parts), sender.port, sender.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  }
}

function bytesOf(address: string): Buffer {
  return Buffer.from(address.split('.').map(Number))
}
