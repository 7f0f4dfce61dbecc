import assert from 'node:assert/strict'
import type { Click } from '@quoin/core/tracking/click.ts'
import type { LightMyRequestResponse } from 'fastify'
import { follow, type Visit } from './follow-link.ts'
import type { World } from './world.ts'

/** Links that are followed in a world, which may be made later, and the clicks that come of them. */
export function openLinkScene(findWorld: () => World) {
  async function listClicks(offerId: number, { ports } = findWorld()): Promise<Click[]> {
    const ids = await ports.db.query<{ id: string }>(
      'select id from clicks where offer_id = $1 order by id',
      [offerId],
    )
    const clicks = await Promise.all(ids.map(({ id }) => ports.store.clicks.findClick(ports.db, id)))
    return clicks.filter((click) => click !== undefined)
  }
  return {
    follow: (visit: Visit, world = findWorld()) => follow(world, visit),
    listClicks,
    async onlyClick(offerId: number, world = findWorld()): Promise<Click> {
      const clicks = await listClicks(offerId, world)
      assert.equal(clicks.length, 1)
      return clicks[0] as Click // counted above
    },
  }
}

/** The address to which a link leads. */
export function locationOf(response: LightMyRequestResponse): URL {
  assert.equal(response.statusCode, 302, response.body)
  return new URL(String(response.headers.location))
}

/** Fails where the answer is not the envelope of this error. */
export function assertEnvelope(response: LightMyRequestResponse, status: number, code: string): void {
  assert.equal(response.statusCode, status, response.body)
  assert.equal(response.json().success, false)
  assert.equal(response.json().error.code, code)
}
