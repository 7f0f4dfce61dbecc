import type { Outgoing } from '../../ports/outgoing.ts'

/** Nobody can own a name under `.invalid` (RFC 2606): what is sent there can only be ours. */
const receiverHost = 'test-receiver.invalid'

export const testReceiverUrl = `https://${receiverHost}/callbacks`

/** The receiver of the app that test mode makes: it is answered inside this process, and no request leaves it. */
export function withTestReceiver<Given extends Outgoing>(outgoing: Given): Given {
  const isOurs = (url: string): boolean => URL.parse(url)?.hostname === receiverHost
  return {
    ...outgoing,
    urlProblem: (url) => (isOurs(url) ? undefined : outgoing.urlProblem(url)),
    async send(request, limits) {
      if (!isOurs(request.url)) return await outgoing.send(request, limits)
      // As a receiver that knows its secret would: a request without a signature is nobody's.
      const isSigned = request.headers['webhook-signature'] !== undefined
      const text = isSigned ? 'OK' : 'The signature is missing.'
      return {
        kind: 'answer',
        status: isSigned ? 200 : 401,
        body: text,
        bodyExcerpt: text,
        latencyMs: 1,
        headers: { 'content-type': 'text/plain' },
      }
    },
  }
}
