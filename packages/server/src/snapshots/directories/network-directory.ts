import type { Network } from '@quoin/core/networks/network.ts'
import type { NetworkDirectory } from '../../ports/directories.ts'

/** Networks by id and by the digests of the tokens in their postback paths: the pasted one, and the one set up by their API. */
export function createNetworkDirectory(networks: readonly Network[]): NetworkDirectory {
  const byId = new Map(networks.map((network) => [network.id, network]))
  const byDigest = new Map(
    networks.flatMap((network) =>
      [network.tokenDigest, network.installedTokenDigest].flatMap((digest) =>
        digest ? [[toKey(digest), network] as const] : [],
      ),
    ),
  )
  return {
    findNetwork: (id) => byId.get(id),
    listNetworks: () => networks,
    findByTokenDigest: (digest) => byDigest.get(toKey(digest)),
  }
}

function toKey(digest: Uint8Array): string {
  return Buffer.from(digest).toString('base64')
}
