import { unavailable } from '@quoin/core/errors.ts'
import type { FastifyInstance } from 'fastify'

/**
 * What is refused first when there is more to do than can be done (DESIGN §5.3): a list can be asked for again, a
 * network reports again when it hears 503, a visitor waits half a second rather than read an error. Health and metrics
 * are always answered.
 */
export type Priority = 'list' | 'call' | 'report' | 'visit'

/** So late may the event loop run, before requests of a class are refused. */
const lagMaxMs: Record<Priority, number> = { list: 100, call: 150, report: 200, visit: 500 }

const retryAfterSec = 1

interface Shedding {
  readonly lagMs: () => number
  /** By route pattern. */
  readonly priorityOf: (url: string) => Priority | undefined
}

/** Refuses what cannot be answered in time, before it costs anything: 503 with Retry-After. */
export function shedLoad(server: FastifyInstance, { lagMs, priorityOf }: Shedding): void {
  server.addHook('onRoute', (route) => {
    const priority = priorityOf(route.url)
    if (priority === undefined) return
    const hooks = [route.onRequest ?? []].flat()
    route.onRequest = [
      (_request, _reply, done) => {
        if (lagMs() <= lagMaxMs[priority]) return done()
        done(unavailable('The service is busy. Please try again.', { retryAfterSec }))
      },
      ...hooks,
    ]
  })
}
