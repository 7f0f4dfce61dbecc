/** A user as others are compared with: what they share with whom, and what speaks against them by itself. */
export interface PeerProfile {
  readonly user: string
  readonly firstSeenAtMs: number
  /** In natural-log odds, without anything that others have done. */
  readonly evidence: number
  /** By what is shared, the keys of this user. */
  readonly keys: Readonly<Record<PeerKind, readonly string[]>>
}

/** Traits that accounts can have in common. Lines belong to networks: one line counts little in its network. */
export const peerKinds = ['line', 'network', 'drawing', 'build', 'offers', 'choices'] as const
export type PeerKind = (typeof peerKinds)[number]

/**
 * How much more than usual speaks against those a user shares something with, by what it is: their mean, on top of
 * three peers who are as everyone is. 0 where there is nobody; below it where they are less suspect than usual.
 */
export type PeerFacts = Readonly<Record<PeerKind, number>>

/** Accounts of one ring are made close to each other; who came four days apart counts a third. */
const fadeMs = 4 * 24 * 60 * 60 * 1000
const apartMaxMs = 4 * fadeMs
/** The bound per key, on either side in time: a carrier's address has thousands. */
const neighboursMax = 40
/** The bound per user; the newest stay. */
const keysMax = 24
/** As good as this many peers of whom nothing is known. */
const peersBefore = 3
/** Likeness of choices is a number of shared offers that few choose, so that less of it is much. */
const likenessBefore = 1.5
/** Whoever works through a list goes on with it for a week; an offer's day of fame is no less long. */
const choicesApartMaxMs = 8 * 24 * 60 * 60 * 1000
/** How rare an offer must be among all accounts, as a natural logarithm: what nearly a third clicks says nothing. */
const rarityMin = 1.2
/** Whoever has a network's many lines is a carrier; whoever has one line must not speak for the network. */
const perLineMax = 2
const evidenceMin = -2
const evidenceMax = 4

interface Peer {
  readonly profile: PeerProfile
  /** Above or below what is usual. */
  readonly excess: number
}

/** Whoever answers requests meanwhile goes on with them after so many: a millisecond or two. */
const stepPeers = 50
/** The same for what costs a microsecond or two. */
const stepProfiles = 1_000

/** How much of what peers say of somebody counts when those are asked about others. */
const passedOn: PeerFacts = {
  line: 0.7,
  network: 0.7,
  drawing: 0.7,
  build: 0.35,
  offers: 0.35,
  choices: 0.35,
}

/**
 * Compares accounts with those they share something with and that came at about the same time: a weak sign that all
 * of a ring have is a strong one, and honest people who share a line, a café's machines or a model of phone stand
 * among honest people. Peers are asked twice, the second time with what their own peers said.
 */
export function* comparePeersInSteps(
  profiles: readonly PeerProfile[],
): Steps<ReadonlyMap<string, PeerFacts>> {
  const ordered = yield* orderByTime(profiles)
  const indexes: (readonly [PeerKind, Index])[] = []
  for (const kind of peerKinds) indexes.push([kind, yield* indexOf(ordered, kind)])
  const alone = yield* askPeers(ordered, indexes, (one) => one.evidence)
  return yield* askPeers(ordered, indexes, (one) => {
    const facts = alone.get(one.user) ?? noPeers
    return peerKinds.reduce((sum, kind) => sum + passedOn[kind] * facts[kind], one.evidence)
  })
}

/** The same at once. */
export function comparePeers(profiles: readonly PeerProfile[]): ReadonlyMap<string, PeerFacts> {
  const steps = comparePeersInSteps(profiles)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

export const noPeers: PeerFacts = { line: 0, network: 0, drawing: 0, build: 0, offers: 0, choices: 0 }

type Index = ReadonlyMap<string, readonly number[]>
type Steps<Result> = Generator<undefined, Result>

/** In the order of their coming. Numbers without a comparator are sorted in a tenth of the time. */
function* orderByTime(profiles: readonly PeerProfile[]): Steps<readonly PeerProfile[]> {
  const byTime = new Map<number, PeerProfile[]>()
  for (const [place, profile] of profiles.entries()) {
    if (place % stepProfiles === 0) yield
    const together = byTime.get(profile.firstSeenAtMs)
    if (together === undefined) byTime.set(profile.firstSeenAtMs, [profile])
    else together.push(profile)
  }
  const ordered: PeerProfile[] = []
  for (const [place, time] of Float64Array.from(byTime.keys()).sort().entries()) {
    if (place % stepProfiles === 0) yield
    const together = byTime.get(time) ?? []
    for (const profile of together.sort((a, b) => (a.user < b.user ? -1 : 1))) ordered.push(profile)
  }
  return ordered
}

function* askPeers(
  profiles: readonly PeerProfile[],
  indexes: readonly (readonly [PeerKind, Index])[],
  evidenceOf: (profile: PeerProfile) => number,
): Steps<ReadonlyMap<string, PeerFacts>> {
  const strengths: number[] = []
  const facts = new Map<string, Record<PeerKind, number>>()
  for (const [place, profile] of profiles.entries()) {
    if (place % stepProfiles === 0) yield
    strengths.push(Math.min(evidenceMax, Math.max(evidenceMin, evidenceOf(profile))))
    facts.set(profile.user, { ...noPeers })
  }
  const usual = strengths.reduce((sum, one) => sum + one, 0) / Math.max(1, strengths.length)
  const peers = profiles.map((profile, place): Peer => ({ profile, excess: (strengths[place] ?? 0) - usual }))
  for (const [kind, byKey] of indexes) {
    for (const [place, { user }] of profiles.entries()) {
      if (place % stepPeers === 0) yield
      const own = facts.get(user)
      if (own) own[kind] = meanOf({ peers, place, kind, byKey })
    }
  }
  return facts
}

/** For each key, the places of those who have it, in the order of their coming. */
function* indexOf(profiles: readonly PeerProfile[], kind: PeerKind): Steps<Index> {
  const byKey = new Map<string, number[]>()
  for (const [place, { keys }] of profiles.entries()) {
    if (place % stepProfiles === 0) yield
    for (const key of keys[kind].slice(0, keysMax)) {
      const places = byKey.get(key)
      if (places === undefined) byKey.set(key, [place])
      else places.push(place)
    }
  }
  return byKey
}

interface Wanted {
  readonly peers: readonly Peer[]
  readonly place: number
  readonly kind: PeerKind
  readonly byKey: Index
}

function meanOf({ peers, place, kind, byKey }: Wanted): number {
  const weights = weightsOf({ peers, place, kind, byKey })
  if (weights.size === 0) return 0
  const perLine = new Map<string, number>()
  let sum = 0
  let total = 0
  for (const [other, weight] of weights) {
    const peer = peers[other]
    if (peer === undefined) continue
    const line = peer.profile.keys.line[0]
    if (kind === 'network' && line !== undefined) {
      const known = perLine.get(line) ?? 0
      if (known >= perLineMax) continue
      perLine.set(line, known + 1)
    }
    sum += weight * peer.excess
    total += weight
  }
  return sum / (total + (kind === 'choices' ? likenessBefore : peersBefore))
}

/** Those who share a key, by how close they came. More offers in common count more, and more than each for itself. */
function weightsOf({ peers, place, kind, byKey }: Wanted): ReadonlyMap<number, number> {
  const own = peers[place]
  const weights = new Map<number, number>()
  if (own === undefined) return weights
  for (const key of own.profile.keys[kind].slice(0, keysMax)) {
    const places = byKey.get(key) ?? []
    if (places.length < 2) continue
    const at = placeIn(places, place)
    const from = Math.max(0, at - neighboursMax)
    for (let index = from; index <= at + neighboursMax && index < places.length; index += 1) {
      const other = places[index] ?? place
      if (other === place) continue
      const apartMs = Math.abs((peers[other]?.profile.firstSeenAtMs ?? 0) - own.profile.firstSeenAtMs)
      const weight = weightOf(kind, { apartMs, rarity: Math.log(peers.length / places.length) })
      if (weight > 0) weights.set(other, isSummed(kind) ? (weights.get(other) ?? 0) + weight : weight)
    }
  }
  if (kind === 'offers') for (const [other, weight] of weights) weights.set(other, weight * weight)
  if (kind === 'choices')
    for (const [other, weight] of weights) weights.set(other, likenessOf(own, peers[other], weight))
  return weights
}

/** Whether more in common is more than one thing in common. */
function isSummed(kind: PeerKind): boolean {
  return kind === 'offers' || kind === 'choices'
}

function weightOf(
  kind: PeerKind,
  { apartMs, rarity }: { readonly apartMs: number; readonly rarity: number },
): number {
  if (kind === 'choices') return apartMs > choicesApartMaxMs || rarity < rarityMin ? 0 : rarity
  return apartMs > apartMaxMs ? 0 : Math.exp(-apartMs / fadeMs)
}

/** The square of a cosine: two who chose the same few of many, and not two of whom one has clicked everything. */
function likenessOf(one: Peer, other: Peer | undefined, sharedRarity: number): number {
  const [own = 0, others = 0] = [one, other].map(
    (peer) => 3 + Math.min(keysMax, peer?.profile.keys.choices.length ?? 0),
  )
  return sharedRarity ** 2 / (own * others)
}

function placeIn(places: readonly number[], place: number): number {
  let low = 0
  let high = places.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((places[middle] ?? 0) < place) low = middle + 1
    else high = middle
  }
  return low
}
