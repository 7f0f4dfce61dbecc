import { hash } from 'node:crypto'
import { invalidApiKey } from '@quoin/core/errors.ts'
import type { Network } from '@quoin/core/networks/network.ts'
import { checkProof } from '../../networks/check-proof.ts'
import type { Ports } from '../../ports/ports.ts'
import { hmacPurpose } from '../networks/create-network.ts'
import { PostbackRefusal } from './postback-refusal.ts'

/** The proof of a caller: the token of the path, the address, the signature and what it signs. */
interface PostbackCaller {
  readonly token: string
  readonly address: string
  readonly signedText: Uint8Array | string
  readonly signature: string | undefined
}

/** The network that the token of the path names, once it has proven itself. Throws INVALID_API_KEY. */
export function admitPostback(
  { snapshots, keyring }: Pick<Ports, 'snapshots' | 'keyring'>,
  caller: PostbackCaller,
): Network {
  // Looked up by its digest: what a guess takes in time tells nothing about a token.
  const network = snapshots.networks().findByTokenDigest(hash('sha256', caller.token, 'buffer'))
  if (network === undefined) throw refusal('token', null)
  const hmacSecret =
    network.hmacSecretSealed === null ? undefined : keyring.open(hmacPurpose, network.hmacSecretSealed)
  const failure = checkProof(network, { ...caller, hasToken: true, hmacSecret })
  if (failure !== undefined) throw refusal(failure, network.id)
  return network
}

const explanations = {
  token: 'The address has no token of a known network.',
  address: 'This network may not report from this address.',
  signature: 'The signature is missing or wrong.',
} as const

function refusal(reason: keyof typeof explanations, networkId: number | null): PostbackRefusal {
  return new PostbackRefusal(invalidApiKey(explanations[reason]), { reason, networkId })
}
