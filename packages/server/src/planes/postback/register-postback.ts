import { toldReason } from '@quoin/core/conversions/conversion.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errorCodes } from '@quoin/contract/error-codes.ts'
import { presentSuccess } from '@quoin/contract/envelope.ts'
import type { receivePostback as operation } from '@quoin/contract/operations.ts'
import type { Shown } from '@quoin/contract/shown.ts'
import { readId } from '@quoin/core/tracking/click-id.ts'
import { DomainError } from '@quoin/core/errors.ts'
import type { Network } from '@quoin/core/networks/network.ts'
import { type Awaitable, whenSettled } from '@quoin/core/awaitable.ts'
import { admitPostback } from '../../features/postbacks/admit-postback.ts'
import { holdsCredential, maskParameters } from '../../features/postbacks/mask-parameters.ts'
import { PostbackRefusal, sentenceOf } from '../../features/postbacks/postback-refusal.ts'
import { receivePostback } from '../../features/postbacks/receive-postback.ts'
import { RefusalLog } from '../../features/postbacks/refusal-log.ts'
import { clientOf } from '../../http/client.ts'
import { nosniffHeaders } from '../../http/safe-answers.ts'
import { metaOf } from '../../http/meta.ts'
import {
  type Asked,
  askedOf,
  type FlatHeaders,
  mountShortcut,
  type PlainAnswer,
  type Shortcut,
} from '../../http/raw/index.ts'
import { replyOf } from '../../networks/index.ts'
import type { Ports } from '../../ports/ports.ts'
import { keepRawBodies, PostbackMessage } from './read-message.ts'
import { readParameters } from './read-parameters.ts'
import { dryRunWords } from '@quoin/contract/fields/text-fields.ts'
import type { AppliedPostback } from '../../ports/writes.ts'

const bodyMaxBytes = 16 * 1024

interface Needs {
  readonly ports: Ports
  readonly refusals: RefusalLog
}

/** The postback receiver, with or without a network's token behind the path. */
export function registerPostback(server: FastifyInstance, ports: Ports, path: string): void {
  const needs: Needs = { ports, refusals: new RefusalLog(ports) }
  const base = path.replace(/\/+$/, '')
  const shortcut: Omit<Shortcut<Received>, 'path'> = {
    resolve: (asked) => receive(needs, asked),
    answer: (received, requestId) => present(ports, received, requestId),
  }
  // On the server itself, behind what sheds its load; next to all other paths nothing can be told by a beginning.
  const mount = (parameter: { parameter?: string }): Find =>
    base === ''
      ? (request) => shortcut.resolve(askedOf(request))
      : mountShortcut(server, ports, { ...shortcut, ...parameter, path: base })
  const finds = { [base === '' ? '/' : base]: mount({}), [`${base}/:token`]: mount({ parameter: 'token' }) }
  server.register(async (scope) => {
    keepRawBodies(scope)
    scope.addHook('onClose', () => needs.refusals.close())
    for (const [url, find] of Object.entries(finds)) {
      scope.route({
        method: ['GET', 'POST'],
        url,
        // A HEAD must not report anything.
        exposeHeadRoute: false,
        bodyLimit: bodyMaxBytes,
        handler: async (request, reply) => send(reply, present(ports, await find(request), request.id)),
      })
    }
  })
}

type Find = (request: FastifyRequest) => Awaitable<Received>

function send(reply: FastifyReply, { status, headers, bytes, ascii }: PlainAnswer): FastifyReply {
  for (let at = 0; at < headers.length; at += 2) reply.header(String(headers[at]), headers[at + 1])
  return reply.code(status).send(ascii ?? bytes)
}

/** The accepted ones; all others are errors. */
interface Received {
  readonly applied: AppliedPostback
  readonly isDryRun: boolean
}

function receive(needs: Needs, asked: Asked): Awaitable<Received> {
  const { ports } = needs
  const { address } = clientOf(asked.raw, ports)
  const message = new PostbackMessage(asked)
  const method = asked.raw.method ?? ''
  let network: Network | undefined
  let isDryRun = false
  return whenSettled(
    () => {
      network = admit(ports, asked, { address, message })
      // The signed text is the text that is read: parameters beside a signed body would be anybody's.
      const given = network?.proof === 'hmac' ? message.readSigned() : message.readAll()
      const values = readParameters(given, network)
      isDryRun = values.isDryRun
      const networkId = network?.id ?? null
      return receivePostback(ports, {
        ...values,
        networkId,
        method,
        address,
        parameters: maskParameters(given),
      })
    },
    (applied) => {
      count(ports, applied, isDryRun)
      return { applied, isDryRun }
    },
    async (error) => {
      if (error instanceof DomainError) await noteRefusal(needs, { error, network, method, address, message })
      throw error
    },
  )
}

interface Sender {
  readonly address: string
  readonly message: PostbackMessage
}

function admit(
  ports: Ports,
  { params: { token } }: Asked,
  { address, message }: Sender,
): Network | undefined {
  // Then the click tells the network, which must ask for no proof.
  if (typeof token !== 'string') return undefined
  const { signature, signedText } = message
  return admitPostback(ports, { token, address, signature, signedText })
}

function count(ports: Ports, { kind, status, networkId }: AppliedPostback, isDryRun: boolean): void {
  const { meters } = ports
  meters.count('postbacks_total', {
    network: networkLabel(ports, networkId),
    outcome: isDryRun ? 'tested' : kind,
  })
  if (!isDryRun && kind === 'applied') meters.count('conversions_total', { status })
}

/** Networks are few, but a metric must not grow with whatever an operator makes: the first ones by their ids. */
const networkLabelsMax = 200

function networkLabel({ snapshots }: Ports, networkId: number | null): string {
  if (networkId === null) return 'unknown'
  if (networkId > networkLabelsMax) return 'other'
  return snapshots.networks().findNetwork(networkId)?.slug ?? 'unknown'
}

const commonHeaders: FlatHeaders = ['cache-control', 'no-store', ...nosniffHeaders, 'content-type']
const plainHeaders: FlatHeaders = [...commonHeaders, 'text/plain; charset=utf-8']
const jsonHeaders: FlatHeaders = [...commonHeaders, 'application/json; charset=utf-8']

function present(ports: Ports, { applied, isDryRun }: Received, requestId: string): PlainAnswer {
  const isDuplicate = applied.kind === 'duplicate'
  const network = ports.snapshots.networks().findNetwork(applied.networkId)
  const plain = network === undefined ? undefined : replyOf(network)
  if (plain !== undefined && !isDryRun) {
    const text = isDuplicate ? plain.duplicate : plain.accepted
    return { status: 200, headers: plainHeaders, bytes: Buffer.from(text) }
  }
  const reason = toldReason(applied.reason)
  const data: Shown<(typeof operation.success)[number], 'data'> = {
    conversion_id: applied.conversionId,
    click_id: applied.clickId,
    status: applied.status,
    duplicate: isDuplicate,
    ...(reason === null ? {} : { reason }),
    ...(applied.liveReason === undefined ? {} : { live_reason: applied.liveReason }),
    ...(isDryRun ? { test: true } : {}),
  }
  const text = isDryRun ? 'This was a test: nothing was written.' : tellApplied(applied)
  const envelope = presentSuccess(data, metaOf(requestId, ports.clock), text)
  // Ids and words of ours are ASCII.
  return { status: 200, headers: jsonHeaders, ascii: JSON.stringify(envelope) }
}

function tellApplied({ kind, reason }: AppliedPostback): string {
  if (reason === 'transaction_added') return 'The same was reported before; its transaction id is kept now.'
  if (kind === 'duplicate' && reason === 'transaction')
    return 'The same was reported before; nothing has changed. Its transaction id is that of another conversion.'
  return answers[kind]
}

const answers = {
  applied: 'The postback was applied.',
  duplicate: 'The same was reported before; nothing has changed.',
} as const

interface Refused extends Sender {
  readonly error: DomainError
  readonly network: Network | undefined
  readonly method: string
}

/** Keeps a sample of what was refused; being busy or broken is not the sender's doing. */
async function noteRefusal(
  { ports, refusals }: Needs,
  { error, network, method, address, message }: Refused,
): Promise<void> {
  const refusal = error instanceof PostbackRefusal ? error : undefined
  if (error.code === 'SERVER_ERROR' && refusal === undefined) return
  const given = parametersIn(message)
  const isUnmatched = refusal?.reason === 'unknown_click'
  const networkId = refusal?.networkId ?? network?.id ?? null
  const label = networkLabel(ports, networkId)
  ports.meters.count('postbacks_total', { network: label, outcome: isUnmatched ? 'unmatched' : 'refused' })
  // A dry run leaves nothing, whatever its outcome.
  if (dryRunWords.get(String([given['test']].flat()[0])) === true) return
  const parameters = maskParameters(given)
  const report = refusal?.report ?? null
  // To be applied later, unless a secret stands where a word or an id belongs.
  const kept = report === null || holdsCredential(report) ? null : report
  refusals.note({
    id: report?.id ?? ports.newId(),
    networkId,
    receivedAtMs: ports.clock.nowMs(),
    method,
    address: address === '' ? null : address,
    parameters,
    // As it was understood, so that a click that comes later finds it.
    clickId: report?.clickId ?? clickIdIn(parameters),
    conversionId: null,
    outcome: isUnmatched ? 'unmatched' : 'refused',
    httpStatus: error.isUnavailable ? 503 : errorCodes[error.code].status,
    reason: refusal?.reason ?? 'invalid',
    report: isUnmatched ? kept : null,
    message: sentenceOf(error),
    refused: isUnmatched ? null : kept,
  })
  // Kept for a click that may come: it is there before the sender hears that they should come back.
  if (error.isUnavailable) await refusals.close()
}

/** An id of ours as we write it, so that it is found with its click; anything else as it was sent. */
function clickIdIn({ click_id: sent }: Readonly<Record<string, string>>): string | null {
  return sent === undefined ? null : (readId(sent) ?? sent)
}

/** The body may be what was wrong; the query can always be shown. */
function parametersIn(message: PostbackMessage): Readonly<Record<string, unknown>> {
  try {
    return message.readAll()
  } catch {
    return message.query
  }
}
