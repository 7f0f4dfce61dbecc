import { erasedUserToken } from '@quoin/core/users/erased-user.ts'
import type { Ports, Snapshots } from '../../ports/ports.ts'
import type { Erasure } from '../../store/users/erasures.ts'
import { type ErasurePass, eraseRows } from './erase-rows.ts'

interface ErasureRequest {
  readonly appId: number
  readonly userId: string
  /** With test credentials only what was done with such is erased. */
  readonly isTestOnly: boolean
  readonly actor: string
}

/** The result of a call; the periodic work goes on with the rest. */
interface ErasureOutcome extends ErasurePass {
  readonly id: string
  readonly token: string
}

type Needs = Pick<Ports, 'db' | 'store' | 'clock' | 'random' | 'newId' | 'keyring'> & {
  readonly snapshots: Pick<Snapshots, 'refresh'>
}

/** A user's id, sealed until nothing is left to do. */
export const sealPurpose = 'erasure'

/**
 * Erases a user of an app: what is personal goes, and a random token stands in their place, so that money and counts
 * stay as they are. It may be asked for again at any time. Rows under way at that moment are erased by a second pass
 * (finishErasures), and clicks in a spool on their way out of it.
 */
export async function eraseUser(ports: Needs, request: ErasureRequest): Promise<ErasureOutcome> {
  const { db, store, clock, random, newId, keyring } = ports
  const { appId, userId, isTestOnly, actor } = request
  const nowMs = clock.nowMs()
  const erasure = await db.transaction(async (tx) => {
    const userKey = erasureKey(ports, appId, userId)
    // Asked again before the end: what came in the meantime belongs to the same token.
    const known = await store.erasures.renewErasure(tx, { appId, userKey, isTestOnly, nowMs })
    if (known) return known
    const erasure: Erasure = {
      id: newId(),
      appId,
      isTestOnly,
      userKey,
      userSealed: keyring.seal(sealPurpose, userId),
      token: erasedUserToken(random(16).toString('hex')),
      requestedAtMs: nowMs,
    }
    await store.erasures.insertErasure(tx, erasure)
    await store.audit.insertAudit(tx, {
      actor,
      action: 'user.erased',
      object: `user:${erasure.token}`,
      details: { appId, isTestOnly, erasureId: erasure.id },
      nowMs,
    })
    return erasure
  })
  const pass = await eraseRows(ports, erasure, userId)
  if (pass.erased.listEntries > 0) await ports.snapshots.refresh('lists')
  return { id: erasure.id, token: erasure.token, ...pass }
}

/** By this a user is recognised who has been erased. */
export function erasureKey({ keyring }: Pick<Ports, 'keyring'>, appId: number, userId: string): Buffer {
  return keyring.digest(`erasure:${appId}`, userId)
}
