import { hash } from 'node:crypto'
import { invalidRequest, notFound } from '@quoin/core/errors.ts'
import {
  judgePostbacks,
  postbackCheckHours,
  postbackRetryHours,
  type PostbackState,
} from '@quoin/core/sources/judge-postbacks.ts'
import { leaseMs } from '@quoin/core/sources/source.ts'
import { hourMs } from '@quoin/core/time/durations.ts'
import type { FeedRequest } from '../../feeds/feed-kind.ts'
import { isFault } from '../../feeds/is-fault.ts'
import type { Ports, Snapshots } from '../../ports/ports.ts'
import type { Source } from '../../store/sources/sources.ts'
import { noteChange } from '../audit/note-change.ts'
import {
  listPostbacks,
  type LookNeeds,
  openPostbackAccount,
  type PostbackAccount,
  wantedPostbacks,
} from './look-at-postbacks.ts'
import { FailedRun } from './pull-feed.ts'

type ConnectNeeds = LookNeeds &
  Pick<Ports, 'random' | 'newId' | 'log'> & { readonly snapshots: Pick<Snapshots, 'refresh'> }

interface Connection {
  readonly sourceId: number
  readonly actor: string
  /** A token in place of the one that is set up there: the address has been seen by others. */
  readonly isRenewed?: boolean
}

/** Shorter than the lease, so that nobody takes it over meanwhile. */
const longestMs = leaseMs - 15_000

/**
 * Sets up the postback of a source at its network, by the network's API: what is missing is added, what is ours and differs
 * is changed, what is somebody else's stays. Once more changes nothing. Throws INVALID_REQUEST, in words, where the network
 * does not let it happen.
 */
export async function connectPostback(needs: ConnectNeeds, connection: Connection): Promise<void> {
  const { db, store, clock, newId } = needs
  const { sourceId } = connection
  const source = await store.sources.findSource(db, sourceId)
  if (source === undefined) throw notFound(`There is no source ${sourceId}.`)
  const lease = newId()
  const account = await refusing(openPostbackAccount(needs, source, AbortSignal.timeout(longestMs)))
  if (!(await store.sourcePostbacks.takePostback(db, { sourceId, lease, leaseMs, nowMs: clock.nowMs() })))
    throw invalidRequest('The network is asked about the postback just now: try again in a minute.')
  const seen = await lookAnd(needs, source, () => setUp(needs, account, connection))
  await leave(needs, { sourceId, lease, seen })
  if (seen.state !== 'installed') throw invalidRequest(seen.message)
}

/** Looks whether the postback of a source is still there, and changes nothing. */
export async function checkPostback(
  needs: ConnectNeeds,
  { sourceId, lease, stopping }: { sourceId: number; lease: string; stopping: AbortSignal },
): Promise<void> {
  const { db, store } = needs
  const source = await store.sources.findSource(db, sourceId)
  if (source === undefined) return
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(longestMs)])
  const seen = await lookAnd(needs, source, async () => {
    return await look(needs, await openPostbackAccount(needs, source, signal))
  })
  await leave(needs, { sourceId, lease, seen })
}

interface Seen {
  /** Undefined: the network did not say. */
  readonly state: PostbackState | undefined
  readonly message: string
}

/** The outcome in words, also of what has failed. */
async function lookAnd({ log }: ConnectNeeds, { id }: Source, act: () => Promise<Seen>): Promise<Seen> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof FailedRun) return { state: undefined, message: error.message }
    if (error instanceof DOMException)
      return { state: undefined, message: 'The network took too long to answer.' }
    log.error({ err: error, sourceId: id }, 'a postback was not looked at')
    return { state: undefined, message: 'An internal error occurred. It has been logged.' }
  }
}

async function look(needs: ConnectNeeds, account: PostbackAccount): Promise<Seen> {
  const { found, token = '' } = await listPostbacks(account)
  const { state, message } = judgePostbacks(found, await wantedPostbacks(needs, account, token))
  return { state, message }
}

async function setUp(
  needs: ConnectNeeds,
  account: PostbackAccount,
  { sourceId, actor, isRenewed = false }: Connection,
): Promise<Seen> {
  const { found, token } = await listPostbacks(account)
  const own = isRenewed || token === undefined ? makeToken(needs) : token
  const { adds, changes } = judgePostbacks(found, await wantedPostbacks(needs, account, own))
  if (adds.length + changes.length > 0) {
    // The network may report as soon as it has the address.
    if (own !== token) await keepToken(needs, account, digestOf(own))
    const { postbacks, account: asking } = account
    try {
      for (const { id, to } of changes) await send(account, postbacks.change(asking, id, to))
      for (const to of adds) await send(account, postbacks.add(asking, to))
    } catch (error) {
      if (own !== token) await keepFormerToken(needs, account, own)
      throw error
    }
    await note(needs, account, { sourceId, actor })
  }
  return await look(needs, await reread(needs, account))
}

const tokenBytes = 24

function makeToken({ random }: Pick<Ports, 'random'>): string {
  return random(tokenBytes).toString('base64url')
}

/** An address with this token is the network's from now on, and one that was set up before no more. */
async function keepToken(
  { db, store, snapshots }: ConnectNeeds,
  { network }: PostbackAccount,
  digest: Uint8Array,
): Promise<void> {
  await db.transaction(async (tx) => {
    await store.networks.updateInstalledToken(tx, network.id, digest)
    await store.snapshotVersions.bumpSnapshot(tx, 'networks')
  })
  await snapshots.refresh('networks')
}

function digestOf(token: string): Uint8Array {
  return hash('sha256', token, 'buffer')
}

/** The address of before goes on to work, unless the network has the new one at one of its postbacks. */
async function keepFormerToken(needs: ConnectNeeds, account: PostbackAccount, own: string): Promise<void> {
  const { network } = account
  const former = network.installedTokenDigest
  if (former === null) return
  const renewed = { ...account, network: { ...network, installedTokenDigest: digestOf(own) } }
  const seen = await listPostbacks(renewed).catch(() => undefined)
  if (seen?.token === undefined) await keepToken(needs, account, former)
}

async function reread({ db, store }: ConnectNeeds, account: PostbackAccount): Promise<PostbackAccount> {
  return {
    ...account,
    network: (await store.networks.findNetwork(db, account.network.id)) ?? account.network,
  }
}

async function send({ kind, caller }: PostbackAccount, request: FeedRequest): Promise<void> {
  const read = await caller.ask(request, (answer) => ({ answer }), { isOnce: true })
  if (!isFault(read)) return
  const isRefused = read.cause === 'key_refused' || read.cause === 'no_feed'
  const message = isRefused
    ? `${kind.title} does not let this key set up postbacks. Ask your account manager to allow it, or paste the address.`
    : read.message
  throw new FailedRun(read.cause, message)
}

async function note(
  needs: ConnectNeeds,
  { network }: PostbackAccount,
  { sourceId, actor }: Connection,
): Promise<void> {
  const { db, store } = needs
  await db.transaction(async (tx) => {
    const source = await store.sources.findSource(tx, sourceId)
    await noteChange({ ...needs, actor }, tx, {
      action: 'source.postback_connected',
      object: `source:${sourceId}`,
      details: { networkId: network.id, name: source?.name ?? '' },
    })
  })
}

async function leave(
  { db, store, clock }: ConnectNeeds,
  { sourceId, lease, seen }: { sourceId: number; lease: string; seen: Seen },
): Promise<void> {
  const nowMs = clock.nowMs()
  const hours = seen.state === undefined ? postbackRetryHours : postbackCheckHours
  const nextCheckAtMs = nowMs + hours * hourMs
  await store.sourcePostbacks.leavePostback(db, { sourceId, lease, ...seen, nowMs, nextCheckAtMs })
}

async function refusing<T>(asked: Promise<T>): Promise<T> {
  return await asked.catch((error: unknown) => {
    throw error instanceof FailedRun ? invalidRequest(error.message) : error
  })
}
