import type { Conversion, ConversionSource, ReviewReason } from '@quoin/core/conversions/conversion.ts'
import type { Ports } from '../../ports/ports.ts'

interface ClaimsRequest {
  /** Null: of all apps. */
  readonly appId: number | null
  /** 'claim': what publishers said; 'postback': reports that were held; null: both. */
  readonly source: ConversionSource | null
  /** Why it waits; null or absent: for whatever reason. */
  readonly reason?: ReviewReason | null
  /** Null or absent: of whatever user. */
  readonly userId?: string | null
  /** The id of the last one of the page before. */
  readonly afterId: string | null
  readonly limit: number
}

const limitMax = 500

/** The conversions that wait for an operator, oldest first. */
export async function listClaims(
  { db, store }: Pick<Ports, 'db' | 'store'>,
  { appId, source, reason = null, userId = null, afterId, limit }: ClaimsRequest,
): Promise<readonly Conversion[]> {
  return await store.claims.listInReview(db, {
    ...(appId === null ? {} : { appId }),
    ...(source === null ? {} : { source }),
    ...(reason === null ? {} : { reason }),
    ...(userId === null ? {} : { userId }),
    ...(afterId === null ? {} : { afterId }),
    limit: Math.min(limit, limitMax),
  })
}
