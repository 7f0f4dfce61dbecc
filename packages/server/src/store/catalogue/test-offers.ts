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

/** Where the test offers of a network lead to, by their external id. */
export async function listTestDestinations(tx: Db, networkId: number): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.query<{ external_id: string; destination_url: string }>(
    'select external_id, destination_url from offers where network_id = $1 and is_test order by id',
    [networkId],
  )
  return new Map(rows.map(({ external_id, destination_url }) => [external_id, destination_url]))
}

export async function markTestOffers(tx: Db, networkId: number): Promise<void> {
  await tx.query('update offers set is_test = true where network_id = $1 and not is_test', [networkId])
}
