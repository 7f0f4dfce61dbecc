import type { Db } from '../pg/database.ts'

interface OfferName {
  readonly id: number
  readonly name: string
  readonly networkId: number
  readonly status: string
}

/** The facts shown with an offer wherever it is named. */
export async function findOfferName(db: Db, id: number): Promise<OfferName | undefined> {
  const [row] = await db.query<OfferName>(
    'select id, name, network_id as "networkId", status from offers where id = $1',
    [id],
  )
  return row
}
