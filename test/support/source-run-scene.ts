import type { ColumnDifference } from '@quoin/core/offers/compare-offer.ts'
import type { OfferColumn } from '@quoin/core/offers/offer-fields.ts'
import type { FedOffer } from '@quoin/core/sources/plan-offer.ts'
import { noCounts, type Verdict } from '@quoin/core/sources/source.ts'
import type { SourceRun } from '../../packages/server/src/store/sources/source-runs.ts'
import type { World } from './world.ts'

interface FoundOffer {
  readonly externalId: string
  readonly verdict: Verdict
  readonly name?: string
  readonly row?: object
  readonly reasons?: readonly string[]
  readonly changes?: readonly ColumnDifference[]
  readonly own?: readonly OfferColumn[]
  readonly forbidden?: FedOffer['forbidden']
}

/** An offer as a feed has it, that can be applied. */
function rowOf({ externalId, name = `Farm ${externalId}`, row = {} }: FoundOffer): object {
  const url = 'https://go.example/?click_id={click_id}'
  return { external_id: externalId, name, payout: '1', revenue: '2', destination_url: url, ...row }
}

type RunFacts = Partial<
  Pick<SourceRun, 'state' | 'cause' | 'message' | 'theirs' | 'ours' | 'pages' | 'counts'>
> & { readonly actor?: string; readonly agoSec?: number; readonly tookSec?: number }

/** A run of a source as a feed with these offers would have left it. */
export async function addRun(
  { ports: { db, store, clock } }: World,
  sourceId: number,
  { offers = [], ...facts }: RunFacts & { readonly offers?: readonly FoundOffer[] } = {},
): Promise<number> {
  const {
    state = 'waiting',
    cause = null,
    message = null,
    actor = 'server',
    agoSec = 60,
    tookSec = 23,
  } = facts
  const beganAtMs = clock.nowMs() - agoSec * 1000
  const runId = await store.sourceRuns.insertRun(db, { sourceId, actor, counts: noCounts, nowMs: beganAtMs })
  const staged = offers.map((offer) => {
    const { externalId, verdict, name = `Farm ${externalId}`, reasons = [], changes = [], own = [] } = offer
    const { forbidden } = offer
    const standing = verdict === 'ended' || verdict === 'not_approved' ? verdict : 'open'
    const fed: FedOffer | null =
      verdict === 'missing'
        ? null
        : {
            row: rowOf(offer) as FedOffer['row'],
            standing,
            forbidden,
            doubts: verdict === 'held' ? reasons : [],
          }
    return { externalId, verdict, name, reasons, changes, own, fed }
  })
  for (let at = 0; at < staged.length; at += 500)
    await store.runOffers.insertRunOffers(db, runId, staged.slice(at, at + 500))
  const counts = facts.counts ?? { ...noCounts, ...(await store.runOffers.countVerdicts(db, runId)) }
  const came = staged.filter(({ verdict }) => verdict !== 'missing').length
  const { ours = came + counts.same, theirs = ours, pages = 1 } = facts
  await store.sourceRuns.updateProgress(db, { id: runId, pages, ours, theirs })
  if (state === 'running') return runId
  const nowMs = beganAtMs + tookSec * 1000
  await store.sourceRuns.endRun(db, { id: runId, state, cause, message, counts, nowMs })
  if (state === 'applied')
    await store.sourceRuns.markApplied(db, { id: runId, actor, counts, isChange: true, nowMs })
  return runId
}
