import { invalidApiKey } from '@quoin/core/errors.ts'
import { cidrContains, readCidr } from '@quoin/core/detect/address.ts'
import type { FastifyInstance } from 'fastify'
import { openTokenCheck } from '../../features/credentials/open-token-check.ts'
import { noSuchEndpoint } from '../../http/answer-errors.ts'
import { clientOf } from '../../http/client.ts'
import { BoundedLimiter } from '../../http/bounded-limiter.ts'
import { bearerToken, limitGuesses } from '../../http/prove.ts'
import type { Client } from '../../http/route.ts'
import type { Ports } from '../../ports/ports.ts'

export interface MetricsNeeds {
  /** The text of the metrics. */
  readonly printMetrics: () => Promise<{ readonly text: string; readonly contentType: string }>
}

/**
 * The metrics tell how a business goes. With METRICS_TOKEN they are for whoever has it; without, for the machine itself alone,
 * and an outsider does not learn that there are any.
 */
export function registerMetrics(server: FastifyInstance, ports: Ports, needs: MetricsNeeds): void {
  const { metricsToken, failedCredentialsPerMinute: limit } = ports.settings
  const guesses = new BoundedLimiter({ limit, clock: ports.clock })
  const isToken = metricsToken === null ? undefined : openTokenCheck(metricsToken)
  server.get('/metrics', async (request, reply) => {
    const client = clientOf(request.raw, ports)
    if (isToken === undefined) {
      if (!isMachineItself(client)) throw noSuchEndpoint()
    } else if (!isToken(bearerToken(client) ?? '')) {
      const error = invalidApiKey('Send METRICS_TOKEN as Authorization: Bearer.')
      throw limitGuesses({ ports, guesses }, client, error)
    }
    const { text, contentType } = await needs.printMetrics()
    return reply.type(contentType).header('cache-control', 'no-store').send(text)
  })
}

const loopback = ['127.0.0.0/8', '::1'].flatMap((text) => readCidr(text) ?? [])

/** Headers by which proxies and tunnels tell that they pass a call on; also those that are not believed otherwise. */
const forwarding = [
  ...['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'],
  ...['cf-connecting-ip', 'true-client-ip', 'x-client-ip', 'fly-client-ip', 'fastly-client-ip'],
]

function isMachineItself({ address, header }: Client): boolean {
  if (forwarding.some((name) => header(name) !== undefined)) return false
  return loopback.some((cidr) => cidrContains(cidr, address))
}
