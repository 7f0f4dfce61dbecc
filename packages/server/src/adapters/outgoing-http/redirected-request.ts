import type { OutgoingRequest } from '../../ports/outgoing.ts'
import { OutgoingError } from './outgoing-error.ts'

const redirectStatuses: readonly number[] = [301, 302, 303, 307, 308]

export function isRedirect(status: number, location: string | undefined): location is string {
  return location !== undefined && redirectStatuses.includes(status)
}

/** Whether an answer to it may lead on: a question without a body can be asked again elsewhere, nothing else. */
export function canBeRedirected({ method, body }: OutgoingRequest): boolean {
  return method === 'GET' && body === null
}

/**
 * The request that a redirect leads to. Another host or scheme gets no header but two: the caller's others may be
 * credentials, whatever they are called. A header that was dropped never comes back.
 */
export function redirectedRequest(request: OutgoingRequest, location: string): OutgoingRequest {
  const from = new URL(request.url)
  const to = URL.parse(location, from)
  if (to === null) throw new OutgoingError('refused_address', 'The answer leads to what is no URL.')
  if (from.protocol === 'https:' && to.protocol !== 'https:') {
    throw new OutgoingError('refused_address', 'The answer leads from https to an address without it.')
  }
  to.hash = '' // A redirect may have one, and it is never sent.
  const headers = to.origin === from.origin ? request.headers : harmless(request.headers)
  return { ...request, url: to.href, headers }
}

function harmless(headers: OutgoingRequest['headers']): Record<string, string> {
  const kept = ['accept', 'user-agent']
  return Object.fromEntries(Object.entries(headers).filter(([name]) => kept.includes(name.toLowerCase())))
}
