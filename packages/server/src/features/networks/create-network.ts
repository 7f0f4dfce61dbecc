import { hash } from 'node:crypto'

import { invalidFields, notFound } from '@quoin/core/errors.ts'
import type { Proof } from '@quoin/core/networks/network.ts'
import type { NetworkGivenSettings } from '@quoin/core/networks/network-settings.ts'
import type { Ports, Snapshots } from '../../ports/ports.ts'
import { type AuditNeeds, noteChange } from '../audit/note-change.ts'

export type NetworkNeeds = Pick<Ports, 'db' | 'store' | 'random' | 'keyring' | 'settings'> &
  AuditNeeds & { readonly snapshots: Pick<Snapshots, 'refresh'> }

/** The purpose that the HMAC secret of a network is sealed for. */
export const hmacPurpose = 'network-hmac'

const tokenBytes = 24
const hmacSecretBytes = 32

export interface NetworkSecrets {
  /** The address to paste into the network's postback box, with its token in the path. */
  readonly postbackUrl: string
  /** Shown once. Null unless the proof is hmac. */
  readonly hmacSecret: string | null
}

export interface NewNetworkRequest extends NetworkGivenSettings {
  readonly slug: string
  readonly name: string
  readonly preset: string
  readonly proof: Proof
}

/** A network with its own postback address. The token in it is stored as a digest only. */
export async function createNetwork(
  needs: NetworkNeeds,
  { slug, name, preset, proof: way, ...settings }: NewNetworkRequest,
): Promise<NetworkSecrets & { networkId: number }> {
  const { db, store, snapshots } = needs
  const proof = makeProof(needs, way)
  const networkId = await db.transaction(async (tx) => {
    if (await store.networks.findNetworkBySlug(tx, slug)) {
      throw invalidFields([{ field: 'slug', rule: 'unique', message: 'is taken by another network' }])
    }
    const id = await store.networks.insertNetwork(tx, { slug, name, preset, proof: way, ...proof.stored })
    await store.networks.updateNetwork(tx, id, settings)
    const after = await store.networks.findNetworkBySlug(tx, slug)
    await noteChange(needs, tx, { action: 'network.created', object: `network:${slug}`, after })
    await store.snapshotVersions.bumpSnapshot(tx, 'networks')
    return id
  })
  await snapshots.refresh('networks')
  return { networkId, ...proof.shown }
}

/** A new token or secret in place of the old one, which ends at once: change the network's URL with it. */
export async function rotateNetworkToken(needs: NetworkNeeds, slug: string): Promise<NetworkSecrets> {
  const { db, store, snapshots } = needs
  const network = await store.networks.findNetworkBySlug(db, slug)
  if (!network) throw notFound(`There is no network "${slug}".`)
  const proof = makeProof(needs, network.proof)
  await db.transaction(async (tx) => {
    await store.networks.updateNetworkProof(tx, network.id, proof.stored)
    await noteChange(needs, tx, { action: 'network.token_rotated', object: `network:${slug}` })
    await store.snapshotVersions.bumpSnapshot(tx, 'networks')
  })
  await snapshots.refresh('networks')
  return proof.shown
}

function makeProof({ random, keyring, settings }: NetworkNeeds, proof: Proof) {
  // With hmac the token in the path names the network; the signature proves it.
  const token = proof === 'none' ? null : random(tokenBytes).toString('base64url')
  const hmacSecret = proof === 'hmac' ? random(hmacSecretBytes).toString('base64url') : null
  return {
    stored: {
      tokenDigest: token === null ? null : hash('sha256', token, 'buffer'),
      hmacSecretSealed: hmacSecret === null ? null : keyring.seal(hmacPurpose, hmacSecret),
    },
    shown: {
      postbackUrl: token === null ? settings.postbackUrl : `${settings.postbackUrl}/${token}`,
      hmacSecret,
    },
  }
}
