import type { FeedAccount, FeedKind, FeedOffer } from '../../feeds/feed-kind.ts'
import { isFault } from '../../feeds/is-fault.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Source } from '../../store/sources/sources.ts'
import { FailedRun, type FeedCaller } from './pull-feed.ts'

/** The column of a row that says for what its second question was asked; offers do not have it. */
const askedColumn = 'asked_about'
/** The columns that such an answer gives. */
const answeredColumns = ['destination_url'] as const
/** Questions of one run; the others are asked by the next. */
const asksMax = 500

interface Completion {
  readonly kind: FeedKind
  readonly account: FeedAccount
  readonly caller: FeedCaller
  readonly source: Pick<Source, 'id' | 'networkId'>
  readonly offers: readonly FeedOffer[]
}

/** Offers with what their list leaves out: as it was answered before, or asked for now. */
export async function completeOffers(
  { db, store }: Pick<Ports, 'db' | 'store'>,
  { kind, account, caller, source, offers }: Completion,
): Promise<readonly FeedOffer[]> {
  const { completion } = kind
  if (completion === undefined) return offers
  const known = await store.sourceOffers.listSourceOffers(db, {
    sourceId: source.id,
    networkId: source.networkId,
    externalIds: offers.map(({ externalId }) => externalId),
  })
  const given = new Map(known.map((one) => [one.externalId, one.given ?? {}]))
  const completed: FeedOffer[] = []
  for (const offer of offers) {
    // Nobody follows the others: they are not asked about.
    const isShown = offer.standing === 'open' && offer.forbidden === undefined && offer.doubts.length === 0
    const asked = isShown ? completion.find(offer, account) : undefined
    const before = given.get(offer.externalId) ?? {}
    if (asked === undefined) completed.push(offer)
    else if (before[askedColumn] === asked.about) completed.push(withColumns(offer, before, asked.about))
    else if (caller.completions >= asksMax)
      completed.push(doubtful(offer, 'Its link comes with one of the next runs.'))
    else {
      caller.completions += 1
      const answer = await caller.ask(asked.request, (one) => completion.complete(offer, one))
      if (!isFault(answer)) completed.push({ ...answer, row: { ...answer.row, [askedColumn]: asked.about } })
      else if (answer.cause === 'no_feed') completed.push(doubtful(offer, answer.message))
      else throw new FailedRun(answer.cause, answer.message)
    }
  }
  return completed
}

function withColumns(offer: FeedOffer, before: FeedOffer['row'], about: string): FeedOffer {
  const answered = answeredColumns.map((column) => [column, before[column]] as const)
  return { ...offer, row: { ...offer.row, ...Object.fromEntries(answered), [askedColumn]: about } }
}

function doubtful(offer: FeedOffer, doubt: string): FeedOffer {
  return { ...offer, doubts: [...offer.doubts, doubt] }
}
