import { hash } from 'node:crypto'
import type { Network } from '@quoin/core/networks/network.ts'
import type { FoundPostback, PostbackOwner, WantedPostback } from '@quoin/core/sources/judge-postbacks.ts'
import type {
  FeedAccount,
  FeedFault,
  FeedKind,
  FeedPostbackPage,
  PostbackApi,
  FeedRequest,
} from '../../feeds/feed-kind.ts'
import { findFeedKind } from '../../feeds/kinds.ts'
import { isFault } from '../../feeds/is-fault.ts'
import { pasteTemplate } from '../../networks/index.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Source } from '../../store/sources/sources.ts'
import { FailedRun, FeedCaller, patienceOfPages } from './pull-feed.ts'
import { openKey } from './source-key.ts'

export type LookNeeds = Pick<Ports, 'db' | 'store' | 'clock' | 'outgoing' | 'keyring' | 'settings'>

/** A network that can be asked about its postbacks. */
export interface PostbackAccount {
  readonly kind: FeedKind
  readonly postbacks: PostbackApi
  readonly account: FeedAccount
  readonly network: Network
  readonly caller: FeedCaller
}

/** Throws FailedRun, in words for a person, where it cannot be asked. */
export async function openPostbackAccount(
  needs: LookNeeds,
  source: Source,
  signal: AbortSignal,
): Promise<PostbackAccount> {
  const { db, store } = needs
  const kind = findFeedKind(source.kind)
  if (kind?.postbacks === undefined) throw new FailedRun('no_feed', tellByHand(kind?.title ?? source.kind))
  const network = await store.networks.findNetwork(db, source.networkId)
  if (network === undefined) throw new FailedRun('no_feed', 'Its network is not there any more.')
  if (network.proof === 'hmac') {
    const message = `The network must sign its reports here, and ${kind.title} signs none: use a network with the proof “token”.`
    throw new FailedRun('no_feed', message)
  }
  const key = openKey(needs, source)
  if (key === undefined) throw new FailedRun('key_refused', 'The source has no key: set one.')
  const account = { settings: source.settings, key }
  const caller = new FeedCaller(needs, { kind, account, signal, patience: patienceOfPages })
  return { kind, postbacks: kind.postbacks, account, network, caller }
}

function tellByHand(title: string): string {
  return `${title} has no way to set up a postback by its API: paste the network’s address there.`
}

/** The postbacks that the network has, and the token of the server's own where it is among them. */
interface SeenPostbacks {
  readonly found: readonly FoundPostback[]
  readonly token: string | undefined
}

const postbacksMax = 5_000

export async function listPostbacks({
  kind,
  postbacks,
  account,
  network,
  caller,
}: PostbackAccount): Promise<SeenPostbacks> {
  const found: FoundPostback[] = []
  let token: string | undefined
  let request: FeedRequest | undefined = postbacks.firstPage(account)
  for (let page = 1; request !== undefined && found.length < postbacksMax; page += 1) {
    const at = page
    const read: FeedPostbackPage | FeedFault = await caller.ask(request, (answer) =>
      postbacks.readPage(answer, account, at),
    )
    if (isFault(read)) {
      const message =
        read.cause === 'key_refused' ? `${kind.title} does not let this key see postbacks.` : read.message
      throw new FailedRun(read.cause, message)
    }
    for (const one of read.postbacks) {
      const own = ownerOf(network, one.address)
      found.push({ ...one, owner: own.owner })
      if (own.owner === 'server') token ??= own.token
    }
    request = read.next
  }
  return { found, token }
}

const addressLengthMax = 2_000

/** Tells whose an address is by the token at the end of its path, of which this server has digests alone. */
function ownerOf(
  { tokenDigest, installedTokenDigest }: Pick<Network, 'tokenDigest' | 'installedTokenDigest'>,
  address: string,
): { readonly owner: PostbackOwner; readonly token: string } {
  const token =
    address.length > addressLengthMax ? '' : (/\/([\w-]{20,100})\/?(?:\?|$)/.exec(address)?.[1] ?? '')
  const digest = hash('sha256', token, 'buffer')
  const is = (known: Uint8Array | null) => token !== '' && known !== null && digest.equals(known)
  const owner = is(installedTokenDigest) ? 'server' : is(tokenDigest) ? 'person' : 'other'
  return { owner, token }
}

/** The postbacks that the network should have, for a token. Events have one where an offer is paid for several. */
export async function wantedPostbacks(
  { db, store, settings }: LookNeeds,
  { network, postbacks }: Pick<PostbackAccount, 'network' | 'postbacks'>,
  token: string,
): Promise<readonly WantedPostback[]> {
  const address = pasteTemplate(network, `${settings.postbackUrl}/${token}`)
  const wanted: WantedPostback = { reports: 'conversions', address }
  if (!(await store.sourcePostbacks.hasGoals(db, network.id))) return [wanted]
  return [wanted, { reports: 'events', address: `${address}&${postbacks.eventQuery}` }]
}
