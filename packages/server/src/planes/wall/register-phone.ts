import { notFound } from '@quoin/core/errors.ts'
import { chooseLanguage } from '@quoin/core/languages/languages.ts'
import type { WallFrame } from '@quoin/wall/model.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { platformOf } from '../../features/targeting/detect-audience.ts'
import { findHandoff, takeHandoff, type WaitingVisit } from '../../features/wall/hand-off.ts'
import { customerOf } from '../../http/bounded-limiter.ts'
import { clientOf } from '../../http/client.ts'
import type { Ports } from '../../ports/ports.ts'
import { answerUnframed, type Exchange, orTrouble, type PageNeeds } from './answer-page.ts'
import { presentFrame } from './present-frame.ts'
import { admit, queryOf, type WallLimits } from './wall-call.ts'

type Answer = (needs: PageNeeds, exchange: Exchange) => Promise<FastifyReply>

/**
 * The address that a phone's camera has read: a page with a button. Previews, prefetches and scanners ask for the page as
 * well, so that only its form uses the code.
 */
export function registerPhone(scope: FastifyInstance, needs: PageNeeds, limits: WallLimits): void {
  const counted = (answer: Answer) => (request: FastifyRequest, reply: FastifyReply) =>
    orTrouble(needs, { request, reply, gone: 'code_over' }, () => {
      const { address } = clientOf(request.raw, needs.ports)
      admit(needs.ports, limits.visits, address, customerOf(address))
      reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      return answer(needs, { request, reply })
    })
  scope.get('/wall/phone/:token', counted(showPhone))
  scope.post('/wall/phone/:token', counted(goOn))
}

async function showPhone(needs: PageNeeds, { request, reply }: Exchange): Promise<FastifyReply> {
  const waiting = await findHandoff(needs.ports, tokenOf(request))
  if (waiting === undefined) throw codeOver()
  const frame = frameOf(needs.ports, request, waiting)
  return await answerUnframed(needs, { request, reply }, { frame, page: { view: 'phone' } })
}

/** Opens a session of the phone's own, at the page that the computer showed. */
async function goOn({ ports }: PageNeeds, { request, reply }: Exchange): Promise<FastifyReply> {
  // Another site could make somebody go on as a user of its choice: they see the page first.
  if (!isOwnForm(request, ports.settings.baseUrl))
    return reply
      .code(303)
      .header('location', `/wall/phone/${encodeURIComponent(tokenOf(request))}`)
      .send()
  const taken = await takeHandoff(ports, tokenOf(request))
  if (taken === undefined) throw codeOver()
  const query = new URLSearchParams({ session: taken.session })
  return reply.code(303).header('location', `${taken.path}?${query}`).send()
}

/**
 * A page that sends no referrer names its origin `null`: `Sec-Fetch-Site` tells it from others, over HTTPS and on
 * loopback. Browsers without it, and programs, are told by an origin that is plainly another's.
 */
function isOwnForm({ headers }: FastifyRequest, baseUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const { origin, host } = headers
  if (origin === undefined || origin === 'null') return true
  return (
    origin === new URL(baseUrl).origin ||
    URL.parse(origin)?.host === host?.toLowerCase().replace(/:(?:80|443)$/, '')
  )
}

/** The app's look without the proof of a visit, which begins with the button. */
function frameOf(ports: Ports, request: FastifyRequest, { app, key, userId }: WaitingVisit): WallFrame {
  const visit = {
    app,
    key,
    userId,
    subId: undefined,
    isTest: key.mode === 'test',
    isSigned: false,
    mayHandOn: false,
    balance: null,
    pending: null,
  }
  const language = chooseLanguage(request.headers['accept-language'], String(queryOf(request)['lang'] ?? ''))
  const asked = { session: undefined, sig: undefined, theme: undefined, lang: undefined }
  const device = platformOf(clientOf(request.raw, ports))
  const locale = language
  const frame = presentFrame({
    visit,
    asked,
    language,
    locale,
    device,
    nowMs: ports.clock.nowMs(),
    started: 0,
  })
  return { ...frame, query: '' }
}

function codeOver(): Error {
  return notFound('This code was used, or its time is over.')
}

function tokenOf(request: FastifyRequest): string {
  const { token = '' } = request.params as Readonly<Record<string, string>> // the router makes a record
  return token
}
