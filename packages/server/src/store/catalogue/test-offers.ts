import type { Db } from '../pg/database.ts'

/** The network of the test offers, made when there is none, and locked: starts at the same time take turns. */
export async function lockTestNetwork(tx: Db, slug: string): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `insert into networks (slug, name, proof) values ($1, 'Built-in test offers', 'none')
     on conflict (slug) do update set slug = excluded.slug returning id`,
    [slug],
  )
  return row?.id ?? 0
}

interface StoredTestOffer {
  readonly id: number
  readonly externalId: string
  readonly name: string
  readonly destinationUrl: string
}

/** The test offers of a network, as they are known and where they lead to. */
export async function listTestOffers(tx: Db, networkId: number): Promise<StoredTestOffer[]> {
  return await tx.query(
    `select id, external_id as "externalId", name, destination_url as "destinationUrl" from offers
     where network_id = $1 and is_test order by id`,
    [networkId],
  )
}

export async function markTestOffers(tx: Db, networkId: number): Promise<void> {
  await tx.query('update offers set is_test = true where network_id = $1 and not is_test', [networkId])
}
