import assert from 'node:assert/strict'
import type { LightMyRequestResponse } from 'fastify'

import type { CallOptions, World } from './world.ts'

const phone = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36'

export interface Followed {
  readonly offerId: number
  readonly userId?: string
  /** A browser's, unless given. */
  readonly userAgent?: string
  readonly apiKey?: string
  readonly subId?: string
}

/** Follows an offer's tracking link as a user does; returns the click id that the network gets. */
export async function followOffer(world: World, followed: Followed): Promise<string> {
  const { offerId, userId = 'user-42', userAgent = phone, apiKey = world.app.live.apiKey, subId } = followed
  const response = await world.server.inject({
    method: 'GET',
    url: `/track?${new URLSearchParams({ offerId: String(offerId), apiKey, userId, ...(subId && { subId }) })}`,
    headers: { 'user-agent': userAgent },
  })
  assert.equal(response.statusCode, 302, response.body)
  return new URL(String(response.headers.location)).searchParams.get('click_id') ?? ''
}

export interface Told extends Omit<CallOptions, 'path' | 'body'> {
  readonly path?: string
  readonly body?: string
}

/** A network's postback. */
export async function tell(world: World, told: Told): Promise<LightMyRequestResponse> {
  return await world.call({ path: '/postback', ...told })
}
