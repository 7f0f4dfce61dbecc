import type { Db } from '../pg/database.ts'

/** From when on ids carry their cell, in Unix milliseconds; 0 where all do. */
export async function findCellsRecordedFrom(db: Db): Promise<number> {
  const [row] = await db.query<{ fromMs: number }>('select recorded_from as "fromMs" from id_cells', [])
  return row?.fromMs ?? 0
}

/** The cell that a database belongs to: this one where none was recorded yet. */
export async function recordCell(db: Db, cell: number): Promise<number> {
  const [row] = await db.query<{ cell: number }>(
    'update id_cells set cell = coalesce(cell, $1::int) returning cell',
    [cell],
  )
  return row?.cell ?? cell
}

export type IdKind = 'click' | 'conversion' | 'callback' | 'postback'

/** The row that has an id; undefined where none is kept. A callback is looked up with the id of every endpoint. */
export async function findKindOfId(db: Db, id: string): Promise<IdKind | undefined> {
  const [row] = await db.query<{ kind: IdKind }>(
    `select 'click' as kind from clicks where id = $1::uuid
     union all select 'conversion' from conversions where id = $1::uuid
     union all select 'postback' from postback_requests where id = $1::uuid
     union all select 'callback' from callback_endpoints e
       join callbacks c on c.endpoint_id = e.id and c.id = $1::uuid
     limit 1`,
    [id],
  )
  return row?.kind
}
