import { presentSuccess } from '@quoin/contract/envelope.ts'
import { prefersHtml } from '@quoin/core/detect/preferences.ts'
import { errorCodes } from '@quoin/contract/error-codes.ts'
import { DomainError } from '@quoin/core/errors.ts'
import { chooseLanguage, chooseLocale, type Language, languages } from '@quoin/core/languages/languages.ts'
import { accentsFor, ownAccent } from '@quoin/core/wall/colours.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { MessageView, WallFrame, WallPageModel, WallView } from '@quoin/wall/model.ts'
import { metaOf } from '../../http/meta.ts'
import type { Ports } from '../../ports/ports.ts'
import { chooseCoding, compressAnswer } from '../../http/compress-answer.ts'
import { presentFrame } from './present-frame.ts'
import { isUnproven, queryOf, type WallCall } from './wall-call.ts'

/** Draws a page on the server. */
export interface PageRenderer {
  render(model: WallPageModel, nonce: string): Promise<string>
  /** The words for categories in a language, by their slugs. */
  categoryWords(language: Language): Promise<Readonly<Record<string, string>>>
}

export interface PageNeeds {
  readonly ports: Ports
  readonly files: PageRenderer
}

export interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** A page as HTML, or its model as JSON for the script of a page that is open already. */
export async function answerPage(
  { ports, files }: PageNeeds,
  {
    request,
    reply,
    call,
    page,
    started,
  }: Exchange & { readonly call: WallCall; readonly page: WallView; readonly started: number },
): Promise<FastifyReply> {
  const { asked, visit, audience } = call
  const accepted = request.headers['accept-language']
  const language = chooseLanguage(accepted, asked.lang)
  const locale = chooseLocale(language, accepted, asked.lang)
  const device = audience.platform
  const frame = presentFrame({ visit, asked, language, locale, device, nowMs: ports.clock.nowMs(), started })
  return await send({ ports, files }, { request, reply, model: { frame, page }, origins: frame.origins })
}

/** The page that is built, or one that says that nothing is there; a script that asked is told by its error. */
export async function orGone({ request, reply }: Exchange, build: () => WallView | Promise<WallView>) {
  try {
    return await build()
  } catch (error) {
    const isGone = error instanceof DomainError && error.code === 'RESOURCE_NOT_FOUND'
    if (!isGone || wantsModel(request)) throw error
    reply.code(errorCodes[error.code].status)
    return { view: 'message', message: 'gone', reference: request.id } satisfies MessageView
  }
}

/** A page by its frame alone, which nobody may put into one of theirs. */
export async function answerUnframed(
  needs: PageNeeds,
  { request, reply }: Exchange,
  model: WallPageModel,
): Promise<FastifyReply> {
  return await send(needs, { request, reply, model, origins: [] })
}

/** The answer, or its error as a page of plain words; `gone` is what is said of something that is not there. */
export async function orTrouble(
  needs: PageNeeds,
  { gone = 'gone', ...exchange }: Exchange & { readonly gone?: MessageView['message'] },
  answer: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await answer()
  } catch (error) {
    return await answerTrouble(needs, { ...exchange, gone, error })
  }
}

interface Trouble extends Exchange {
  readonly gone: MessageView['message']
  readonly error: unknown
}

/** Answers an error, as a page of plain words where a page was asked for. */
async function answerTrouble(
  needs: PageNeeds,
  { request, reply, gone, error }: Trouble,
): Promise<FastifyReply> {
  const known = error instanceof DomainError ? error : undefined
  if (known === undefined || known.code === 'SERVER_ERROR' || wantsModel(request)) throw error
  const message = known.code === 'RESOURCE_NOT_FOUND' ? gone : messageOf(known, queryOf(request))
  const language = chooseLanguage(request.headers['accept-language'], String(queryOf(request)['lang'] ?? ''))
  const frame = frameOfNobody(language, needs.ports.clock.nowMs())
  reply.code(errorCodes[known.code].status)
  if (known.retryAfterSec !== null) reply.header('retry-after', known.retryAfterSec)
  const page: MessageView = { view: 'message', message, reference: request.id }
  // It says nothing of anybody and has no form, so that whoever frames it may show it.
  return await send(needs, { request, reply, model: { frame, page }, origins: ['*'] })
}

function messageOf(error: DomainError, query: Readonly<Record<string, unknown>>): MessageView['message'] {
  if (isUnproven(error)) return query['session'] === undefined ? 'refused' : 'expired'
  return 'failed'
}

interface Sent extends Exchange {
  readonly model: WallPageModel
  /** The origins that may frame the page. */
  readonly origins: readonly string[]
}

async function send({ ports, files }: PageNeeds, sent: Sent): Promise<FastifyReply> {
  const { request, reply, model, origins } = sent
  reply.header('cache-control', 'private, no-store').header('vary', 'Accept, Accept-Encoding')
  if (wantsModel(request)) {
    const body = presentSuccess(model, metaOf(request.id, ports.clock), 'The page.')
    reply.header('content-type', 'application/json; charset=utf-8')
    return await sendCompressed(request, reply, JSON.stringify(body))
  }
  const nonce = ports.random(16).toString('base64url')
  const html = await files.render(model, nonce)
  reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', policyOf(nonce, origins))
    .header('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=()')
    .header('x-robots-tag', 'noindex')
    .header('referrer-policy', 'no-referrer')
  return await sendCompressed(request, reply, html)
}

/** Nobody learns a session by the lengths of answers: no request has it but by its own address (decision 0049). */
async function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): Promise<FastifyReply> {
  const { body, coding } = await compressAnswer(text, chooseCoding(request.headers['accept-encoding']))
  if (coding !== undefined) reply.header('content-encoding', coding)
  return reply.send(body)
}

function policyOf(nonce: string, origins: readonly string[]): string {
  const framers = origins.length === 0 ? "'none'" : origins.join(' ')
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'nonce-${nonce}'`,
    "img-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${framers}`,
  ].join('; ')
}

function wantsModel(request: FastifyRequest): boolean {
  const { accept } = request.headers
  return accept?.includes('application/json') === true && !prefersHtml(accept)
}

function frameOfNobody(language: Language, nowMs: number): WallFrame {
  const colours = { light: accentsFor('light', ownAccent), dark: accentsFor('dark', ownAccent) }
  return {
    language,
    locale: language,
    direction: languages[language].direction,
    appName: '',
    currency: { one: '', many: '', decimals: 0 },
    userId: '',
    isSigned: false,
    balance: null,
    pending: null,
    query: '',
    device: 'desktop',
    theme: 'auto',
    colours,
    logo: null,
    privacyUrl: null,
    origins: [],
    collect: 'off',
    nowSec: secondsOf(nowMs),
    started: 0,
  }
}
