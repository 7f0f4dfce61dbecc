import { required } from '@quoin/contract/fields/field.ts'
import { offerIdList } from '@quoin/contract/fields/number-fields.ts'
import { isPublicAddress } from '@quoin/core/detect/address.ts'
import { invalidApiKey } from '@quoin/core/errors.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { countImpressions } from '../../features/impressions/count-impressions.ts'
import { customerOf } from '../../http/bounded-limiter.ts'
import { clientOf } from '../../http/client.ts'
import type { Ports } from '../../ports/ports.ts'
import { readCall, readValues, type WallCall, type WallLimits } from './wall-call.ts'

/** Each has a batch of offers; a page that is scrolled all day sends fewer. */
export const beaconsPerMinute = 240

const beaconParameters = {
  offers: required(offerIdList, 'Offers that came into sight: ids separated by commas, at most 100.'),
} as const

interface Beacon {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly body: Readonly<Record<string, unknown>>
}

/** A page tells which offers were in sight, under the proof that it was opened with. Nothing waits for the answer. */
export async function takeImpressions(
  ports: Ports,
  limits: WallLimits,
  { request, reply, body }: Beacon,
): Promise<FastifyReply> {
  const { visit, audience, address } = readCall(request, ports, limits)
  checkOrigin(request, visit)
  const { offers } = readValues(beaconParameters, body)
  countImpressions(ports, {
    appId: visit.app.id,
    userId: visit.userId,
    audience,
    customer: isPublicAddress(address) ? customerOf(address) : undefined,
    userAgent: clientOf(request.raw, ports).userAgent,
    offerIds: offers,
  })
  return reply.code(204).header('cache-control', 'no-store').send()
}

/** Our own pages, pages of the app's sites, and what is no page at all. */
function checkOrigin({ headers }: FastifyRequest, { app }: WallCall['visit']): void {
  const { origin } = headers
  if (origin === undefined || headers['sec-fetch-site'] === 'same-origin') return
  if (app.allowedOrigins.includes(origin)) return
  throw invalidApiKey('The app does not allow this origin.')
}
