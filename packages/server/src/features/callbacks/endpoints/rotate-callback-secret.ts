import { callbackSecretPurpose, secretOverlapMs } from '@quoin/core/callbacks/endpoint.ts'
import { invalidFields } from '@quoin/core/errors.ts'
import type { Ports } from '../../../ports/ports.ts'
import { type EndpointNeeds, getLivingEndpoint, noteChange } from './change-endpoint.ts'
import { endpointProblems } from './endpoint-problems.ts'
import { makeSecret } from './set-endpoint.ts'

interface Rotation {
  readonly endpointId: number
  /** One that the receiver knows already; else one is made. */
  readonly secret?: string | undefined
  readonly actor: string
}

interface RotatedSecret {
  readonly endpointId: number
  /** Shown this once. */
  readonly secret: string
  /** Until then a native callback is signed with the one before, too. Null when there was none. */
  readonly previousEndsAtMs: number | null
}

/**
 * A new secret. Native callbacks are signed with both for 24 hours, in which the receiver is to be given the
 * new one; a classic one has room for one signature and changes at once.
 */
export async function rotateCallbackSecret(
  needs: EndpointNeeds & Pick<Ports, 'keyring' | 'outgoing' | 'random'>,
  { endpointId, secret: given, actor }: Rotation,
): Promise<RotatedSecret> {
  const { db, store, clock, keyring, snapshots } = needs
  const endpoint = await getLivingEndpoint(needs, endpointId)
  const secret = given ?? makeSecret(needs, endpoint.format)
  const problems = endpointProblems(needs, { ...endpoint, secret }).filter(({ field }) => field === 'secret')
  if (problems.length > 0) throw invalidFields(problems)
  const previousUntilMs = clock.nowMs() + secretOverlapMs
  await db.transaction(async (tx) => {
    const sealed = keyring.seal(callbackSecretPurpose, secret)
    await store.callbackEndpoints.updateEndpointSecret(tx, endpointId, { sealed, previousUntilMs })
    await noteChange(needs, tx, { actor, action: 'secret_rotated', endpointId, details: {} })
  })
  await snapshots.refresh('apps')
  const hadOne = endpoint.secrets.currentSealed !== null
  return { endpointId, secret, previousEndsAtMs: hadOne ? previousUntilMs : null }
}
