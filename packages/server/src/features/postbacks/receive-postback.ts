import { readId } from '@quoin/core/click-id.ts'
import { invalidApiKey, invalidRequest, notFound } from '@quoin/core/errors.ts'
import type { Ports } from '../../ports.ts'
import type { AppliedPostback, PostbackReport } from './apply-postbacks.ts'
import { PostbackRefusal, reasonOfProblems } from './postback-refusal.ts'

/** A postback with read parameters; the click id is still as sent. */
export type ReadPostback = Omit<PostbackReport, 'id' | 'receivedAtMs'>

/**
 * Applies one postback durably and says what became of it. Throws a PostbackRefusal when nothing did: unknown
 * click, missing proof, or values that the click's network or offer does not take.
 */
export async function receivePostback(
  { writers, clock, newId }: Pick<Ports, 'writers' | 'clock' | 'newId'>,
  given: ReadPostback,
): Promise<AppliedPostback> {
  const clickId = readId(given.clickId)
  if (clickId === undefined) throw unknownClick(given.networkId)
  const outcome = await writers.applyPostback({ ...given, clickId, id: newId(), receivedAtMs: clock.nowMs() })
  switch (outcome.kind) {
    case 'applied':
    case 'duplicate':
      return outcome
    case 'unknown_click':
      throw unknownClick(given.networkId)
    case 'unproven': {
      const error = invalidApiKey('The network of this click must use its own postback address.')
      throw new PostbackRefusal(error, { reason: 'token', networkId: outcome.networkId })
    }
    case 'refused': {
      const { message, problems, networkId } = outcome
      const error = invalidRequest(message, problems)
      throw new PostbackRefusal(error, { reason: reasonOfProblems(problems), networkId })
    }
    default:
      return outcome satisfies never
  }
}

function unknownClick(networkId: number | null): PostbackRefusal {
  const error = notFound('The click id is unknown.')
  return new PostbackRefusal(error, { reason: 'unknown_click', networkId })
}
