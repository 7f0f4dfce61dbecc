import { notFound } from '@quoin/core/errors.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Db } from '../../store/pg/database.ts'
import type { PublisherRow } from '../../store/publishers/publishers.ts'

/** Throws RESOURCE_NOT_FOUND. */
export async function getPublisher(
  { db, store }: Pick<Ports, 'store'> & { readonly db: Db },
  publisherId: number,
): Promise<PublisherRow> {
  const publisher = await store.publishers.findPublisher(db, publisherId)
  if (publisher === undefined) throw noPublisher(publisherId)
  return publisher
}

export function noPublisher(publisherId: number): Error {
  return notFound(`There is no publisher ${publisherId}.`)
}
