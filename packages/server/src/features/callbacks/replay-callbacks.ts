import { firstIdAt, readId } from '@quoin/core/tracking/click-id.ts'
import type { CallbackState } from '@quoin/core/callbacks/conclude-attempt.ts'
import type { EndpointEventType } from '@quoin/core/callbacks/facts.ts'
import { notFound } from '@quoin/core/errors.ts'
import { type EndpointNeeds, getLivingEndpoint, noteChange } from './endpoints/change-endpoint.ts'

/** At most so many at once: an operator who wants more asks again. */
const replayedMax = 100_000
const batchMax = 1_000

/** One again, whatever became of it, under the id it had. Throws RESOURCE_NOT_FOUND. */
export async function replayCallback(
  needs: EndpointNeeds,
  { callbackId, actor }: { readonly callbackId: string; readonly actor: string },
): Promise<{ readonly replayed: number }> {
  const { db, store, clock } = needs
  const id = readId(callbackId)
  const found = id === undefined ? undefined : await store.callbackLog.findCallback(db, id)
  if (found === undefined) throw notFound(`There is no callback ${callbackId}.`)
  await getLivingEndpoint(needs, found.endpointId)
  await db.transaction(async (tx) => {
    await store.callbackLog.replay(tx, {
      endpointId: found.endpointId,
      ids: [found.id],
      nowMs: clock.nowMs(),
    })
    const details = { callbackId: found.id }
    await noteChange(needs, tx, { actor, action: 'replayed', endpointId: found.endpointId, details })
  })
  return { replayed: 1 }
}

export interface ReplayFilter {
  readonly endpointId: number
  /** Those that have ended so; as a rule all but delivered ones. */
  readonly states: readonly Exclude<CallbackState, 'pending'>[]
  /** The bounds on the change of a conversion, the end left out. */
  readonly fromMs: number
  readonly toMs: number
  /** Only those of one kind, of one user, or of test or live conversions. */
  readonly eventType?: EndpointEventType | null
  readonly userId?: string | null
  readonly isTest?: boolean | null
  readonly actor: string
}

/** All of an endpoint that ended so in a time range, oldest first, in batches. */
export async function replayCallbacks(
  needs: EndpointNeeds,
  { endpointId, states, fromMs, toMs, actor, ...only }: ReplayFilter,
): Promise<{ readonly replayed: number; readonly isComplete: boolean }> {
  const { db, store, clock } = needs
  await getLivingEndpoint(needs, endpointId)
  const { eventType = null, userId = null, isTest = null } = only
  const filter = { eventType, userId, isTest }
  const range = { endpointId, states, beforeId: firstIdAt(toMs), ...filter, limit: batchMax }
  let replayed = 0
  let fromId = firstIdAt(fromMs)
  let isComplete = false
  while (!isComplete && replayed < replayedMax) {
    const ids = await store.callbackLog.listEndedIds(db, { ...range, fromId })
    await store.callbackLog.replay(db, { endpointId, ids, nowMs: clock.nowMs() })
    replayed += ids.length
    isComplete = ids.length < batchMax
    fromId = nextId(ids.at(-1) ?? fromId)
  }
  const details = { states, fromMs, toMs, ...filter, replayed }
  await db.transaction((tx) => noteChange(needs, tx, { actor, action: 'replayed', endpointId, details }))
  return { replayed, isComplete }
}

/** The smallest id after one: ids are hexadecimal numbers with hyphens. */
function nextId(id: string): string {
  const next = (BigInt(`0x${id.replaceAll('-', '')}`) + 1n).toString(16).padStart(32, '0')
  return [next.slice(0, 8), next.slice(8, 12), next.slice(12, 16), next.slice(16, 20), next.slice(20)].join(
    '-',
  )
}
