import { createSocket } from 'node:dgram'
import { once } from 'node:events'

export interface NameServer {
  /** `127.0.0.1:port`, as resolvers take it. */
  readonly address: string
  close(): Promise<void>
}

const typeA = 1
const typeAaaa = 28

/**
 * A name server that tells another IPv4 address for each question about any name: the ones given, in turn.
 * There is no IPv6 address. TTL 0, as those who rebind names use it.
 */
export async function openNameServer(addresses: readonly string[]): Promise<NameServer> {
  let asked = 0
  return await openServer((type) => {
    const address = type === typeA ? addresses[asked++ % addresses.length] : undefined
    return address === undefined ? [] : [bytesOf(address)]
  })
}

/** A name server that tells all of these for any name: IPv4 addresses, and IPv6 ones as 16 bytes. */
export async function openMixedNameServer(
  v4: readonly string[],
  v6: readonly Uint8Array[],
): Promise<NameServer> {
  return await openServer((type) => (type === typeA ? v4.map(bytesOf) : type === typeAaaa ? v6 : []))
}

async function openServer(answersTo: (type: number) => readonly Uint8Array[]): Promise<NameServer> {
  const socket = createSocket('udp4')
  socket.on('message', (question, sender) => {
    const end = question.indexOf(0, 12) + 5
    const addresses = answersTo(question.readUInt16BE(end - 4))
    const header = Buffer.from(question.subarray(0, 12))
    header.writeUInt16BE(0x8180, 2) // an answer, without error
    header.writeUInt16BE(addresses.length, 6)
    header.writeUInt32BE(0, 8)
    const parts: Uint8Array[] = [header, question.subarray(12, end)]
    for (const address of addresses) {
      const start = Buffer.from('c00c00000001000000000000', 'hex')
      start.writeUInt16BE(address.length === 4 ? typeA : typeAaaa, 2)
      start.writeUInt16BE(address.length, 10)
      parts.push(start, address)
    }
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
