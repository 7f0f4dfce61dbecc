import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { normalizeAddress } from '@quoin/core/detect/address.ts'
import { clientAddress } from '@quoin/core/detect/client-address.ts'
import type { Ports } from '../ports/ports.ts'
import type { Client } from './route.ts'

/** Facts of a connection: the address behind trusted proxies, and headers one at a time. */
export function clientOf(
  { headers, socket }: IncomingMessage,
  { settings }: Pick<Ports, 'settings'>,
): Client {
  const header = (name: string): string | undefined => {
    const value = headers[name]
    return Array.isArray(value) ? value[0] : value
  }
  const { socketAddress, peerAddress } = peerOf(socket)
  return {
    address:
      settings.trustProxy.length === 0
        ? peerAddress
        : clientAddress({
            socketAddress,
            forwardedFor: header('x-forwarded-for'),
            trusted: settings.trustProxy,
          }),
    peerAddress,
    userAgent: header('user-agent'),
    header,
  }
}

interface Peer {
  readonly socketAddress: string
  readonly peerAddress: string
}

/** A connection keeps its peer, however many requests come over it. */
const peers = new WeakMap<Socket, Peer>()

function peerOf(socket: Socket): Peer {
  const known = peers.get(socket)
  if (known) return known
  const socketAddress = socket.remoteAddress ?? ''
  const peer = { socketAddress, peerAddress: normalizeAddress(socketAddress) ?? '' }
  peers.set(socket, peer)
  return peer
}
