import { randomBytes } from 'node:crypto'
import type { Click } from '@quoin/core/tracking/click.ts'
import { formatId } from '@quoin/core/tracking/click-id.ts'

/** A valid click of its time, with an id of its own unless one is given. */
export function makeClick(facts: Partial<Click> & Pick<Click, 'clickedAtMs'>): Click {
  return {
    id: formatId(facts.clickedAtMs, randomBytes(8)),
    appId: 1,
    offerId: 1,
    userId: 'user-42',
    subId: null,
    address: '203.0.113.9',
    userAgent: 'Mozilla/5.0',
    country: 'DE',
    platform: 'android',
    verdict: 'valid',
    outcome: 'redirected',
    reason: null,
    risk: null,
    isUnsigned: false,
    isTest: false,
    ...facts,
  }
}
