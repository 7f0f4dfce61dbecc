import type { PublisherStatus } from '@quoin/core/publishers/publisher.ts'
import type { Db } from '../pg/database.ts'

export interface PublisherRow {
  readonly id: number
  readonly name: string
  readonly status: PublisherStatus
  readonly createdAtMs: number
}

const publisherColumns = 'id, name, status, created_at as "createdAtMs"'

/** With the organization that its people will belong to. */
export async function insertPublisher(db: Db, name: string, status: PublisherStatus): Promise<number> {
  const [row] = await db.query<{ id: number }>(
    `with made as (insert into publishers (name, status) values ($1, $2) returning id)
     insert into people_organizations (kind, publisher_id) select 'publisher', id from made
     returning publisher_id as id`,
    [name, status],
  )
  return row?.id ?? 0
}

export async function findPublisherByName(db: Db, name: string): Promise<number | undefined> {
  const [row] = await db.query<{ id: number }>(
    'select id from publishers where name = $1 order by id limit 1',
    [name],
  )
  return row?.id
}

export async function findPublisher(db: Db, id: number): Promise<PublisherRow | undefined> {
  const [row] = await db.query<PublisherRow>(`select ${publisherColumns} from publishers where id = $1`, [id])
  return row
}

/** Locked until the transaction ends: of two decisions at once, the second sees the first. */
export async function lockPublisher(tx: Db, id: number): Promise<PublisherRow | undefined> {
  const [row] = await tx.query<PublisherRow>(
    `select ${publisherColumns} from publishers where id = $1 for update`,
    [id],
  )
  return row
}

export async function updatePublisher(
  tx: Db,
  id: number,
  { name, status }: { readonly name?: string; readonly status?: PublisherStatus },
): Promise<void> {
  await tx.query(
    'update publishers set name = coalesce($2, name), status = coalesce($3, status) where id = $1',
    [id, name, status],
  )
}
