import { type Cidr, cidrContains, isPublicAddress, normalizeAddress } from '../detect/address.ts'

/** Where this server may send requests that others have chosen the address of. */
export interface AddressPolicy {
  /** Ranges the operator has opened, on every port, whatever they are. */
  readonly allowed: readonly Cidr[]
  /** The ports of all other addresses, which must be public. */
  readonly ports: readonly number[]
}

interface HostAddress {
  readonly address: string
  readonly port: number
}

/** Whether a connection to this very address may be made; a text that is no address is refused. */
export function mayConnect({ allowed, ports }: AddressPolicy, { address, port }: HostAddress): boolean {
  if (allowed.some((cidr) => cidrContains(cidr, address))) return true
  return isPublicAddress(address) && ports.includes(port)
}

const urlLengthMax = 4096

/**
 * Why a URL would never be sent to, in a sentence for whoever entered it; undefined when it may. A name can
 * only be judged by what it leads to, at each connection; here is told what is plain from the text.
 */
export function outgoingUrlProblem(
  policy: AddressPolicy,
  text: string,
  lengthMax: number = urlLengthMax,
): string | undefined {
  if (text.length > lengthMax) return `The URL is longer than ${lengthMax} characters.`
  if (!/^https?:\/\//i.test(text)) return 'The URL must begin with http:// or https://.'
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are looked for, as URL parsers drop some
  if (/[\u0000-\u0020\u007f\\]/.test(text)) return 'The URL has a space, a backslash or a control character.'
  const url = URL.parse(text)
  if (url === null) return 'The URL has no valid host.'
  // An empty user name is dropped by the parser, so that the text itself is looked at.
  if (/^[^/?#]*\/\/[^/?#]*@/.test(text)) return 'The URL must not have a user name or a password.'
  if (text.includes('#')) return 'The URL must not have a fragment (#): it would never be sent.'
  return hostProblem(policy, url)
}

function hostProblem(policy: AddressPolicy, url: URL): string | undefined {
  const port = portOf(url)
  const address = literalAddressOf(url)
  const addresses = address !== undefined ? [address] : isLocalName(url.hostname) ? loopback : undefined
  if (addresses?.some((one) => mayConnect(policy, { address: one, port })) === false) {
    return addresses.some((one) => isPublicAddress(one))
      ? portSentence(policy)
      : 'The URL leads to an address that is not public.'
  }
  // A name may lead into an opened range, where every port is open.
  const isPortOpen = addresses !== undefined || policy.allowed.length > 0 || policy.ports.includes(port)
  return isPortOpen ? undefined : portSentence(policy)
}

function portSentence({ ports }: AddressPolicy): string {
  return `The URL must have one of the ports ${ports.join(', ')}.`
}

export function portOf({ port, protocol }: URL): number {
  if (port !== '') return Number(port)
  return protocol === 'https:' ? 443 : 80
}

/** The address that a URL's host is, however it was written; undefined for a name. */
export function literalAddressOf({ hostname }: Pick<URL, 'hostname'>): string | undefined {
  return normalizeAddress(hostname)
}

const loopback = ['127.0.0.1', '::1']

/** RFC 6761 §6.3: these names are this machine, and no name server is asked. */
export function isLocalName(hostname: string): boolean {
  return /(?:^|\.)localhost\.?$/i.test(hostname)
}

/** The addresses of a local name: the loopback addresses that are open, or all of them when none is. */
export function localAddresses(policy: AddressPolicy, port: number): readonly string[] {
  const open = loopback.filter((address) => mayConnect(policy, { address, port }))
  return open.length > 0 ? open : loopback
}
