import { readFields } from '@quoin/contract/fields/field.ts'
import { trackingQuery } from '@quoin/contract/parameters.ts'
import type { UnavailableReason } from '@quoin/core/tracking/click.ts'
import { isPublicAddress } from '@quoin/core/detect/address.ts'
import { prefersHtml } from '@quoin/core/detect/preferences.ts'
import { chooseLanguage } from '@quoin/core/languages/languages.ts'
import type { Trouble } from '@quoin/core/languages/words/words.ts'
import type { Awaitable } from '@quoin/core/awaitable.ts'
import { DomainError, invalidFields, notFound, rateLimitExceeded } from '@quoin/core/errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { authenticateKey } from '../../features/credentials/authenticate.ts'
import { type Destination, followLink, type Link } from '../../features/tracking/follow-link.ts'
import { BoundedLimiter, customerOf } from '../../http/bounded-limiter.ts'
import { clientOf } from '../../http/client.ts'
import { type Asked, type FlatHeaders, mountShortcut, type PlainAnswer } from '../../http/raw/index.ts'
import type { Ports } from '../../ports/ports.ts'
import { nosniffHeaders } from '../../http/safe-answers.ts'
import { renderVisitorPage, visitorPageHeaders } from './visitor-page.ts'

/** On every answer of a tracking link. */
const headers = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
} as const

/** Tracking links: the offer's address, or an error as JSON or as a small page. */
export function registerTracking(server: FastifyInstance, ports: Ports, path: string): void {
  const visits = new BoundedLimiter({ limit: ports.settings.linksPerMinute, clock: ports.clock })
  const find = mountShortcut(server, ports, {
    path,
    resolve: (asked) => visit(asked, ports, visits),
    answer: plainRedirect,
  })
  server.route({
    method: ['GET', 'HEAD'],
    url: path,
    exposeHeadRoute: false,
    onRequest: (_request, reply, done) => {
      reply.headers(headers)
      done()
    },
    handler: async (request, reply) => await answerLink(await find(request), request, reply),
    // Errors are the app's, whatever made them; who would rather read a page gets one in place of the envelope.
    onSend: async (request, reply, payload) =>
      isForReaders(request, reply) ? await toPage(request, reply) : payload,
  })
}

function visit({ raw, query }: Asked, ports: Ports, visits: BoundedLimiter): Awaitable<Destination> {
  const visitor = clientOf(raw, ports)
  admitVisit(visitor.address, ports, visits)
  if (isPrefetch(raw.headers)) throw prefetchRefused()
  return followLink(ports, { ...readLink(query, ports), visitor, isHead: raw.method === 'HEAD' })
}

const redirectHeaders: FlatHeaders = [...Object.entries(headers).flat(), ...nosniffHeaders]

function plainRedirect(destination: Destination): PlainAnswer | undefined {
  if (destination.kind !== 'redirect') return undefined
  return { status: 302, headers: [...redirectHeaders, 'location', destination.location] }
}

/**
 * A generous limit of its own, against one address that makes up clicks. An address that is not
 * public is a proxy of ours or this machine, and stands for many.
 */
function admitVisit(address: string, { meters }: Ports, visits: BoundedLimiter): void {
  if (!isPublicAddress(address)) return
  const { isAdmitted, retryAfterSec } = visits.admit(customerOf(address))
  if (isAdmitted) return
  meters.count('rate_limited_total')
  throw rateLimitExceeded(retryAfterSec)
}

async function answerLink(
  destination: Destination,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (destination.kind === 'redirect') return reply.code(302).header('location', destination.location).send()
  const { reason, clickId } = destination
  if (!prefersHtml(request.headers.accept)) throw notFound(tellReason[reason])
  reply.code(404)
  return reply.send(
    await makePage(request, reply, { trouble: 'unavailable', reference: clickId ?? request.id }),
  )
}

function readLink(query: Asked['query'], ports: Ports): Omit<Link, 'visitor' | 'isHead'> {
  const reading = readFields(trackingQuery, query, { repeats: 'first' })
  if (!reading.ok) {
    // A missing or wrong key is named before anything else that is wrong.
    const [apiKey] = [query['apiKey']].flat()
    authenticateKey(ports, typeof apiKey === 'string' ? apiKey : undefined)
    throw invalidFields(reading.problems)
  }
  return reading.values
}

/** A browser that only looks ahead: refused, so that the visit itself comes through to us and counts. */
function isPrefetch(headers: Asked['raw']['headers']): boolean {
  const purposes = [headers['sec-purpose'], headers['purpose'], headers['x-purpose'], headers['x-moz']].flat()
  return purposes.some(
    (purpose) => purpose !== undefined && /\b(?:prefetch|prerender|preview)\b/i.test(purpose),
  )
}

function prefetchRefused(): DomainError {
  const message = 'A tracking link is not prefetched: it is answered when it is followed.'
  return new DomainError('SERVER_ERROR', message, { isUnavailable: true })
}

/** For who builds on links; visitors read the page, and of lists nobody is told. */
const tellReason: Record<UnavailableReason, string> = {
  paused: 'The offer is not available: it is paused.',
  app_paused: 'The offer is not available: the app is paused.',
  schedule: 'The offer is not available: it has not started or it has ended.',
  country: 'The offer is not available in the country of the visitor.',
  platform: 'The offer is not available on the platform of the visitor.',
  capped: 'The offer is not available: its cap is reached.',
  blocked: 'The offer is not available.',
  test_mode: 'The offer is not available.',
  signature: 'The offer is not available: the link is not signed, or it was changed.',
  destination: 'The offer is not available: its destination is not a usable URL.',
}

function isForReaders(request: FastifyRequest, reply: FastifyReply): boolean {
  const isJson = String(reply.getHeader('content-type')).startsWith('application/json')
  return (
    isJson && reply.statusCode >= 400 && !isPrefetch(request.headers) && prefersHtml(request.headers.accept)
  )
}

async function toPage(request: FastifyRequest, reply: FastifyReply): Promise<string> {
  const isOurs = reply.statusCode >= 500 || reply.statusCode === 429
  return await makePage(request, reply, { trouble: isOurs ? 'busy' : 'broken', reference: request.id })
}

async function makePage(
  request: FastifyRequest,
  reply: FastifyReply,
  { trouble, reference }: { trouble: Trouble; reference: string },
): Promise<string> {
  const language = chooseLanguage(request.headers['accept-language'])
  const page = await renderVisitorPage(trouble, { language, reference })
  reply.headers(visitorPageHeaders)
  return page
}
