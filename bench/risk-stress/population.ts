import type { AddressFacts } from '@quoin/core/risk/address-class.ts'

/** An event of a file that is being changed: only what the changes touch has a name. */
export interface StressEvent {
  type: string
  ts: number
  ip?: string
  ua?: string
  user_id?: string
  click_id?: string
  offer_id?: number
  body?: { fingerprint_hash: string; user_id: string; fingerprint_data?: Record<string, unknown> }
}

export interface StressLabel {
  user_id: string
  person_id: string
  kind: string
  fraud: number
}

export interface Population {
  readonly events: readonly StressEvent[]
  readonly labels: readonly StressLabel[]
}

/** The look-ups that addresses are chosen by. */
export interface World {
  countryOf(address: string): string | undefined
  describeAddress(address: string): AddressFacts | undefined
}

export function userOf(event: StressEvent): string {
  return event.user_id ?? event.body?.user_id ?? ''
}

/** A number from 0 to below 1 that depends on nothing but its words: the same stress every time. */
export function chanceOf(...words: readonly (string | number)[]): number {
  let hash = 0x811c9dc5
  for (const character of words.join('|')) {
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39)
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32
}

export function pick<Item>(items: readonly Item[], ...words: readonly (string | number)[]): Item {
  const item = items[Math.floor(chanceOf(...words) * items.length)]
  if (item === undefined) throw new Error('There is nothing to pick from.')
  return item
}

/** The same events with other fields; what an event holds is not shared with the original. */
export function mapEvents(
  { events, labels }: Population,
  change: (event: StressEvent) => StressEvent,
): Population {
  return { events: events.map((event) => change(event)), labels }
}

/** Changes what the client said, where it said something. */
export function mapData(
  population: Population,
  change: (data: Record<string, unknown>, event: StressEvent) => Record<string, unknown>,
): Population {
  return mapEvents(population, (event) => {
    const data = event.body?.fingerprint_data
    if (event.body === undefined || data === undefined) return event
    return { ...event, body: { ...event.body, fingerprint_data: change({ ...data }, event) } }
  })
}

export function kindsOf({ labels }: Population): ReadonlyMap<string, string> {
  return new Map(labels.map(({ user_id, kind }) => [user_id, kind]))
}
