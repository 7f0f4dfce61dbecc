import { parse } from 'node:querystring'
import { chooseLanguage, type Language } from '@quoin/core/languages/languages.ts'
import { notFound } from '@quoin/core/errors.ts'
import { readFields } from '@quoin/contract/fields/field.ts'
import { offerIdText } from '@quoin/contract/fields/number-fields.ts'
import { required } from '@quoin/contract/fields/field.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { MissingView, WallView } from '@quoin/wall/model.ts'
import { openTicket } from '../../features/tickets/open-ticket.ts'
import { isReply, replyToTicket } from '../../features/tickets/reply-to-ticket.ts'
import type { RewardStory } from '../../features/wall/tell-stories.ts'
import { BoundedLimiter } from '../../http/bounded-limiter.ts'
import type { Ports } from '../../ports/ports.ts'
import {
  answerPage,
  type Exchange,
  orGone,
  orTrouble,
  type PageRenderer,
  type PageNeeds,
} from './answer-page.ts'
import {
  buildActivity,
  buildList,
  buildMissing,
  buildOffer,
  countStarted,
  findStories,
} from './build-pages.ts'
import { findStory } from './present-stories.ts'
import { registerPhone } from './register-phone.ts'
import { beaconsPerMinute, takeImpressions } from './take-impressions.ts'
import { queryOf, readCall, readValues, type WallCall, type WallLimits } from './wall-call.ts'
import { listParameters, storyParameters, ticketParameters } from './wall-parameters.ts'

const originsPerMinute = 6_000

interface PageCall extends WallCall {
  readonly request: FastifyRequest
  readonly stories: readonly RewardStory[]
}

type Build = (ports: Ports, call: PageCall, files: PageRenderer) => WallView | Promise<WallView>

/** Each page by its address; what it shows is looked up anew each time. */
const pages: Readonly<Record<string, Build>> = {
  '/wall': async (ports, call, files) => {
    const asked = readValues(listParameters, queryOf(call.request))
    const words = asked.q === undefined ? {} : await files.categoryWords(languageOf(call))
    return await buildList(ports, call, { asked, stories: call.stories, words })
  },
  '/wall/offers/:offerId': (ports, call) =>
    buildOffer(ports, call, { offerId: readOfferId(call.request), stories: call.stories }),
  '/wall/activity': (ports, call) => {
    if (!call.visit.isSigned) return signedOnly(call.request)
    const { state } = readValues(storyParameters, queryOf(call.request))
    return buildActivity(ports, call.stories, state)
  },
  '/wall/missing': (ports, call) => {
    if (!call.visit.isSigned) return signedOnly(call.request)
    const { story } = readValues(storyParameters, queryOf(call.request))
    return buildMissing(ports, call.stories, { chosen: story, outcome: outcomeOf(call.request) })
  },
}

/** The wall: pages for an end user's browser, by its own address, in a frame or on its own. */
export function registerWall(server: FastifyInstance, ports: Ports, files: PageRenderer): void {
  const { clock, settings } = ports
  const limits: WallLimits = {
    visits: new BoundedLimiter({ limit: settings.wallPagesPerMinute, clock }),
    origins: new BoundedLimiter({ limit: originsPerMinute, clock }),
  }
  const beaconLimits = { ...limits, visits: new BoundedLimiter({ limit: beaconsPerMinute, clock }) }
  const needs = { ports, files }
  server.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, parse(String(body))),
    )
    for (const [path, build] of Object.entries(pages)) {
      scope.get(path, (request, reply) =>
        orTrouble(needs, { request, reply }, () => showPage(needs, limits, { request, reply, build })),
      )
    }
    scope.post('/wall/missing', (request, reply) =>
      orTrouble(needs, { request, reply }, () => takeTicket(needs, limits, { request, reply })),
    )
    scope.post('/wall/impressions', (request, reply) =>
      takeImpressions(ports, beaconLimits, { request, reply, body: bodyOf(request) }),
    )
    registerPhone(scope, needs, limits)
  })
}

async function showPage(
  needs: PageNeeds,
  limits: WallLimits,
  { request, reply, build }: Exchange & { readonly build: Build },
): Promise<FastifyReply> {
  const { ports } = needs
  const call = readCall(request, ports, limits)
  const stories = await findStories(ports, call.visit)
  const page = await orGone({ request, reply }, () =>
    build(ports, { ...call, request, stories }, needs.files),
  )
  return await answerPage(needs, { request, reply, call, page, started: countStarted(stories) })
}

/** A ticket of the form, or the answer to what was asked about it; the answer leads back to the page, so that a reload sends nothing twice. */
async function takeTicket(
  needs: PageNeeds,
  limits: WallLimits,
  { request, reply }: Exchange,
): Promise<FastifyReply> {
  const { ports } = needs
  const call = readCall(request, ports, limits)
  if (!call.visit.isSigned) throw notFound('There is no such page without a session.')
  const { story: key } = readValues(storyParameters, queryOf(request))
  const { note = '', receipt = '' } = readValues(ticketParameters, bodyOf(request))
  const story = findStory(await findStories(ports, call.visit), key)
  const outcome =
    story === undefined
      ? ({ kind: 'not_now' } as const)
      : isReply(story, note)
        ? await replyToTicket(ports, { story, text: note })
        : await openTicket(ports, { visit: call.visit, story, note, receipt })
  const query = new URLSearchParams(request.url.split('?')[1] ?? '')
  if (key !== undefined) query.set('story', key)
  query.set('outcome', outcome.kind)
  return reply.code(303).header('location', `/wall/missing?${query}`).send()
}

const offerPath = { offerId: required(offerIdText, 'The offer.') } as const

function readOfferId(request: FastifyRequest): number {
  const params = request.params as Readonly<Record<string, unknown>> // the router makes a record
  const reading = readFields(offerPath, params, { repeats: 'first' })
  if (!reading.ok) throw notFound('There is no such offer.')
  return reading.values.offerId
}

function languageOf({ request, asked }: PageCall): Language {
  return chooseLanguage(request.headers['accept-language'], asked.lang)
}

function signedOnly(request: FastifyRequest): WallView {
  return { view: 'message', message: 'signed_only', reference: request.id }
}

const outcomes = ['sent', 'answered', 'limit', 'not_now', 'empty'] as const

function outcomeOf(request: FastifyRequest): MissingView['outcome'] {
  const given = queryOf(request)['outcome']
  return outcomes.find((outcome) => outcome === given) ?? null
}

function bodyOf(request: FastifyRequest): Readonly<Record<string, unknown>> {
  const { body } = request
  return typeof body === 'object' && body !== null ? (body as Readonly<Record<string, unknown>>) : {}
}
