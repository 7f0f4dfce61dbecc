import type { FastifyInstance } from 'fastify'
import type { FlatHeaders } from './raw/index.ts'

const nosniff = ['x-content-type-options', 'nosniff'] as const

/** For answers that are written without the framework: no browser guesses what they are. */
export const nosniffHeaders: FlatHeaders = nosniff

/**
 * The rules for a browser with an answer of the framework: take it for what its type says, and tell no other site which
 * page of ours it comes from. Each page names by its own policy what it loads and who may frame it.
 */
export function guardAnswers(server: FastifyInstance): void {
  server.addHook('onSend', (_request, reply, payload, done) => {
    reply.header(...nosniff)
    const isPage = String(reply.getHeader('content-type')).startsWith('text/html')
    if (isPage && !reply.hasHeader('referrer-policy')) reply.header('referrer-policy', 'no-referrer')
    done(null, payload)
  })
}
