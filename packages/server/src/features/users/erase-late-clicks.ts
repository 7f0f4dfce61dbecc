import type { Click } from '@quoin/core/tracking/click.ts'
import type { Ports } from '../../ports/ports.ts'
import { erasureKey } from './erase-user.ts'

/** Requests of one app that a batch out of a spool is compared with; there are a few a day. */
const erasuresMax = 10_000

/** Clicks out of a spool, those of users who were erased in the meantime without what is personal. */
export async function eraseLateClicks(
  ports: Pick<Ports, 'db' | 'store' | 'keyring'>,
  clicks: readonly Click[],
): Promise<readonly Click[]> {
  const { db, store } = ports
  if (clicks.length === 0) return clicks
  const erasures = await store.erasures.listErasuresSince(db, {
    appIds: [...new Set(clicks.map(({ appId }) => appId))],
    sinceMs: clicks.reduce((oldest, { clickedAtMs }) => Math.min(oldest, clickedAtMs), Infinity),
    limit: erasuresMax,
  })
  if (erasures.length === 0) return clicks
  return clicks.map((click) => {
    const key = erasureKey(ports, click.appId, click.userId)
    const erasure = erasures.find(
      ({ appId, userKey, isTestOnly, requestedAtMs }) =>
        appId === click.appId &&
        userKey.equals(key) &&
        requestedAtMs >= click.clickedAtMs &&
        (click.isTest || !isTestOnly),
    )
    return erasure ? { ...click, userId: erasure.token, subId: null, address: null, userAgent: null } : click
  })
}
