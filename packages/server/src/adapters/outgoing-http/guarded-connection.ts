import { type connect, type LookupFunction, isIPv6, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import {
  type AddressPolicy,
  isLocalName,
  literalAddressOf,
  localAddresses,
  mayConnect,
} from '@quoin/core/outgoing/address-policy.ts'
import { OutgoingError, readError } from './outgoing-error.ts'
import type { ResolveHost } from './resolve-host.ts'

export interface Guard {
  readonly policy: AddressPolicy
  readonly resolve: ResolveHost
  readonly connectTcp: typeof connect
  /** The authorities that certificates are checked against; undefined: those that Node trusts. */
  readonly ca?: string | undefined
}

interface Destination {
  readonly hostname: string
  readonly port: number
  readonly isSecure: boolean
}

/** The limit of look-up, connection and handshake together. */
const connectMs = 10_000

/**
 * A connection whose other end was checked three times before a byte is sent: as it stands in the URL, as
 * every answer of the name servers, and as the address the socket is really connected to. The names are
 * asked once and the socket is bound to what was checked, so that a second answer cannot differ.
 */
export async function connectGuarded(guard: Guard, destination: Destination): Promise<Socket> {
  const signal = AbortSignal.timeout(connectMs)
  const addresses = await withinTime(addressesOf(guard, destination), signal)
  for (const address of addresses) {
    if (!mayConnect(guard.policy, { address, port: destination.port })) throw refused()
  }
  const socket = await openTcp(guard, destination, addresses, signal)
  if (!mayConnect(guard.policy, { address: socket.remoteAddress ?? '', port: destination.port })) {
    socket.destroy()
    throw refused()
  }
  return destination.isSecure ? await openTls(guard, destination, socket, signal) : socket
}

function refused(): OutgoingError {
  return new OutgoingError('refused_address', 'The host leads to an address that is not public.')
}

async function addressesOf(guard: Guard, { hostname, port }: Destination): Promise<readonly string[]> {
  const literal = literalAddressOf({ hostname })
  if (literal !== undefined) return [literal]
  if (isLocalName(hostname)) return localAddresses(guard.policy, port)
  const addresses = await guard.resolve(hostname)
  if (addresses.length === 0) throw new OutgoingError('dns', 'The host has no address.')
  return addresses
}

function openTcp(
  { connectTcp }: Guard,
  { hostname, port }: Destination,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<Socket> {
  const checked = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
  const lookup: LookupFunction = (_hostname, _options, answer) => answer(null, checked)
  const literal = literalAddressOf({ hostname })
  const socket = connectTcp({
    host: literal ?? hostname,
    port,
    lookup,
    autoSelectFamily: literal === undefined,
    noDelay: true,
  })
  return ready(socket, 'connect', signal)
}

function openTls(
  { ca }: Guard,
  { hostname }: Destination,
  socket: Socket,
  signal: AbortSignal,
): Promise<TLSSocket> {
  const isLiteral = literalAddressOf({ hostname }) !== undefined
  const secured = connectTls({
    socket,
    // A name may end in a dot; certificates and SNI never do.
    ...(isLiteral ? { host: hostname.replace(/^\[|\]$/g, '') } : { servername: hostname.replace(/\.$/, '') }),
    ...(ca === undefined ? {} : { ca }),
    minVersion: 'TLSv1.2',
    rejectUnauthorized: true,
    ALPNProtocols: ['http/1.1'],
  })
  return ready(secured, 'secureConnect', signal)
}

/** Waits for a socket's event; on an error or when time is up, the socket is gone. */
function ready<S extends Socket>(socket: S, event: string, signal: AbortSignal): Promise<S> {
  return new Promise((resolve, reject) => {
    const end = (error: unknown) => {
      signal.removeEventListener('abort', tooLate)
      socket.destroy()
      reject(readError(error))
    }
    const tooLate = () => end(timedOut())
    const closed = () => end(new Error('closed'))
    signal.addEventListener('abort', tooLate, { once: true })
    socket.once('error', end)
    // Until the pool or the request listens: an error that nobody hears would end the process.
    socket.on('error', () => {})
    socket.once('close', closed)
    socket.once(event, () => {
      signal.removeEventListener('abort', tooLate)
      socket.off('error', end)
      socket.off('close', closed)
      resolve(socket)
    })
  })
}

function withinTime<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const tooLate = () => reject(timedOut())
    signal.addEventListener('abort', tooLate, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', tooLate))
  })
}

function timedOut(): OutgoingError {
  return new OutgoingError('timeout', 'The connection took too long.')
}
