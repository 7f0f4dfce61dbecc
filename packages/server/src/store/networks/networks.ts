import type { Network } from '@quoin/core/networks/network.ts'
import {
  type NetworkParts,
  type NetworkGivenSettings,
  networkSettings,
} from '@quoin/core/networks/network-settings.ts'
import { withStandards } from '@quoin/core/settings/setting.ts'
import { type Db, plannedAnew } from '../pg/database.ts'
import { assignSettings, selectSettings } from '../pg/setting-columns.ts'
import { networkColumns } from './network-columns.ts'

interface NetworkRow extends Omit<Network, keyof NetworkParts> {
  readonly payoutMax: number
  readonly payoutMin: number
}

const columns = `id, slug, name, preset, proof, token_digest as "tokenDigest",
  installed_token_digest as "installedTokenDigest",
  hmac_secret_sealed as "hmacSecretSealed", status, ${selectSettings(networkColumns)}`

function toNetwork({ payoutMax, payoutMin, ...network }: NetworkRow): Network {
  return { ...network, payoutMaxMicros: payoutMax, payoutMinMicros: payoutMin }
}

export async function listNetworks(db: Db): Promise<Network[]> {
  const rows = await db.query<NetworkRow>(`select ${columns} from networks order by id`, [])
  return rows.map(toNetwork)
}

export async function findNetworkBySlug(db: Db, slug: string): Promise<Network | undefined> {
  const [row] = await db.query<NetworkRow>(`select ${columns} from networks where slug = $1`, [slug])
  return row && toNetwork(row)
}

export async function findNetwork(db: Db, id: number): Promise<Network | undefined> {
  const [row] = await db.query<NetworkRow>(`select ${columns} from networks where id = $1`, [id])
  return row && toNetwork(row)
}

type NewNetwork = Pick<Network, 'slug' | 'name' | 'preset' | 'proof' | 'tokenDigest' | 'hmacSecretSealed'>

export async function insertNetwork(db: Db, network: NewNetwork): Promise<number> {
  const { slug, name, preset, proof, tokenDigest, hmacSecretSealed } = network
  const [row] = await db.query<{ id: number }>(
    `insert into networks (slug, name, preset, proof, token_digest, hmac_secret_sealed)
     values ($1, $2, $3, $4, $5, $6) returning id`,
    [slug, name, preset, proof, tokenDigest, hmacSecretSealed],
  )
  return row?.id ?? 0
}

/** A new token or HMAC secret takes the old one's place at once: the network's URL must be changed with it. */
export async function updateNetworkProof(
  db: Db,
  id: number,
  proof: { tokenDigest: Uint8Array | null; hmacSecretSealed: Uint8Array | null },
): Promise<void> {
  await db.query('update networks set token_digest = $2, hmac_secret_sealed = $3 where id = $1', [
    id,
    proof.tokenDigest,
    proof.hmacSecretSealed,
  ])
}

/** The token of the address that is set up at the network by its API, in place of the one before. */
export async function updateInstalledToken(db: Db, id: number, digest: Uint8Array): Promise<void> {
  await db.query('update networks set installed_token_digest = $2 where id = $1', [id, digest])
}

/** Changes of a network: one that is left out keeps its value, null gives a setting its standard value again. */
export interface NetworkChanges extends NetworkGivenSettings {
  readonly name?: string | undefined
  readonly status?: Network['status'] | undefined
}

export async function updateNetwork(
  db: Db,
  id: number,
  { name, status, ...changes }: NetworkChanges,
): Promise<void> {
  const { assignments, values } = assignSettings(networkColumns, withStandards(networkSettings, changes), 4)
  await db.query(
    `update networks set ${['name = coalesce($2, name)', 'status = coalesce($3, status)', ...assignments].join(',\n    ')}
     where id = $1`,
    [id, name, status, ...values],
    plannedAnew,
  )
}
