import { presentSuccess } from '@quoin/contract/envelope.ts'
import { printOpenApi } from '@quoin/contract/openapi.ts'
import { printManageApi, printOperatorApi } from '@quoin/contract/role-apis.ts'
import type { Operation } from '@quoin/contract/operation.ts'
import { readFields } from '@quoin/contract/fields/field.ts'
import { getReadiness } from '@quoin/contract/system-operations.ts'
import { invalidFields, notFound, unavailable } from '@quoin/core/errors.ts'
import type { Goal } from '@quoin/core/offers/goal.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { testOfferPath } from '../../features/catalogue/keep-test-offers.ts'
import { describeDialects } from '../../features/callbacks/requests/describe-dialects.ts'
import { listPublicKeys, publicKeysPath } from '../../features/callbacks/requests/public-keys.ts'
import { chooseCoding, compressKept } from '../../http/compress-answer.ts'
import { metaOf } from '../../http/meta.ts'
import type { Ports } from '../../ports/ports.ts'
import { homePage } from './home-page.ts'
import { favicon, offerImage } from './offer-image.ts'
import { type MetricsNeeds, registerMetrics } from './register-metrics.ts'
import { registerSecurityContact } from './register-security-contact.ts'
import { renderTestOfferPage } from './test-offer-page.ts'

interface DocsAnswer {
  readonly status: number
  readonly contentType: string
  readonly body: Buffer
  readonly compressed?: { readonly br: Buffer; readonly gzip: Buffer }
  readonly policy: string
  /** It may be kept for ever; asked for again each time unless it is. */
  readonly isImmutable?: boolean
  readonly location?: string
}

export interface SystemNeeds extends MetricsNeeds {
  readonly version: string
  /** The parts that are not ready, one short sentence each; empty when all are. Links go on without a database. */
  readonly findUnready: (what: 'all' | 'links') => Promise<readonly string[]>
  readonly docs: {
    /** `asked` is what somebody searches for. */
    answer(url: string, asked: string): Promise<DocsAnswer>
  }
}

const foreverCache = 'public, max-age=31536000, immutable'
const hourCache = 'public, max-age=3600'
const dayCache = 'public, max-age=86400'
const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'"
const noForms = "form-action 'none'"

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `${pagePolicy}; ${noForms}`,
}

/** Health, metrics, documents and pictures: everything that needs no proof and no limit. */
export function registerSystem(server: FastifyInstance, ports: Ports, needs: SystemNeeds): void {
  server.get('/livez', (request, reply) => sendJson(request, reply, ports, 'The process is alive.'))
  server.get('/readyz', async (request, reply) => {
    const given = request.query as Readonly<Record<string, unknown>> // Fastify's parser makes a record
    const reading = readFields(getReadiness.query, given, { repeats: 'refuse' })
    if (!reading.ok) throw invalidFields(reading.problems)
    const unready = await needs.findUnready(reading.values.plane ?? 'all')
    if (unready.length > 0) throw unavailable(`Not ready: ${unready.join(' ')}`, { retryAfterSec: 1 })
    return sendJson(
      request,
      reply,
      ports,
      ['The service is ready.', ...ports.process.clockDoubts()].join(' '),
    )
  })
  registerMetrics(server, ports, needs)
  registerSecurityContact(server, ports)
  const { baseUrl } = ports.settings
  for (const [path, print] of [
    ['/openapi.json', () => printDocument(ports, needs.version)],
    ['/operator/v1/openapi.json', () => printOperatorApi({ baseUrl, version: needs.version })],
    ['/manage/v1/openapi.json', () => printManageApi({ baseUrl, version: needs.version })],
  ] as const) {
    // Printed when somebody asks: a start does not wait for it.
    let document: Buffer | undefined
    server.get(path, (request, reply) => {
      document ??= Buffer.from(JSON.stringify(print()))
      return sendKept(request, reply.type('application/json; charset=utf-8'), document)
    })
  }
  const publicKeys = JSON.stringify(listPublicKeys(ports))
  server.get(publicKeysPath, (_request, reply) =>
    reply
      .type('application/json; charset=utf-8')
      .header('cache-control', hourCache)
      .header('access-control-allow-origin', '*')
      .send(publicKeys),
  )
  for (const [path, image] of [
    ['/images/offer.svg', offerImage],
    ['/favicon.ico', favicon],
  ] as const) {
    server.get(path, (_request, reply) =>
      reply
        .type('image/svg+xml')
        .header('cache-control', dayCache)
        .header('content-security-policy', pagePolicy)
        .send(image),
    )
  }
  server.get(testOfferPath, (request, reply) => {
    const query = request.query as Readonly<Record<string, unknown>> // Fastify's parser makes a record
    const { click_id: clickId, offer_id: offerId } = query
    const page = {
      clickId: typeof clickId === 'string' ? clickId : '',
      postbackUrl: ports.settings.postbackUrl,
      goals: goalsOfTestOffer(ports, Number(offerId)),
    }
    return reply.headers(testPageHeaders(page.postbackUrl)).send(renderTestOfferPage(page))
  })
  if (!isBareTaken(ports.settings)) {
    server.get('/', (_request, reply) => reply.headers(pageHeaders).send(homePage))
  }
  for (const path of ['/docs', '/docs/*'])
    server.get(path, (request, reply) => sendDocs(request, reply, needs))
  // Programs look for these at the root.
  for (const path of ['/llms.txt', '/llms-full.txt', '/llms-publishers.txt'])
    server.get(path, (request, reply) => sendDocs(request, reply, needs, `/docs${path}`))
}

/** It names a click, so that nobody keeps it; its form leads to the postback address and nowhere else. */
function testPageHeaders(postbackUrl: string): Readonly<Record<string, string>> {
  const mayReport = `form-action ${new URL(postbackUrl).origin}`
  return {
    ...pageHeaders,
    'cache-control': 'no-store',
    'content-security-policy': `${pagePolicy}; ${mayReport}`,
  }
}

/** A page without a credential shows no other offer: it is ours. */
function goalsOfTestOffer({ snapshots }: Ports, offerId: number): readonly Goal[] {
  const offer = Number.isSafeInteger(offerId) ? snapshots.catalogue().findOffer(offerId) : undefined
  return offer?.isTest ? offer.goals : []
}

/** A host of their own may have links or postbacks at the bare address: then there is no page. */
function isBareTaken({ trackUrl, postbackUrl }: Ports['settings']): boolean {
  return [trackUrl, postbackUrl].some((url) => new URL(url).pathname === '/')
}

function sendJson(
  request: FastifyRequest,
  reply: FastifyReply,
  { clock }: Ports,
  message: string,
): FastifyReply {
  const body = presentSuccess({ status: 'ok' }, metaOf(request.id, clock), message)
  return reply
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify(body))
}

async function sendDocs(
  request: FastifyRequest,
  reply: FastifyReply,
  { docs }: SystemNeeds,
  path?: string,
): Promise<FastifyReply> {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost')
  const answer = await docs.answer(path ?? pathname, searchParams.get('q') ?? '')
  const { status, contentType, body, compressed, policy, isImmutable, location } = answer
  // People get a page, programs the envelope.
  if (status === 404 && !/text\/html/.test(request.headers.accept ?? ''))
    throw notFound('There is no such page.')
  if (location !== undefined) return reply.redirect(location, 302)
  reply.code(status).type(contentType).header('content-security-policy', policy)
  if (!isImmutable) return await sendKept(request, reply, body, !unpressed.test(contentType))
  const coding = compressed && chooseCoding(request.headers['accept-encoding'])
  if (compressed) reply.header('vary', 'accept-encoding')
  if (coding) reply.header('content-encoding', coding)
  return reply.header('cache-control', foreverCache).send((coding && compressed?.[coding]) ?? body)
}

/** Pictures and archives are compressed in themselves. */
const unpressed = /^(?:image\/png|application\/gzip)/

/** A reader asks each time whether it has changed, and gets the text only if it has. */
async function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  body: Buffer,
  isPressed = true,
): Promise<FastifyReply> {
  const wanted = isPressed ? chooseCoding(request.headers['accept-encoding']) : undefined
  const { tag, compressed } = compressKept(body, wanted)
  reply.headers({ 'cache-control': 'no-cache', etag: tag, vary: 'accept-encoding' })
  const known = request.headers['if-none-match']?.split(',').map((one) => one.trim())
  if (reply.statusCode === 200 && known?.includes(tag))
    return reply.removeHeader('content-type').code(304).send()
  const { body: bytes, coding } = await compressed
  if (coding) reply.header('content-encoding', coding)
  return reply.send(bytes)
}

/** Links and postbacks are documented where this deployment has them. */
function printDocument({ settings }: Ports, version: string) {
  const postbacks = new URL(settings.postbackUrl).pathname
  const withToken = `${postbacks.replace(/\/+$/, '')}/{token}`
  const own: Readonly<Record<string, string | undefined>> = {
    followLink: new URL(settings.trackUrl).pathname,
    receivePostback: postbacks,
    receivePostbackBody: postbacks,
    receiveTokenPostback: withToken,
    receiveTokenPostbackBody: withToken,
    getHome: isBareTaken(settings) ? undefined : '/',
  }
  const pathOf = ({ id, path }: Operation): string | undefined => (Object.hasOwn(own, id) ? own[id] : path)
  return printOpenApi({ baseUrl: settings.baseUrl, version, pathOf, dialects: describeDialects() })
}
