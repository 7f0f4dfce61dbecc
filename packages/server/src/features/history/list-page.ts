import { readId } from '@quoin/core/tracking/click-id.ts'
import { invalidFields, notFound } from '@quoin/core/errors.ts'
import type { Ports } from '../../ports/ports.ts'
import type { ListFilter } from '../../store/history/operator-lists.ts'

/** A page of something, and the cursor with which the next begins; null at the end. */
export interface Page<Item> {
  readonly items: readonly Item[]
  readonly next: string | null
}

/** An operator's conditions. Left out: any. */
export interface ListQuestion {
  readonly appId?: number | undefined
  readonly offerId?: number | undefined
  readonly networkId?: number | undefined
  /** The network by its name, in place of its id. */
  readonly networkSlug?: string | undefined
  readonly userId?: string | undefined
  readonly isTest?: boolean | undefined
  readonly fromMs?: number | undefined
  readonly toMs?: number | undefined
  /** `next` of the page before. */
  readonly before?: string | undefined
  readonly limit: number
}

type Needs = Pick<Ports, 'db' | 'store'>

export async function readQuestion(
  { db, store }: Needs,
  { appId, offerId, networkId, networkSlug, userId, isTest, fromMs, toMs, before, limit }: ListQuestion,
): Promise<ListFilter> {
  const beforeId = before === undefined ? null : (readId(before) ?? badCursor())
  const network = networkSlug === undefined ? null : await store.networks.findNetworkBySlug(db, networkSlug)
  if (network === undefined) throw notFound(`There is no network "${networkSlug}".`)
  return {
    appId: appId ?? null,
    offerId: offerId ?? null,
    networkId: network?.id ?? networkId ?? null,
    userId: userId ?? null,
    isTest: isTest ?? null,
    fromMs: fromMs ?? 0,
    toMs: toMs ?? null,
    beforeId,
    // One more than is shown: whether there are more.
    limit: limit + 1,
  }
}

function badCursor(): never {
  throw invalidFields([{ field: 'before', rule: 'format', message: 'must be the last id of a page' }])
}

export function pageOf<Item>(
  rows: readonly Item[],
  limit: number,
  cursorOf: (item: Item) => string,
): Page<Item> {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, next: rows.length > limit && last !== undefined ? cursorOf(last) : null }
}
