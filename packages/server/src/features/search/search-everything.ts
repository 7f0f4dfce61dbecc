import { readId } from '@quoin/core/tracking/click-id.ts'
import type { Ports } from '../../ports/ports.ts'

/** One thing that was found, and where it stands on the dashboard. */
interface Found {
  readonly kind: 'click' | 'conversion' | 'user' | 'publisher' | 'app' | 'offer' | 'network'
  readonly id: string
  readonly title: string
  readonly detail: string
  /** The word of its state; null where it has none. */
  readonly state: string | null
  readonly link: string
}

type Needs = Pick<Ports, 'db' | 'store' | 'snapshots'>

const eachMax = 6

/**
 * Everything that a text may be: the id of a click, a transaction, a user, a publisher, an app or its public key, an
 * offer, a network. Nothing is to be chosen beforehand.
 */
export async function searchEverything(ports: Needs, given: string): Promise<readonly Found[]> {
  const text = given.trim()
  const kinds = [findClick, findTransactions, findUsers, findPublishers, findApps, findOffers, findNetworks]
  return (await Promise.all(kinds.map((find) => find(ports, text)))).flat()
}

async function findClick({ db, store }: Needs, text: string): Promise<Found[]> {
  const id = readId(text)
  const clickId = id === undefined ? undefined : await store.search.findClickOf(db, id)
  if (clickId === undefined) return []
  const found = { kind: 'click', id: clickId, title: 'Click', detail: clickId, state: null } as const
  return [{ ...found, link: `/t/${clickId}` }]
}

async function findTransactions({ db, store }: Needs, text: string): Promise<Found[]> {
  const rows = await store.search.findTransactions(db, text, eachMax)
  return rows.map((one) => ({
    kind: 'conversion',
    id: one.id,
    title: text,
    detail: `Transaction of ${one.userId} on ${one.offer}`,
    state: one.status,
    link: one.clickId === null ? `/ops/review/${one.id}` : `/t/${one.clickId}`,
  }))
}

async function findUsers({ db, store }: Needs, text: string): Promise<Found[]> {
  const rows = await store.search.findUsers(db, text, eachMax)
  return rows.map(({ appId, app, userId }) => ({
    kind: 'user',
    id: userId,
    title: userId,
    detail: app,
    state: null,
    link: `/ops/users/${appId}/${encodeURIComponent(userId)}`,
  }))
}

async function findPublishers({ db, store }: Needs, text: string): Promise<Found[]> {
  const rows = await store.search.findPublishers(db, text, eachMax)
  return rows.map(({ id, name, status, apps }) => ({
    kind: 'publisher',
    id: String(id),
    title: name,
    detail: `publisher ${id}, ${apps === 1 ? '1 app' : `${apps} apps`}`,
    state: status,
    link: `/ops/publishers/${id}`,
  }))
}

async function findApps({ db, store }: Needs, text: string): Promise<Found[]> {
  const rows = await store.search.findApps(db, text, eachMax)
  return rows.map(({ id, name, publisher, status }) => ({
    kind: 'app',
    id: String(id),
    title: name,
    detail: `${publisher}, app ${id}`,
    state: status,
    link: `/ops/apps/${id}`,
  }))
}

/** An id of ours names no offer, and names are many: a text that is one is not looked for in them. */
async function findOffers({ db, store }: Needs, text: string): Promise<Found[]> {
  if (readId(text) !== undefined) return []
  const rows = await store.search.findOffers(db, text, eachMax)
  return rows.map(({ id, name, network, status }) => ({
    kind: 'offer',
    id: String(id),
    title: name,
    detail: `${network}, offer ${id}`,
    state: status === 'active' ? 'live' : status,
    link: `/ops/offers/${id}`,
  }))
}

async function findNetworks({ snapshots }: Needs, text: string): Promise<Found[]> {
  const part = text.toLowerCase()
  return snapshots
    .networks()
    .listNetworks()
    .filter(
      ({ id, name, slug }) => name.toLowerCase().includes(part) || slug.includes(part) || String(id) === part,
    )
    .slice(0, eachMax)
    .map(({ id, name, slug, status }) => ({
      kind: 'network',
      id: String(id),
      title: name,
      detail: slug,
      state: status,
      link: `/ops/networks/${id}`,
    }))
}
