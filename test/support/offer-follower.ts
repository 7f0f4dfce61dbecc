import assert from 'node:assert/strict'
import type { World } from './world.ts'
import { assertSuccess } from './assert-answer.ts'

export interface ToldChange {
  readonly type: 'added' | 'changed' | 'removed'
  readonly offer_id: number
  readonly sequence: number
  readonly changed_at: number
  readonly offer: Readonly<Record<string, unknown>> | null
}

interface ChangesAnswer {
  readonly data: readonly ToldChange[]
  readonly message: string
  readonly meta: { readonly next_cursor: string; readonly has_more: boolean }
}

export const userMacro = '[user_id]'
const pagesMax = 200

/** A publisher's software that keeps a copy of the catalogue by following its changes. */
export class OfferFollower {
  readonly copy = new Map<number, Readonly<Record<string, unknown>>>()
  /** How many changes it was told. */
  told = 0
  /** How often it was told to ask again. */
  busy = 0
  cursor: string | undefined
  readonly #headers: Readonly<Record<string, string>>

  constructor(headers: Readonly<Record<string, string>>) {
    this.#headers = headers
  }

  /** One page. */
  async ask(world: World, limit = 100): Promise<ChangesAnswer> {
    const query = { userMacro, limit: String(limit), ...(this.cursor && { cursor: this.cursor }) }
    const response = await world.get('/api/v1/offers/changes', { query, headers: this.#headers })
    if (response.statusCode === 503) return this.#nothing()
    const data = assertSuccess<readonly ToldChange[]>(response)
    const { meta, message } = response.json<ChangesAnswer>()
    for (const { type, offer_id, offer } of data) {
      assert.equal(offer === null, type === 'removed')
      if (offer) this.copy.set(offer_id, offer)
      else this.copy.delete(offer_id)
    }
    this.told += data.length
    this.cursor = meta.next_cursor
    return { data, meta, message }
  }

  /** The process reads the catalogue at this moment. */
  #nothing(): ChangesAnswer {
    this.busy += 1
    return { data: [], message: '', meta: { next_cursor: this.cursor ?? '', has_more: true } }
  }

  /** All there is now; the pages are of a process each in turn. */
  async follow(worlds: readonly World[], limit?: number): Promise<readonly ToldChange[]> {
    const all: ToldChange[] = []
    for (let page = 0; page < pagesMax; page += 1) {
      const world = worlds[page % worlds.length]
      assert.ok(world)
      const { data, meta } = await this.ask(world, limit)
      all.push(...data)
      if (!meta.has_more) return all
    }
    throw new Error('the changes never end')
  }
}

/** The whole list of a catalogue without a user, by the id. */
export async function listAll(
  world: World,
  headers: Readonly<Record<string, string>>,
): Promise<Map<number, Readonly<Record<string, unknown>>>> {
  const found = new Map<number, Readonly<Record<string, unknown>>>()
  for (let offset = 0; ; offset += 100) {
    const query = { userMacro, limit: '100', offset: String(offset), sort: 'newest' }
    const response = await world.get('/api/v1/offers', { query, headers })
    const page = assertSuccess<readonly { offer_id: number }[]>(response)
    for (const offer of page) found.set(offer.offer_id, offer as unknown as Record<string, unknown>)
    if (page.length < 100) return found
  }
}
