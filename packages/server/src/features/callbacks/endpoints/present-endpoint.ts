import type { StoredEndpoint } from '@quoin/core/callbacks/stored-endpoint.ts'
import { transactionIdLengths } from '@quoin/core/callbacks/transaction-id.ts'
import { maskUrl } from '../requests/mask-request.ts'

/** An endpoint for its owner's eyes: what it does and how it fares, without its secrets. */
export function presentEndpoint(
  { secrets, url, failingSinceMs, lastFailedAtMs, failures, ...endpoint }: StoredEndpoint,
  nowMs: number,
) {
  const { currentSealed, previousUntilMs } = secrets
  return {
    ...endpoint,
    url: maskUrl(url),
    transactionIdLength: transactionIdLengths(endpoint.transactionIds, endpoint.reversalStyle),
    hasSecret: currentSealed !== null,
    previousSecretEndsAtMs: previousUntilMs !== null && previousUntilMs > nowMs ? previousUntilMs : null,
    failing:
      failingSinceMs === null ? null : { sinceAtMs: failingSinceMs, lastAtMs: lastFailedAtMs, failures },
  }
}
