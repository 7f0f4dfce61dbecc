import { readMapping } from '@quoin/core/sources/mapping/read-mapping.ts'
import { findFeedKind } from '../../feeds/kinds.ts'
import type { FeedAccount, FeedKind } from '../../feeds/feed-kind.ts'
import type { Source } from '../../store/sources/sources.ts'
import { completeOffers } from './complete-offers.ts'
import type { Reading, ReadFeed, RunNeeds } from './held-run.ts'
import { FailedRun, FeedCaller, usualPatience } from './pull-feed.ts'
import { conditionOf, readingOf } from './feed-validators.ts'
import { openFedReader } from './read-fed.ts'
import { openKey } from './source-key.ts'
import { type FedBatch, stageMissing, stageOffers } from './stage-offers.ts'

/** Reads a feed whole, and writes its offers beside the catalogue. */
export async function readFeed(needs: RunNeeds, reading: Reading): Promise<ReadFeed> {
  const { db, store, clock } = needs
  const { source, network, runId, effect, signal, patience = usualPatience } = reading
  const kind = kindOf(source)
  const account = accountOf(needs, { kind, source, network })
  const { key } = account
  const digest = await readingOf(needs, db, { source, network })
  const condition = conditionOf(source.validators, { reading: digest, nowMs: clock.nowMs() })
  const caller = new FeedCaller(needs, { kind, account, signal, patience, condition })
  const reader = await openFedReader(needs, db, { source, network, key })
  const staging = { sourceId: source.id, networkId: network.id, runId, reader }
  const seen = new Set<string>()
  let theirs: number | null = null
  let [pages, came] = [0, 0]
  for await (const page of caller.pages()) {
    pages += 1
    came += page.records.length
    theirs = page.theirs ?? theirs
    const seenBefore = seen.size
    let isRead = false
    for (const records of chunksOf(page.records)) {
      const beganMs = clock.monotonicMs()
      const offers = records.flatMap((record) => kind.readRecord(record, account) ?? [])
      isRead ||= offers.length > 0
      const fresh = offers.filter(({ externalId }) => !seen.has(externalId) && seen.add(externalId))
      const readMs = clock.monotonicMs() - beganMs
      const completed = await completeOffers(needs, { kind, account, caller, source, offers: fresh })
      const batch: FedBatch = completed.map((offer) => {
        const fed = reader.take(offer)
        return { externalId: offer.externalId, name: nameOf(fed.row), fed }
      })
      if (batch.length > 0) await stageOffers(needs, db, { ...staging, effect, batch })
      // Visitors of the same process go before. Deciding about offers takes about as long as reading them.
      await caller.rest(2 * readMs)
    }
    if (isRead && seen.size === seenBefore) {
      throw new FailedRun(
        'repeated_page',
        `Page ${pages} has only offers that came before: the feed is not whole.`,
      )
    }
    await store.sourceRuns.updateProgress(db, { id: runId, pages, ours: seen.size, theirs })
  }
  if (seen.size === 0) throw new FailedRun('empty', 'The network has answered with no offers.')
  await stageMissing(needs, db, { ...staging, effect })
  // The first of several pages says nothing of the others, nor of questions about single offers, which may go on next time.
  const said = pages === 1 && caller.completions === 0 ? caller.validators : undefined
  const validators = said && { ...said, reading: digest, readAtMs: clock.nowMs() }
  return { theirs, came, validators }
}

/** Reading so many offers takes some forty milliseconds, in which the process does nothing else. */
const chunkSize = 100
const nameLengthMax = 200

function chunksOf<T>(values: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(values.length / chunkSize) }, (_, at) =>
    values.slice(at * chunkSize, (at + 1) * chunkSize),
  )
}

function nameOf({ name }: Readonly<Record<string, unknown>>): string {
  // Cut between two halves of a character it could not be stored.
  return typeof name === 'string' ? name.trim().slice(0, nameLengthMax).toWellFormed() : ''
}

/** The account of a source. Throws FailedRun where it has no key, or a mapping that this server cannot read. */
function accountOf(
  needs: RunNeeds,
  { kind, source, network }: Pick<Reading, 'source' | 'network'> & { readonly kind: FeedKind },
): FeedAccount {
  const { settings, mapping } = source
  const key = kind.account?.needsKey(settings) === false ? '' : openKey(needs, source)
  if (key === undefined) throw new FailedRun('key_refused', 'It has no key: set one.')
  const account = { settings, key, preset: network.preset }
  if (kind.account?.hasMapping !== true) return account
  const reading = readMapping(mapping)
  if (!reading.ok) throw new FailedRun('no_feed', 'This server cannot read its mapping: give it another one.')
  return { ...account, mapping: reading.mapping }
}

function kindOf({ kind: name }: Pick<Source, 'kind'>): FeedKind {
  const kind = findFeedKind(name)
  if (kind === undefined) throw new FailedRun('no_feed', `This server does not know the kind "${name}".`)
  return kind
}
