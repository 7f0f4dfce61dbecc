import type { FeedKind } from './feed-kind.ts'
import { affise } from './kinds/affise.ts'
import { cake } from './kinds/cake.ts'
import { everflow } from './kinds/everflow.ts'
import { lootably } from './kinds/lootably.ts'
import { mapped } from './kinds/mapped.ts'
import { trackier } from './kinds/trackier.ts'
import { tune } from './kinds/tune.ts'

/** How networks deliver their offers, one kind a row. */
export const feedKinds: readonly FeedKind[] = [tune, everflow, affise, cake, lootably, trackier, mapped]

export function findFeedKind(name: string): FeedKind | undefined {
  return feedKinds.find((kind) => kind.name === name)
}
