import { createHash } from 'node:crypto'
import type { ClaimedCompletion } from '@quoin/core/conversions/make-claim.ts'
import type { Ports } from '../../ports/ports.ts'
import type { UsedClaimKey } from '../../store/conversions/claim-keys.ts'
import type { Db } from '../../store/pg/database.ts'

/** A claim's body, and the key that came with it. */
type KeyedClaim = ClaimedCompletion & { readonly clickId: string | null }

/** The idempotency keys of a batch, with what was asked by them before: in the database, or earlier in the batch. */
export interface ClaimKeys {
  /** Undefined: the claim has no key, or a new one. */
  find(claim: KeyedClaim): { readonly isSameBody: boolean; readonly conversionId: string } | undefined
  note(claim: KeyedClaim, conversionId: string): void
  /** Those that the batch was the first to use. */
  readonly added: readonly UsedClaimKey[]
}

/** Reads what is known of a batch's keys, which the transaction has locked. */
export async function openClaimKeys(
  { store }: Pick<Ports, 'store'>,
  tx: Db,
  claims: readonly KeyedClaim[],
): Promise<ClaimKeys> {
  const asked = claims.flatMap(({ appId, isTest, idempotencyKey: key }) =>
    key === null ? [] : [{ appId, isTest, key }],
  )
  const used = asked.length === 0 ? [] : await store.claimKeys.listUsedKeys(tx, asked)
  const known = new Map(used.map((one) => [nameOf({ ...one, idempotencyKey: one.key }), one]))
  const added: UsedClaimKey[] = []
  return {
    added,
    find(claim) {
      const before = known.get(nameOf(claim))
      return (
        before && {
          isSameBody: before.bodyDigest === digestOf(claim),
          conversionId: before.conversionId,
        }
      )
    },
    note(claim, conversionId) {
      const { appId, isTest, idempotencyKey: key } = claim
      if (key === null || known.has(nameOf(claim))) return
      const one = { appId, isTest, key, bodyDigest: digestOf(claim), conversionId }
      known.set(nameOf(claim), one)
      added.push(one)
    },
  }
}

function nameOf({ appId, isTest, idempotencyKey }: ClaimNamed): string {
  return `${appId} ${isTest} ${idempotencyKey ?? ''}`
}

type ClaimNamed = Pick<KeyedClaim, 'appId' | 'isTest' | 'idempotencyKey'>

/** The digest of the parsed body: credentials, unknown fields and the spelling of a number make no other one. */
function digestOf({ userId, offerId, goal, transactionId, amountMicros, clickId }: KeyedClaim): string {
  const said = [userId, offerId, goal, transactionId, amountMicros, clickId?.toLowerCase() ?? null]
  return createHash('sha256').update(JSON.stringify(said)).digest('hex')
}
