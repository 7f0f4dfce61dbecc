// A click as a publisher's user makes it, for postbacks to report.
import { randomBytes } from 'node:crypto'
import type { Click } from '@quoin/core/tracking/click.ts'
import { formatId } from '@quoin/core/tracking/click-id.ts'

export function benchClick({ appId, offerId }: Pick<Click, 'appId' | 'offerId'>): Click {
  const clickedAtMs = Date.now()
  const id = formatId(clickedAtMs, randomBytes(8))
  return {
    id,
    appId,
    offerId,
    userId: `bench-${id}`,
    subId: null,
    address: '127.0.0.1',
    userAgent: 'bench',
    country: 'US',
    platform: 'android',
    verdict: 'valid',
    outcome: 'redirected',
    reason: null,
    isUnsigned: false,
    isTest: false,
    clickedAtMs,
  }
}
