import type { FastifyInstance } from 'fastify'
import { noSuchEndpoint } from '../../http/answer-errors.ts'
import type { Ports } from '../../ports/ports.ts'

const path = '/.well-known/security.txt'
const dayMs = 86_400_000
/** RFC 9116 §2.5.5 asks for less than a year. It moves on by the day. */
const expiresDays = 180

/** Contacts for those who have found a weakness (RFC 9116). */
export function registerSecurityContact(server: FastifyInstance, { settings, clock }: Ports): void {
  const { securityContact, baseUrl } = settings
  server.get(path, (_request, reply) => {
    if (securityContact === null) throw noSuchEndpoint()
    const expiresMs = (Math.floor(clock.nowMs() / dayMs) + expiresDays) * dayMs
    const lines = [
      ...securityContact.map((contact) => `Contact: ${contact}`),
      `Expires: ${new Date(expiresMs).toISOString()}`,
      // Its own address counts over TLS alone (§2.5.2).
      ...(baseUrl.startsWith('https:') ? [`Canonical: ${baseUrl}${path}`] : []),
    ]
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(`${lines.join('\n')}\n`)
  })
}
