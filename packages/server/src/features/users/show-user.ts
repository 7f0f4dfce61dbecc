import { DomainError, notFound } from '@quoin/core/errors.ts'
import type { KeptListEntry } from '@quoin/core/lists/list-entry.ts'
import { type RiskShown, showRisk } from '../devices/show-risk.ts'
import { listClicks } from '../history/list-clicks.ts'
import { listConversions } from '../history/list-conversions.ts'
import { explainReward } from './explain-reward.ts'
import type { UserStory } from './user-story.ts'

interface UserQuestion {
  readonly appId: number
  readonly userId: string
  readonly isTest: boolean
  /** The newest of each kind first; the lists of clicks and conversions go on from `next`. */
  readonly limit: number
  /** How an entry of a list is told to the reader. */
  readonly tellEntry?: (entry: KeptListEntry) => KeptListEntry
}

type Needs = Parameters<typeof showRisk>[0]

/** Throws RESOURCE_NOT_FOUND for an unknown app, and for a user of whom nothing is known. */
export async function showUser(ports: Needs, question: UserQuestion): Promise<UserStory> {
  const { db, store } = ports
  const { appId, userId, isTest, limit, tellEntry = (entry) => entry } = question
  if ((await store.apps.findAppById(db, appId)) === undefined) throw notFound(`There is no app ${appId}.`)
  const own = { appId, userId, isTest, limit }
  const [clicks, conversions, entries, risk] = await Promise.all([
    listClicks(ports, own),
    listConversions(ports, own),
    store.operatorLists.listEntriesOfUser(db, { appId, userId, limit }),
    findRisk(ports, question),
  ])
  const lists = entries.map(tellEntry)
  if (clicks.items.length + conversions.items.length + lists.length === 0 && risk === null) {
    throw notFound(`Nothing is known of user "${userId}" of app ${appId}.`)
  }
  const clickIds = clicks.items.map(({ id }) => id)
  const conversionIds = conversions.items.map(({ id }) => id)
  const [postbacks, callbacks] = await Promise.all([
    store.operatorLists.listRequestsOfClicks(db, clickIds, limit),
    store.callbackHistory.listCallbacksOfConversions(db, conversionIds, limit * endpointsMax),
  ])
  const facts = { clicks, conversions, postbacks, callbacks, risk, lists }
  return { appId, userId, isTest, answers: explainReward(facts, ports.clock.nowMs()), ...facts }
}

/** An app has a few endpoints, and a conversion a few versions. */
const endpointsMax = 10

async function findRisk(ports: Needs, question: UserQuestion): Promise<RiskShown | null> {
  try {
    return await showRisk(ports, question)
  } catch (error) {
    if (error instanceof DomainError && error.code === 'RESOURCE_NOT_FOUND') return null
    throw error
  }
}
