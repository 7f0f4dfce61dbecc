import type { Ports } from '../../ports/ports.ts'
import { showUser } from './show-user.ts'
import type { UserStory } from './user-story.ts'

type Needs = Parameters<typeof showUser>[0] & Pick<Ports, 'snapshots'>

/** A user's story with figures in all and the names of offers: what a page needs. */
export interface ToldUser {
  readonly app: string
  readonly story: UserStory
  readonly figures: Awaited<ReturnType<Needs['store']['userFigures']['findUserFigures']>>
  readonly names: ReadonlyMap<number, string>
}

const rowsShown = 25

type Asked = Omit<Parameters<typeof showUser>[1], 'limit'> & { readonly limit?: number | undefined }

/** Throws RESOURCE_NOT_FOUND for an unknown app, and for a user of whom nothing is known. */
export async function tellUser(ports: Needs, { limit = rowsShown, ...question }: Asked): Promise<ToldUser> {
  const { db, store, snapshots } = ports
  const [story, figures] = await Promise.all([
    showUser(ports, { ...question, limit }),
    store.userFigures.findUserFigures(db, question),
  ])
  const offerIds = [...story.clicks.items, ...story.conversions.items].map(({ offerId }) => offerId)
  const found = await store.userFigures.listOfferNames(db, offerIds)
  const names = new Map(found.map(({ id, name }) => [id, name]))
  return { app: snapshots.apps().findApp(question.appId)?.name ?? '', story, figures, names }
}
