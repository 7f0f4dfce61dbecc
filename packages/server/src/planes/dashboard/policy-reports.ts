import type { FastifyInstance } from 'fastify'
import { BoundedLimiter, customerOf } from '../../http/bounded-limiter.ts'
import { clientOf } from '../../http/client.ts'
import type { Ports } from '../../ports/ports.ts'

export const reportPath = '/dashboard/csp-report'

const reportsPerMinute = 20
const reportMaxBytes = 8 * 1024
const fieldMax = 200

/** The fields of a report that are logged; addresses are cut before their query. */
const fields = [
  'effective-directive',
  'effectiveDirective',
  'blocked-uri',
  'blockedURL',
  'document-uri',
  'documentURL',
]

/**
 * A browser tells here what the pages' policy has stopped. Anybody can send such a thing, so that little of it is kept and
 * few are written down.
 */
export function registerPolicyReports(server: FastifyInstance, ports: Ports): void {
  const { clock, log } = ports
  const limiter = new BoundedLimiter({ limit: reportsPerMinute, clock })
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: reportMaxBytes },
      (_request, body, done) => done(null, String(body)),
    )
    scope.post(reportPath, (request, reply) => {
      const { address } = clientOf(request.raw, ports)
      if (limiter.admit(customerOf(address)).isAdmitted)
        log.warn({ reports: readReports(request.body) }, 'page policy report received')
      return reply.code(204).send()
    })
  })
}

function readReports(body: unknown): readonly Readonly<Record<string, string>>[] {
  const parsed = parse(typeof body === 'string' ? body : '')
  const list = Array.isArray(parsed) ? parsed.slice(0, 3) : [parsed]
  return list.map((one) => pick(innerOf(one)))
}

/** The older form stands in `csp-report`, the newer in `body`. */
function innerOf(report: unknown): Readonly<Record<string, unknown>> {
  if (!isRecord(report)) return {}
  const inner = report['csp-report'] ?? report['body']
  return isRecord(inner) ? inner : {}
}

function pick(report: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    fields.flatMap((name) => {
      const value = report[name]
      return typeof value === 'string' ? [[name, value.replace(/[?#].*$/s, '').slice(0, fieldMax)]] : []
    }),
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
