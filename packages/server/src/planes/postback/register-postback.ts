import { errorCodes } from '@quoin/contract/error-codes.ts'
import { presentSuccess } from '@quoin/contract/envelope.ts'
import { readId } from '@quoin/core/click-id.ts'
import { DomainError } from '@quoin/core/errors.ts'
import type { Network } from '@quoin/core/network.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { admitPostback } from '../../features/postbacks/admit-postback.ts'
import type { AppliedPostback } from '../../features/postbacks/apply-postbacks.ts'
import { maskParameters } from '../../features/postbacks/mask-parameters.ts'
import { PostbackRefusal } from '../../features/postbacks/postback-refusal.ts'
import { receivePostback } from '../../features/postbacks/receive-postback.ts'
import { RefusalLog } from '../../features/postbacks/refusal-log.ts'
import { clientOf } from '../../http/client.ts'
import { metaOf } from '../../http/meta.ts'
import { replyOf } from '../../networks/index.ts'
import type { Ports } from '../../ports.ts'
import { keepRawBodies, type PostbackMessage, readMessage } from './read-message.ts'
import { dryRunWords, readParameters } from './read-parameters.ts'

const bodyMaxBytes = 16 * 1024

interface Needs {
  readonly ports: Ports
  readonly refusals: RefusalLog
}

/** The postback receiver (spec §4.4), with or without a network's token behind the path. */
export function registerPostback(server: FastifyInstance, ports: Ports, path: string): void {
  const needs: Needs = { ports, refusals: new RefusalLog(ports) }
  const base = path.replace(/\/+$/, '')
  server.register(async (scope) => {
    keepRawBodies(scope)
    scope.addHook('onClose', () => needs.refusals.close())
    for (const url of [base === '' ? '/' : base, `${base}/:token`]) {
      scope.route({
        method: ['GET', 'POST'],
        url,
        // A HEAD must not report anything.
        exposeHeadRoute: false,
        bodyLimit: bodyMaxBytes,
        handler: (request, reply) => answerPostback(needs, request, reply),
      })
    }
  })
}

async function answerPostback(
  needs: Needs,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { ports } = needs
  const { address } = clientOf(request.raw, ports)
  const message = readMessage(request)
  let network: Network | undefined
  try {
    const { signature, signedText } = message
    network = admitPostback(ports, { token: tokenOf(request), address, signature, signedText })
    // What is signed is what is read: parameters beside a signed body would be anybody's.
    const given = network?.proof === 'hmac' ? message.readSigned() : message.readAll()
    const { isDryRun, ...values } = readParameters(given, network)
    const applied = await receivePostback(ports, {
      ...values,
      isDryRun,
      networkId: network?.id ?? null,
      method: request.method,
      address,
      parameters: maskParameters(given),
    })
    return sendApplied(ports, { request, reply, applied, isDryRun })
  } catch (error) {
    if (error instanceof DomainError) await noteRefusal(needs, { error, network, request, address, message })
    throw error
  }
}

function tokenOf({ params }: FastifyRequest): string | undefined {
  const { token } = params as { token?: string } // the route's only parameter
  return token
}

interface Applied {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly applied: AppliedPostback
  readonly isDryRun: boolean
}

function sendApplied(ports: Ports, { request, reply, applied, isDryRun }: Applied): FastifyReply {
  const isDuplicate = applied.kind === 'duplicate'
  ports.meters.count('postbacks_total', { outcome: isDryRun ? 'tested' : applied.kind })
  if (!isDryRun && !isDuplicate) ports.meters.count('conversions_total', { status: applied.status })
  reply.header('cache-control', 'no-store')
  const network = ports.snapshots.networks().findNetwork(applied.networkId)
  const plain = network === undefined ? undefined : replyOf(network)
  if (plain !== undefined && !isDryRun) {
    return reply.type('text/plain; charset=utf-8').send(isDuplicate ? plain.duplicate : plain.accepted)
  }
  const data = {
    conversion_id: applied.conversionId,
    click_id: applied.clickId,
    status: applied.status,
    duplicate: isDuplicate,
    ...(applied.reason === null ? {} : { reason: applied.reason }),
    ...(isDryRun ? { test: true } : {}),
  }
  const text = isDryRun ? 'This was a test: nothing was written.' : answers[applied.kind]
  return reply
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(presentSuccess(data, metaOf(request.id, ports.clock), text)))
}

const answers = {
  applied: 'The postback was applied.',
  duplicate: 'The same was reported before; nothing has changed.',
} as const

interface Refused {
  readonly error: DomainError
  readonly network: Network | undefined
  readonly request: FastifyRequest
  readonly address: string
  readonly message: PostbackMessage
}

/** Keeps a sample of what was refused; being busy or broken is not the sender's doing. */
async function noteRefusal(
  { ports, refusals }: Needs,
  { error, network, request, address, message }: Refused,
): Promise<void> {
  const refusal = error instanceof PostbackRefusal ? error : undefined
  if (error.code === 'SERVER_ERROR' && refusal === undefined) return
  const given = parametersIn(message)
  const isUnmatched = refusal?.reason === 'unknown_click'
  ports.meters.count('postbacks_total', { outcome: isUnmatched ? 'unmatched' : 'refused' })
  // A dry run leaves nothing, whatever its outcome.
  if (dryRunWords.get(String([given['test']].flat()[0])) === true) return
  const parameters = maskParameters(given)
  refusals.note({
    id: refusal?.report?.id ?? ports.newId(),
    networkId: refusal?.networkId ?? network?.id ?? null,
    receivedAtMs: ports.clock.nowMs(),
    method: request.method,
    address: address === '' ? null : address,
    parameters,
    // As it was understood, so that a click that comes later finds it.
    clickId: refusal?.report?.clickId ?? clickIdIn(parameters),
    conversionId: null,
    outcome: isUnmatched ? 'unmatched' : 'refused',
    httpStatus: error.isUnavailable ? 503 : errorCodes[error.code].status,
    reason: refusal?.reason ?? 'invalid',
    report: refusal?.report ?? null,
  })
  // Kept for a click that may come: it is there before the sender hears that he should come back.
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
