import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Cidr, cidrContains, readCidr } from '@quoin/core/detect/address.ts'
import type { Network } from '@quoin/core/networks/network.ts'
import { allowedAddressesOf } from './index.ts'

type ProofFailure = 'address' | 'token' | 'signature'

export interface Evidence {
  /** The caller's address, in its canonical form. */
  readonly address: string
  /** Whether the path had this network's token. */
  readonly hasToken: boolean
  /** The very bytes that are read as the report. */
  readonly signedText: Uint8Array | string
  readonly signature: string | undefined
  /** The network's HMAC secret, opened; undefined when it has none. */
  readonly hmacSecret: string | undefined
}

/** The missing proof of being this network, or undefined when nothing is missing. */
export function checkProof(
  network: Pick<Network, 'proof' | 'preset' | 'allowedAddresses'>,
  evidence: Evidence,
): ProofFailure | undefined {
  if (!isAllowed(allowedAddressesOf(network), evidence.address)) return 'address'
  switch (network.proof) {
    case 'none':
      return undefined
    case 'token':
      return evidence.hasToken ? undefined : 'token'
    case 'hmac':
      return isSigned(evidence) ? undefined : 'signature'
    default:
      return network.proof satisfies never
  }
}

/** Read once per list: a network of a snapshot never changes. */
const cidrsOf = new WeakMap<readonly string[], readonly Cidr[]>()

/** An empty list allows everybody; an entry that is no address allows nobody. */
function isAllowed(allowedAddresses: readonly string[], address: string): boolean {
  if (allowedAddresses.length === 0) return true
  const cidrs = cidrsOf.get(allowedAddresses) ?? allowedAddresses.flatMap((text) => readCidr(text) ?? [])
  cidrsOf.set(allowedAddresses, cidrs)
  return cidrs.some((cidr) => cidrContains(cidr, address))
}

const digestBytes = 32

function isSigned({ signedText, signature, hmacSecret }: Evidence): boolean {
  if (hmacSecret === undefined || signature === undefined) return false
  const expected = createHmac('sha256', hmacSecret).update(signedText).digest()
  const given = readDigest(signature)
  return given !== undefined && timingSafeEqual(given, expected)
}

/** Hexadecimal, base64 or base64url, with or without the `sha256=` that some put before it. */
function readDigest(signature: string): Buffer | undefined {
  const text = signature.trim().replace(/^sha256=/i, '')
  if (/^[\da-f]{64}$/i.test(text)) return Buffer.from(text, 'hex')
  if (!/^[\w+/-]{43}=?$/.test(text)) return undefined
  const bytes = Buffer.from(text, 'base64')
  return bytes.length === digestBytes ? bytes : undefined
}

/** A query as it was signed: exactly as sent, without the signature itself. */
export function signedQuery(rawQuery: string): string {
  return rawQuery
    .split('&')
    .filter((pair) => pair !== 'signature' && !pair.startsWith('signature='))
    .join('&')
}

/** Whether a caller without token and signature is this network. */
export function isOpenTo(network: Network, address: string): boolean {
  const nothing = { hasToken: false, signedText: '', signature: undefined, hmacSecret: undefined }
  return checkProof(network, { address, ...nothing }) === undefined
}
