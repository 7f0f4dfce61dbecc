import { presentSuccess } from '@quoin/contract/envelope.ts'
import type { FastifyInstance } from 'fastify'
import { buildTimeline, type Timeline } from '../../features/timeline/build-timeline.ts'
import { BoundedLimiter } from '../../http/bounded-limiter.ts'
import { metaOf } from '../../http/meta.ts'
import { openOperatorProof } from '../../http/prove-operator.ts'
import type { Ports } from '../../ports/ports.ts'
import { presentFacts } from './present-facts.ts'

export const timelinePath = '/operator/v1/timeline/:clickId'

/** The operator's endpoints. Without OPERATOR_TOKEN there are none: 404. */
export function registerOperator(server: FastifyInstance, ports: Ports): void {
  const { settings, clock } = ports
  if (settings.operatorToken === null) return
  const prove = openOperatorProof(ports, {
    token: settings.operatorToken,
    guesses: new BoundedLimiter({ limit: settings.failedCredentialsPerMinute, clock }),
  })
  server.route({
    method: 'GET',
    url: timelinePath,
    exposeHeadRoute: false,
    async handler(request, reply) {
      prove(request)
      const { clickId = '' } = request.params as Readonly<Record<string, string>> // the router makes a record
      const timeline = await buildTimeline(ports, clickId)
      const message = `${timeline.entries.length} entries.`
      const body = presentSuccess(presentTimeline(timeline), metaOf(request.id, clock), message)
      return reply
        .header('content-type', 'application/json; charset=utf-8')
        .header('cache-control', 'private, no-store')
        .send(JSON.stringify(body))
    },
  })
}

function presentTimeline({ clickId, notes, entries }: Timeline): object {
  return {
    click_id: clickId,
    notes,
    entries: entries.map(({ atMs, kind, text, facts }) => ({
      at: Math.floor(atMs / 1000),
      kind,
      text,
      facts: presentFacts(facts),
    })),
  }
}
