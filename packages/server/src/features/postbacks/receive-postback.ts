import { idTimeMs, readId } from '@quoin/core/tracking/click-id.ts'
import { invalidApiKey, invalidRequest, notFound, unavailable } from '@quoin/core/errors.ts'
import type { Awaitable } from '@quoin/core/awaitable.ts'
import type { Ports } from '../../ports/ports.ts'
import { PostbackRefusal, reasonOfProblems } from './postback-refusal.ts'
import type { AppliedPostback, PostbackOutcome, PostbackReport } from '../../ports/writes.ts'

/** A postback with read parameters; the click id is still as sent. */
type ReadPostback = Omit<PostbackReport, 'id' | 'receivedAtMs'>

type Needs = Pick<Ports, 'writers' | 'clock' | 'newId' | 'db' | 'store'>

/** How long a network should wait while a click may still lie in a spool. */
const retryAfterSec = 30

/**
 * Applies one postback durably and says what became of it. Rejects with a PostbackRefusal when nothing did: unknown
 * click, missing proof, or values that the click's network or offer does not take.
 */
export function receivePostback(ports: Needs, given: ReadPostback): Promise<AppliedPostback> {
  const clickId = readId(given.clickId)
  if (clickId === undefined) {
    const refusal = { reason: 'unknown_click', networkId: given.networkId } as const
    return Promise.reject(new PostbackRefusal(notFound(unknown), refusal))
  }
  const report = { ...given, clickId, id: ports.newId(), receivedAtMs: ports.clock.nowMs() }
  return ports.writers.applyPostback(report).then((outcome) => conclude(ports, report, outcome))
}

function conclude(
  ports: Needs,
  report: PostbackReport,
  outcome: PostbackOutcome,
): Awaitable<AppliedPostback> {
  switch (outcome.kind) {
    case 'applied':
    case 'duplicate':
      return outcome
    case 'unknown_click':
      return awaitClick(ports, report)
    case 'unproven': {
      const error = invalidApiKey('The network of this click must use its own postback address.')
      throw new PostbackRefusal(error, { reason: 'token', networkId: outcome.networkId })
    }
    case 'refused': {
      const { message, problems, networkId } = outcome
      const error = invalidRequest(message, problems)
      throw new PostbackRefusal(error, { reason: reasonOfProblems(problems), networkId, report })
    }
    default:
      return outcome satisfies never
  }
}

const unknown = 'The click id is unknown.'
const unknownOutcome: PostbackOutcome = { kind: 'unknown_click' }

/**
 * It may lie in a spool, or may have come out of one since it was looked for: in this order none is missed, since an
 * outage is closed after its clicks are written. A refused report is kept, since the click may come.
 */
async function awaitClick(ports: Needs, report: PostbackReport): Promise<AppliedPostback> {
  const { db, store, clock, writers } = ports
  const { clickId, networkId } = report
  const mayCome = await store.clickOutages.isInOpenOutage(db, {
    clickedAtMs: idTimeMs(clickId),
    nowMs: clock.nowMs(),
  })
  const refusal = { reason: 'unknown_click', networkId, report } as const
  if (mayCome) {
    const error = unavailable('The click is not known yet. Please try again.', { retryAfterSec })
    throw new PostbackRefusal(error, refusal)
  }
  const hasCome = (await store.clicks.findClick(db, clickId)) !== undefined
  const outcome = hasCome ? await writers.applyPostback(report) : unknownOutcome
  if (outcome.kind === 'unknown_click') throw new PostbackRefusal(notFound(unknown), refusal)
  return conclude(ports, report, outcome)
}
