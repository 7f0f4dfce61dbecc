import type { App } from '@quoin/core/apps/app.ts'
import { normalizeAddress } from '@quoin/core/detect/address.ts'
import {
  describeActivity,
  activityWindowMs,
  clicksMax,
  conversionsMax,
  conversionWindowMs,
} from '@quoin/core/risk/activity.ts'
import { readMachine } from '@quoin/core/risk/machine.ts'
import { makePeerProfile, locationOf, type ProfileLocation } from '@quoin/core/risk/peer-profile.ts'
import {
  comparePeersInSteps,
  noPeers,
  type PeerFacts,
  peerKinds,
  type PeerProfile,
} from '@quoin/core/risk/peers.ts'
import { probabilityOf, type Signs, sharesOfSigns } from '@quoin/core/risk/score.ts'
import { decideVerdict } from '@quoin/core/risk/verdict.ts'
import { dayMs } from '@quoin/core/time/durations.ts'
import { idTimeMs } from '@quoin/core/tracking/click-id.ts'
import type { Ports } from '../../ports/ports.ts'
import type { PeersRow } from '../../store/risk/risk-peers.ts'
import { placeClicks } from '../devices/place-clicks.ts'
import { keySubnet, keyUser, subnetAndPrefix } from '../devices/key-sighting.ts'
import { type Account, groupAccounts } from './group-accounts.ts'

export type CompareNeeds = Pick<
  Ports,
  'db' | 'store' | 'keyring' | 'clock' | 'geo' | 'addresses' | 'riskFigures' | 'riskWeights'
> & {
  /** Lets requests be answered between two steps. */
  readonly pause: () => Promise<void>
}

type ComparedApp = Pick<App, 'id' | 'fraudShare'>

/** The bound per app, the newest: a round of a large app takes seconds. */
const linksMax = 30_000
const clicksOfAppMax = 200_000
const conversionsOfAppMax = 60_000
const accountWindowMs = 30 * dayMs
/** Whom no later round names is not judged by old company for longer. */
const expiresAfterMs = 7 * dayMs
const rowsAtOnce = 5_000
const accountsAtOnce = 50

/** Compares the accounts of an app with each other, and keeps what was found for its assessments. Returns how many. */
export async function compareAccounts(ports: CompareNeeds, app: ComparedApp): Promise<number> {
  const { db, store, clock } = ports
  const nowMs = clock.nowMs()
  const { accounts, conversionsSinceMs } = await loadAccounts(ports, app.id, nowMs)
  const profiles: PeerProfile[] = []
  for (const [user, account] of accounts) {
    profiles.push(profileOf(ports, { user, account, app, conversionsSinceMs }))
    if (profiles.length % accountsAtOnce === 0) await ports.pause()
  }
  const peers = await finish(comparePeersInSteps(profiles), ports.pause)
  const rows: PeersRow[] = []
  for (const [user, account] of accounts) {
    if (rows.length % accountsAtOnce === 0) await ports.pause()
    const facts = peers.get(user) ?? noPeers
    const hundredths = peerKinds.map((kind) => Math.round(facts[kind] * 100))
    const scoreTenths = scoreOf(ports, { account, app, conversionsSinceMs, facts })
    rows.push({ user, facts: `{${hundredths.join(',')}}`, scoreTenths })
  }
  const expiresAtMs = nowMs + expiresAfterMs
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const some = rows.slice(from, from + rowsAtOnce)
    await store.riskPeers.writePeers(db, { appId: app.id, rows: some, nowMs, expiresAtMs })
  }
  return rows.length
}

/** Requests are answered between the steps. */
async function finish<Result>(
  steps: Generator<undefined, Result>,
  pause: () => Promise<void>,
): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await pause()
  }
}

interface Loaded {
  readonly accounts: ReadonlyMap<string, Account>
  /** Since when all conversions of the accounts are read. */
  readonly conversionsSinceMs: number
}

async function loadAccounts(
  { db, store, keyring, pause, ...lookUps }: CompareNeeds,
  appId: number,
  nowMs: number,
): Promise<Loaded> {
  const wanted = (backMs: number, limit: number) => ({ appId, sinceMs: nowMs - backMs, limit })
  const [links, clicks, conversions] = await Promise.all([
    store.riskPeers.listLinkedAccounts(db, wanted(accountWindowMs, linksMax)),
    store.riskPeers.listClicksOfApp(db, wanted(activityWindowMs, clicksOfAppMax)),
    store.riskPeers.listConversionsOfApp(db, wanted(conversionWindowMs, conversionsOfAppMax)),
  ])
  const placeOf = placeClicks({ keyring, ...lookUps })
  const keys = new Map<string, string>()
  const keyOf = (userId: string): string => {
    const known = keys.get(userId) ?? keyUser(keyring, { appId, isTest: false, userId })
    keys.set(userId, known)
    return known
  }
  // Each row is made when it is asked for: there are too many for one turn of the event loop.
  const grouping = groupAccounts({
    links,
    clicks: clicks.values().map((click) => ({
      ...click,
      user: keyOf(click.userId),
      ...placeOf({ appId, isTest: false }, click.address),
    })),
    conversions: conversions.values().map(({ clickId, ...row }) => ({
      ...row,
      user: keyOf(row.userId),
      clickedAtMs: clickId === null ? undefined : idTimeMs(clickId),
    })),
    clicksMax,
    conversionsMax,
  })
  const oldest = conversions.length < conversionsOfAppMax ? undefined : conversions.at(-1)
  const conversionsSinceMs = oldest?.convertedAtMs ?? nowMs - conversionWindowMs
  return { accounts: await finish(grouping, pause), conversionsSinceMs }
}

interface Accounted {
  readonly account: Account
  readonly app: ComparedApp
  readonly conversionsSinceMs: number
}

function sharesOf(
  ports: CompareNeeds,
  {
    account,
    conversionsSinceMs,
    peers,
  }: Pick<Accounted, 'account' | 'conversionsSinceMs'> & { readonly peers?: PeerFacts },
) {
  const { links, clicks, conversions } = account
  const firstSeenAtMs = links.length === 0 ? undefined : Math.min(...links.map((link) => link.firstSeenAtMs))
  const seenOn = links.map(({ line }) => subnetAndPrefix(line ?? undefined).prefix)
  const traces = { clicks, conversions, firstSeenAtMs, seenOn, conversionsSinceMs }
  const activity = describeActivity(traces, ports.riskFigures.norms())
  const signs: readonly Signs[] = links.length === 0 ? [{}] : links.map((link) => link.signs)
  return signs.map((one) => ({ shares: sharesOfSigns(one, { activity, peers }), activity }))
}

function scoreOf(
  ports: CompareNeeds,
  { account, app, conversionsSinceMs, facts }: Accounted & { readonly facts: PeerFacts },
): number {
  const weights = ports.riskWeights()
  const probability = Math.max(
    ...sharesOf(ports, { account, conversionsSinceMs, peers: facts }).map(({ shares }) =>
      probabilityOf(shares, weights, app.fraudShare ?? undefined),
    ),
  )
  return decideVerdict({ listed: undefined, probability, autoBlockScore: null }).scoreTenths
}

function profileOf(
  ports: CompareNeeds,
  { user, account, app, conversionsSinceMs }: Accounted & { readonly user: string },
): PeerProfile {
  const { links, clicks, conversions } = account
  const machines = links.map(({ data }) => readMachine(data))
  // Anybody can follow a bare link in a user's name, from wherever suspects are.
  const signed = clicks.filter(({ isUnsigned }) => !isUnsigned)
  return makePeerProfile({
    user,
    firstSeenAtMs: Math.min(
      ...links.map((link) => link.firstSeenAtMs),
      ...clicks.map(({ clickedAtMs }) => clickedAtMs),
      ...conversions.map(({ convertedAtMs }) => convertedAtMs),
    ),
    standings: sharesOf(ports, { account, conversionsSinceMs }),
    locations: [
      ...links.map(({ line, signs }) => ({
        line: keepsLine(signs) ? (line ?? undefined) : undefined,
        network: undefined,
      })),
      ...placesOfClicks(ports, { clicks: signed, appId: app.id }),
    ],
    drawings: machines.map(({ drawing }) => drawing),
    builds: machines.map(({ build }) => build),
    offers: conversions.map(({ offerId }) => offerId),
    clicks: signed,
  })
}

/** Behind a VPN, a relay or Tor strangers meet; what the submission said of its address is kept, the address is not. */
function keepsLine(signs: Signs): boolean {
  return !signs['vpn_address'] && !signs['relay_address'] && !signs['tor_address']
}

function placesOfClicks(
  { keyring, addresses }: CompareNeeds,
  { clicks, appId }: { readonly clicks: Readonly<Account['clicks']>; readonly appId: number },
): ProfileLocation[] {
  const scope = { appId, isTest: false }
  const seen = new Set(clicks.map(({ address }) => address).filter((address) => address !== null))
  return [...seen].flatMap((text) => {
    const address = normalizeAddress(text)
    if (address === undefined) return []
    const { line, network } = locationOf(address, addresses.describe(address) ?? { class: undefined })
    return [{ line: line && keySubnet(keyring, scope, address), network }]
  })
}
