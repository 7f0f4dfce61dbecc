import type { Network } from '@quoin/core/networks/network.ts'
import { keysOf, resetColumns } from '../pg/column-defaults.ts'
import type { Db } from '../pg/database.ts'

const networkColumns = `id, slug, name, preset, proof, token_digest as "tokenDigest",
  hmac_secret_sealed as "hmacSecretSealed", allowed_addresses as "allowedAddresses",
  status_words as "statusWords", reply, on_changed_payout as "onChangedPayout",
  payout_max_micros as "payoutMaxMicros", payout_min_micros as "payoutMinMicros", on_loss as "onLoss",
  status_words_after as "statusWordsAfter", time_zone as "timeZone", status`

export async function listNetworks(db: Db): Promise<Network[]> {
  return await db.query(`select ${networkColumns} from networks order by id`, [])
}

export async function findNetworkBySlug(db: Db, slug: string): Promise<Network | undefined> {
  const [row] = await db.query<Network>(`select ${networkColumns} from networks where slug = $1`, [slug])
  return row
}

type NewNetwork = Pick<
  Network,
  'slug' | 'name' | 'preset' | 'proof' | 'tokenDigest' | 'hmacSecretSealed' | 'allowedAddresses' | 'timeZone'
>

export async function insertNetwork(db: Db, network: NewNetwork): Promise<number> {
  const [row] = await db.query<{ id: number }>(
    `insert into networks (slug, name, preset, proof, token_digest, hmac_secret_sealed, allowed_addresses,
       time_zone)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
    [
      network.slug,
      network.name,
      network.preset,
      network.proof,
      network.tokenDigest,
      network.hmacSecretSealed,
      network.allowedAddresses,
      network.timeZone,
    ],
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

/** The settings of a network that an operator may change; a setting that is left out keeps its value. */
export interface NetworkChanges {
  readonly name?: string | undefined
  readonly status?: Network['status'] | undefined
  readonly reply?: string | undefined
  readonly statusWords?: Network['statusWords'] | undefined
  readonly onChangedPayout?: Network['onChangedPayout'] | undefined
  readonly statusWordsAfter?: Network['statusWordsAfter'] | undefined
  readonly payoutMaxMicros?: number | undefined
  readonly payoutMinMicros?: number | undefined
  readonly onLoss?: Network['onLoss'] | undefined
  readonly allowedAddresses?: readonly string[] | undefined
  readonly timeZone?: string | undefined
}

/** Settings of a network that may be unset: each then has the value of a new network. */
const unsettable = {
  reply: 'reply',
  'status-word': 'status_words',
  'on-changed-payout': 'on_changed_payout',
  'status-word-after': 'status_words_after',
  'payout-max': 'payout_max_micros',
  'payout-min': 'payout_min_micros',
  'on-loss': 'on_loss',
  'allow-address': 'allowed_addresses',
  'time-zone': 'time_zone',
} as const

export type NetworkSetting = keyof typeof unsettable
export const networkSettings: readonly NetworkSetting[] = keysOf(unsettable)

export async function unsetOfNetwork(db: Db, id: number, settings: readonly NetworkSetting[]): Promise<void> {
  await resetColumns(db, { table: 'networks', id, columns: settings.map((setting) => unsettable[setting]) })
}

export async function updateNetwork(db: Db, id: number, changes: NetworkChanges): Promise<void> {
  await db.query(
    `update networks set
       name = coalesce($2, name),
       status = coalesce($3, status),
       reply = coalesce($4, reply),
       status_words = coalesce($5::jsonb, status_words),
       on_changed_payout = coalesce($6, on_changed_payout),
       payout_max_micros = coalesce($7, payout_max_micros),
       allowed_addresses = coalesce($8, allowed_addresses),
       time_zone = coalesce($9, time_zone),
       status_words_after = coalesce($10::jsonb, status_words_after),
       payout_min_micros = coalesce($11, payout_min_micros),
       on_loss = coalesce($12, on_loss)
     where id = $1`,
    [
      id,
      changes.name,
      changes.status,
      changes.reply,
      changes.statusWords && JSON.stringify(changes.statusWords),
      changes.onChangedPayout,
      changes.payoutMaxMicros,
      changes.allowedAddresses,
      changes.timeZone,
      changes.statusWordsAfter && JSON.stringify(changes.statusWordsAfter),
      changes.payoutMinMicros,
      changes.onLoss,
    ],
  )
}
