import {
  type FieldsReading,
  type Parameters,
  readFields,
  type ValuesOf,
} from '@quoin/contract/fields/field.ts'
import { DomainError, invalidFields, rateLimitExceeded } from '@quoin/core/errors.ts'
import { isPublicAddress } from '@quoin/core/detect/address.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import type { FastifyRequest } from 'fastify'
import { enterWall } from '../../features/wall/enter-wall.ts'
import { detectAudience } from '../../features/targeting/detect-audience.ts'
import { type BoundedLimiter, customerOf } from '../../http/bounded-limiter.ts'
import { clientOf } from '../../http/client.ts'
import type { Ports } from '../../ports/ports.ts'
import type { WallViewer } from './build-pages.ts'
import { visitParameters } from './wall-parameters.ts'

type VisitAsked = ValuesOf<typeof visitParameters>

export interface WallLimits {
  /** Pages per address. */
  readonly visits: BoundedLimiter
  /** Pages per key and the site that shows them: an abused key is one's own trouble. */
  readonly origins: BoundedLimiter
}

/** One visitor's request after its proof. */
export interface WallCall extends WallViewer {
  readonly asked: VisitAsked
}

/** Proves and counts a visitor, by their own connection. Throws what is wrong with the address. */
export function readCall(request: FastifyRequest, ports: Ports, limits: WallLimits): WallCall {
  const asked = readValues(visitParameters, queryOf(request))
  const client = clientOf(request.raw, ports)
  admit(ports, limits.visits, client.address, customerOf(client.address))
  const visit = enterWall(ports, asked)
  const site = visit.isSigned ? undefined : siteOf(request)
  if (site !== undefined) admit(ports, limits.origins, client.address, `${visit.app.id} ${site}`)
  const audience = {
    ...detectAudience(ports, client),
    isTest: visit.isTest,
    nowSec: secondsOf(ports.clock.nowMs()),
  }
  return { asked, visit, audience, address: client.address }
}

export function readValues<P extends Parameters>(
  parameters: P,
  given: Readonly<Record<string, unknown>>,
): ValuesOf<P> {
  // As on links: pages are called by hosts that add parameters of their own.
  const reading: FieldsReading<P> = readFields(parameters, given, { repeats: 'first' })
  if (!reading.ok) throw invalidFields(reading.problems)
  return reading.values
}

export function queryOf(request: FastifyRequest): Readonly<Record<string, unknown>> {
  return request.query as Readonly<Record<string, unknown>> // Fastify's parser makes a record
}

/** An address that is not public is a proxy of ours or this machine, and stands for many. */
export function admit(ports: Ports, limiter: BoundedLimiter, address: string, key: string): void {
  if (!isPublicAddress(address)) return
  const { isAdmitted, retryAfterSec } = limiter.admit(key)
  if (isAdmitted) return
  ports.meters.count('rate_limited_total')
  throw rateLimitExceeded(retryAfterSec)
}

/** The site whose page shows the wall, as far as the browser tells. */
function siteOf({ headers }: FastifyRequest): string {
  try {
    return new URL(headers.referer ?? '').origin
  } catch {
    return 'unknown'
  }
}

/** Whether a page cannot be shown since its proof does not hold any more. */
export function isUnproven(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'INVALID_API_KEY'
}
