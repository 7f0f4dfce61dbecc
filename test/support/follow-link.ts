import type { LightMyRequestResponse } from 'fastify'
import type { World } from './world.ts'

export const androidChrome =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36'
export const browserAccept =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8'
/** The address of a university that has had it for decades. */
export const germanAddress = '141.20.1.31'

export interface Visit {
  readonly offerId: number | string
  readonly apiKey?: string
  readonly userId?: string
  readonly subId?: string
  readonly more?: Readonly<Record<string, string | readonly string[]>>
  readonly userAgent?: string
  readonly accept?: string
  readonly address?: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Follows a link as a phone in Germany would, unless told otherwise. */
export function follow(
  { app, get }: Pick<World, 'app' | 'get'>,
  visit: Visit,
): Promise<LightMyRequestResponse> {
  const { offerId, apiKey = app.live.apiKey, userId = 'user-42', subId, more, method } = visit
  return get('/track', {
    query: { offerId: String(offerId), apiKey, userId, ...(subId === undefined ? {} : { subId }), ...more },
    headers: {
      'user-agent': visit.userAgent ?? androidChrome,
      ...(visit.accept === undefined ? {} : { accept: visit.accept }),
      ...visit.headers,
    },
    address: visit.address ?? germanAddress,
    ...(method === undefined ? {} : { method }),
  })
}
