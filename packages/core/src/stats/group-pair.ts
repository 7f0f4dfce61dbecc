/** The things that figures can be looked at by, besides time and status. */
export type StatsThing = 'app' | 'offer' | 'network' | 'country' | 'platform' | 'subId'

/** Which of them a report is about, as texts: an app and an offer by id, a network by its slug. At least one each. */
export type StatsChoice = Readonly<Partial<Record<StatsThing, readonly string[]>>>

/** Two groupings at once: the first, and its members by the second. */
export const groupPairs = {
  'offer,subId': ['offer', 'subId'],
  'offer,country': ['offer', 'country'],
  'network,country': ['network', 'country'],
  'app,subId': ['app', 'subId'],
} as const satisfies Readonly<Record<string, readonly [StatsThing, StatsThing]>>

export type GroupPair = keyof typeof groupPairs

export const groupPairNames = Object.keys(groupPairs) as GroupPair[] // the keys of this very table

/** Groups of a report by two things, and members of each that have a row of their own. */
export const pairGroupsMax = 100
export const pairMembersMax = 20
