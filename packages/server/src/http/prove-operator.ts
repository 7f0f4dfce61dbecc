import { invalidApiKey, rateLimitExceeded } from '@quoin/core/errors.ts'
import type { FastifyRequest } from 'fastify'
import { openOperatorCheck } from '../features/credentials/open-operator-check.ts'
import type { Ports } from '../ports/ports.ts'
import { type BoundedLimiter, customerOf } from './bounded-limiter.ts'
import { clientOf } from './client.ts'

/** Proves an operator by the token of the settings. Failures are limited per address; the right token never is. */
export function openOperatorProof(
  ports: Pick<Ports, 'settings' | 'meters'>,
  { token, guesses }: { token: string; guesses: BoundedLimiter },
): (request: FastifyRequest) => void {
  const isToken = openOperatorCheck(token)
  return (request) => {
    const client = clientOf(request.raw, ports)
    const given = /^Bearer +(\S+)$/i.exec(client.header('authorization') ?? '')?.[1] ?? ''
    if (isToken(given)) return
    ports.meters.count('failed_credentials_total')
    const { isAdmitted, retryAfterSec } = guesses.admit(customerOf(client.address))
    if (!isAdmitted) throw rateLimitExceeded(retryAfterSec)
    throw invalidApiKey('The operator token is missing or wrong: send it as Authorization: Bearer.')
  }
}
