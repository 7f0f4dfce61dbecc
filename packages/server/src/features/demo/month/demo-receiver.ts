import type { OutgoingResult } from '@quoin/core/outgoing/outgoing-answer.ts'
import type { Outgoing, OutgoingRequest } from '../../../ports/outgoing.ts'
import { Dice } from '../script/dice.ts'

/** Nobody can own a name under `.invalid` (RFC 2606): what is sent there can only be ours. */
const receiverHost = 'receiver.demo.invalid'

export function receiverUrl(path: string): string {
  return `https://${receiverHost}/${path}`
}

/**
 * The publishers' servers of the demo: requests to them are answered inside this process, and never leave it. They are
 * well in general, answer 500 now and then, and one of them is dead.
 */
export function withDemoReceiver(
  outgoing: Outgoing,
  { wait, deadFromMs = 0 }: { readonly wait?: (ms: number) => Promise<void>; readonly deadFromMs?: number },
): Outgoing {
  const asked = new Map<string, number>()
  const isOurs = (url: string): boolean => URL.parse(url)?.hostname === receiverHost
  return {
    ...outgoing,
    urlProblem: (url) => (isOurs(url) ? undefined : outgoing.urlProblem(url)),
    async send(request, limits) {
      if (!isOurs(request.url)) return await outgoing.send(request, limits)
      const result = answerDemoCallback(request, { deadFromMs, times: countOf(asked, request) })
      await wait?.(Math.min(result.latencyMs, 1_000))
      return result
    },
  }
}

/** The same request has the same answer, so that the month is the same each time; a repeat may have another. */
function answerDemoCallback(
  { url, headers, body }: OutgoingRequest,
  { deadFromMs, times }: { readonly deadFromMs: number; readonly times: number },
): OutgoingResult {
  const sentAtMs = Number(headers['webhook-timestamp'] ?? 0) * 1000
  const dice = new Dice(`${url} ${body ?? ''} ${times}`)
  const latencyMs = Math.round(Math.min(4_000, dice.long(85, 0.7)))
  if (url.endsWith('/dead') && sentAtMs >= deadFromMs) {
    return { kind: 'failure', reason: 'connect', detail: 'The connection was refused.', latencyMs: 3 }
  }
  const isBroken = dice.happens(0.045)
  const text = isBroken ? '{"error":"upstream timed out"}' : 'OK'
  return {
    kind: 'answer',
    status: isBroken ? 500 : 200,
    body: text,
    bodyExcerpt: text,
    latencyMs,
    headers: { 'content-type': isBroken ? 'application/json' : 'text/plain' },
  }
}

const askedMax = 10_000

function countOf(asked: Map<string, number>, { url, body }: OutgoingRequest): number {
  const key = `${url} ${body ?? ''}`
  const times = (asked.get(key) ?? 0) + 1
  if (asked.size >= askedMax) asked.clear()
  asked.set(key, times)
  return times
}
