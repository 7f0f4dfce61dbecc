import {
  type KnownThing,
  type KnownThings,
  type NotedChange,
  thingsOf,
} from '@quoin/core/audit/change-facts.ts'
import { isErasedUser } from '@quoin/core/users/erased-user.ts'
import { readId } from '@quoin/core/tracking/click-id.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Db } from '../../store/pg/database.ts'

type Things = Ports['store']['auditThings']

interface Asked {
  readonly db: Db
  readonly things: Things
  /** The ids of a noun; numbers only where that is what its ids are. */
  readonly ids: (noun: string) => readonly string[]
  readonly numbers: (noun: string) => readonly number[]
}

type Found = readonly (readonly [key: string, thing: KnownThing])[]

/** A query for each kind of thing that a page names, however many there are of it. */
const finders: readonly ((asked: Asked) => Promise<Found>)[] = [
  named('offer', '/ops/offers/', ({ things, db }, ids) => things.listNamedOffers(db, ids)),
  named('app', '/ops/apps/', ({ things, db }, ids) => things.listNamedApps(db, ids)),
  named('publisher', '/ops/publishers/', ({ things, db }, ids) => things.listNamedPublishers(db, ids)),
  named('alert_channel', null, ({ things, db }, ids) => things.listNamedChannels(db, ids)),
  named('offer_edit', '/ops/offers/edits/', ({ things, db }, ids) => things.listNamedEdits(db, ids)),
  async ({ db, things, ids }) => {
    if (ids('network').length === 0) return []
    const rows = await things.listNamedNetworks(db, ids('network'))
    return rows.flatMap(({ id, slug, name }) => {
      const network = { name, link: `/ops/networks/${id}` }
      return [[`network:${slug}`, network] as const, [`network:${id}`, network] as const]
    })
  },
  async ({ db, things, numbers }) => {
    if (numbers('callback_endpoint').length === 0) return []
    const rows = await things.listNamedEndpoints(db, numbers('callback_endpoint'))
    return rows.map(({ id, name, app }) => {
      const link = `/ops/callbacks/${id}`
      return [`callback_endpoint:${id}`, { name, link, owner: { name: app, link } }]
    })
  },
  async ({ db, things, numbers }) => {
    if (numbers('api_key').length === 0) return []
    const rows = await things.listAppsOfKeys(db, numbers('api_key'))
    return rows.map(({ id, appId, app }) => [`api_key:${id}`, { name: app, link: `/ops/apps/${appId}` }])
  },
  async ({ db, things, ids }) => {
    const asked = ids('conversion').filter((id) => readId(id) !== undefined)
    if (asked.length === 0) return []
    const rows = await things.listNotedConversions(db, asked)
    return rows.map(({ id, payoutMicros, ...of }) => [
      `conversion:${id}`,
      { name: 'a conversion', link: `/ops/review/${id}`, payoutMicros, ...partsOf(of) },
    ])
  },
  async ({ db, things, numbers }) => {
    if (numbers('ticket').length === 0) return []
    const rows = await things.listNotedTickets(db, numbers('ticket'))
    return rows.map(({ id, ...of }) => [
      `ticket:${id}`,
      { name: 'a ticket', link: `/ops/tickets?open=${id}`, ...partsOf(of) },
    ])
  },
  async ({ db, things, ids }) => {
    const people = ids('person')
    if (people.length === 0) return []
    const rows = await things.listNotedPeople(db, { ids: people, emails: people })
    return rows.flatMap(({ id, email, name, publisherId, publisher }) => {
      const owner =
        publisherId === null || publisher === null
          ? {}
          : { owner: { name: publisher, link: `/ops/publishers/${publisherId}` } }
      const person = { name, link: null, ...owner }
      return [[`person:${id}`, person] as const, [`person:${email}`, person] as const]
    })
  },
]

type FindNamed = (asked: Asked, ids: readonly number[]) => Promise<readonly { id: number; name: string }[]>

function named(noun: string, page: string | null, find: FindNamed) {
  return async (asked: Asked): Promise<Found> => {
    const ids = asked.numbers(noun)
    const rows = ids.length === 0 ? [] : await find(asked, ids)
    return rows.map(({ id, name }) => [`${noun}:${id}`, { name, link: page && `${page}${id}` }])
  }
}

interface OfUser {
  readonly appId: number
  readonly userId: string
  readonly offerId: number
  readonly offer: string | null
}

function partsOf({ appId, userId, offerId, offer }: OfUser): Pick<KnownThing, 'user' | 'offer'> {
  const user = isErasedUser(userId)
    ? { name: 'an erased user', link: null }
    : { name: userId, link: `/ops/users/${appId}/${encodeURIComponent(userId)}` }
  return { user, ...(offer === null ? {} : { offer: { name: offer, link: `/ops/offers/${offerId}` } }) }
}

/** Nouns of which no name is noted: their rows say all that there is to say. */
const nameless = /^(?:conversion|ticket|settlement|margin|promotion|cap|list_entry|session|link|user)\b/

/** Things and actors of changes by name; a thing that is gone has the name that was noted, and no page. */
export async function findThings(
  { db, store }: { readonly db: Db; readonly store: Pick<Ports['store'], 'auditThings'> },
  changes: readonly NotedChange[],
): Promise<KnownThings> {
  const keys = new Set(changes.flatMap((change) => [...thingsOf(change), ...actorThings(change.actor)]))
  const asked = askedOf(keys)
  const things = store.auditThings
  const found = await Promise.all(finders.map((find) => find({ db, things, ...asked })))
  const known = new Map(found.flat())
  const gone = [...keys].filter((key) => !known.has(key) && key.includes(':') && !nameless.test(key))
  const noted = gone.length === 0 ? [] : await things.listNotedNames(db, gone)
  for (const { object, name } of noted) known.set(object, { name, link: null })
  for (const { actor } of changes) {
    const publisher = known.get(publisherOf(actor) ?? '')
    if (publisher !== undefined) known.set(actor, { name: actor, link: null, owner: publisher })
  }
  return known
}

/** An actor is a thing of its own, and a publisher's program leads to the publisher. */
function actorThings(actor: string): readonly string[] {
  const publisher = publisherOf(actor)
  return publisher === undefined ? [actor] : [publisher]
}

function publisherOf(actor: string): string | undefined {
  const id = /^publisher-token:(\d+)\//.exec(actor)?.[1]
  return id === undefined ? undefined : `publisher:${id}`
}

function askedOf(keys: ReadonlySet<string>): Pick<Asked, 'ids' | 'numbers'> {
  const byNoun = new Map<string, string[]>()
  for (const key of keys) {
    const [noun = '', ...rest] = key.split(':')
    const known = byNoun.get(noun) ?? []
    byNoun.set(noun, known)
    known.push(rest.join(':'))
  }
  const ids = (noun: string) => byNoun.get(noun) ?? []
  const numbers = (noun: string) =>
    ids(noun)
      .filter((id) => /^\d{1,15}$/.test(id))
      .map(Number)
  return { ids, numbers }
}
