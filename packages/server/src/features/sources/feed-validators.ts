import { createHash } from 'node:crypto'
import type { Network } from '@quoin/core/networks/network.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Db } from '../../store/pg/database.ts'
import type { FeedValidators, Source } from '../../store/sources/sources.ts'
import { findRepairs } from '../catalogue/import-file/keep-repairs.ts'
import { listRatedCurrencies, ratesOfNow } from '../terms/rates-of-now.ts'

/** The network has what it had: it sends nothing, and the offers stay as they are. */
export class UnchangedFeed extends Error {}

/** The feed is read anew after so long, whatever the network says: it may be wrong, people change offers, releases read better. */
const trustedMs = 6 * 3_600_000

/** Headers that ask for a feed only where it has changed since; none where it must be read anyway. */
export function conditionOf(
  validators: FeedValidators | null,
  { reading, nowMs }: { readonly reading: string; readonly nowMs: number },
): Readonly<Record<string, string>> {
  if (validators === null || validators.reading !== reading) return {}
  if (Math.abs(nowMs - validators.readAtMs) > trustedMs) return {}
  const { etag, lastModified } = validators
  return {
    ...(etag !== undefined && { 'if-none-match': etag }),
    ...(lastModified !== undefined && { 'if-modified-since': lastModified }),
  }
}

const validatorLengthMax = 1_000

/** The network's words about an answer, for the next question; undefined where there are none. */
export function validatorsIn(
  headers: Readonly<Record<string, string>>,
): Pick<FeedValidators, 'etag' | 'lastModified'> | undefined {
  const known = Object.entries({ etag: headers['etag'], lastModified: headers['last-modified'] }).filter(
    ([, value]) => value !== undefined && value !== '' && value.length <= validatorLengthMax,
  )
  return known.length === 0 ? undefined : Object.fromEntries(known)
}

/** All that the reading of a feed depends on besides the feed, as a digest. */
export async function readingOf(
  ports: Pick<Ports, 'store' | 'clock' | 'db'>,
  db: Db,
  { source, network }: { readonly source: Source; readonly network: Network },
): Promise<string> {
  const { store } = ports
  const rateOf = await ratesOfNow(ports, db)
  const currencies = await store.knownOffers.listOfferCurrencies(db)
  const parts = [
    source.kind,
    source.settings,
    source.mapping,
    source.payoutBasisPoints,
    network.preset,
    network.currency,
    await findRepairs(ports, network.id),
    currencies.map((currency) => [currency, rateOf(currency)]),
    // An offer that is held for want of a rate is not there so far.
    await listRatedCurrencies(ports, db),
  ]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}
