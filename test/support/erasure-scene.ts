import assert from 'node:assert/strict'
import { assertSuccess } from './assert-answer.ts'
import { tell } from './conversions.ts'
import type { World } from './world.ts'

/** The answer to an erasure. */
export interface Erased {
  readonly token: string
  readonly status: string
  readonly erased: Readonly<Record<string, number>>
}

/** The steps of stories about users who are erased, in a world that may be made later. */
export function openErasureScene(findWorld: () => World) {
  async function erase(userId: string, headers = findWorld().credentials): Promise<Erased> {
    const path = `/api/v1/users/${encodeURIComponent(userId)}`
    return assertSuccess<Erased>(await findWorld().call({ method: 'DELETE', path, headers }))
  }

  /** Follows the link as this user, with everything personal that a visit has. */
  async function visit(
    userId: string,
    offerId: number,
    apiKey = findWorld().app.live.apiKey,
  ): Promise<string> {
    const parts = { offerId: String(offerId), apiKey, userId, subId: `sub-${userId}` }
    const { headers } = await findWorld().server.inject({
      method: 'GET',
      url: `/track?${new URLSearchParams(parts)}`,
      remoteAddress: '203.0.113.77',
      headers: {
        'user-agent': `Mozilla/5.0 (Linux; Android 14; ${userId}) Chrome/141.0.0.0 Mobile Safari/537.36`,
      },
    })
    return new URL(String(headers.location)).searchParams.get('click_id') ?? ''
  }

  /** Tells of a conversion as its network does. */
  async function report(clickId: string, status: string, more: Readonly<Record<string, string>> = {}) {
    const query = { click_id: clickId, payout: '1.5', status, ...more }
    const told = await tell(findWorld(), { query })
    assert.equal(told.statusCode, 200, told.body)
  }

  /** The rows of the whole database in which a text stands, as `table: row`. */
  async function findEverywhere(text: string): Promise<string[]> {
    const { db } = findWorld().ports
    const tables = await db.query<{ name: string }>(
      `select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`,
    )
    const found: string[] = []
    for (const { name } of tables) {
      const rows = await db.query<{ row: string }>(
        `select t::text as row from ${name} t where t::text ilike '%' || $1 || '%'`,
        [text],
      )
      found.push(...rows.map(({ row }) => `${name}: ${row}`))
    }
    return found
  }

  return { erase, visit, report, findEverywhere }
}
