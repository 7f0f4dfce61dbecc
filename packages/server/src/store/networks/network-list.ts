import type { Network } from '@quoin/core/networks/network.ts'
import type { ListPage, ListSlice } from '@quoin/core/paging/list-slice.ts'
import type { Db } from '../pg/database.ts'
import { selectPage } from '../pg/select-page.ts'

type NetworkListRow = Pick<Network, 'id' | 'slug' | 'name' | 'preset' | 'currency' | 'proof' | 'status'>

interface NetworkFilter {
  readonly search: string | null
  readonly status: string | null
}

export async function listNetworkPage(
  db: Db,
  { search, status }: NetworkFilter,
  slice: ListSlice,
): Promise<ListPage<NetworkListRow>> {
  return await selectPage(db, {
    select: 'id, slug, name, preset, currency, proof, status',
    from: 'networks',
    where: `($1::text is null or strpos(lower(name), lower($1)) > 0 or strpos(slug, lower($1)) > 0)
      and ($2::text is null or status = $2)`,
    values: [search, status],
    sorts: {
      name: [
        { sql: 'lower(name)', type: 'text' },
        { sql: 'id', type: 'bigint' },
      ],
      id: [{ sql: 'id', type: 'bigint' }],
    },
    slice,
  })
}
