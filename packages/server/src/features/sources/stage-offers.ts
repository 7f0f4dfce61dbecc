import type { OfferPlan } from '@quoin/core/sources/plan-offer.ts'
import { planMissing, planOffer } from '@quoin/core/sources/plan-offer.ts'
import { missingRunsMax } from '@quoin/core/sources/source.ts'
import { WordTally } from '@quoin/core/sources/unknown-words.ts'
import { worthOf } from '@quoin/core/sources/worth-of-offer.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Db } from '../../store/pg/database.ts'
import type { StagedOffer } from '../../store/sources/run-offers.ts'
import type { SourceOffer } from '../../store/sources/source-offers.ts'
import type { FedReader } from './read-fed.ts'

/** The effect of a run on what users see, as far as it is read, and what keeps offers from them. */
export class Effect {
  pausing = 0
  /** Those that would be for all countries, or for all platforms. */
  opening = 0
  readonly before: number[] = []
  readonly after: number[] = []
  readonly words = new WordTally()

  note(known: SourceOffer | undefined, plan: OfferPlan): void {
    const wasShown = known !== undefined && known.stored.status === 'active'
    const isPaused =
      known !== undefined && known.stored.status === 'paused' && known.stored.fileStatus === 'active'
    const next = plan.offer ?? known?.stored
    const isShown = next !== undefined && !isPaused && statusOf(plan, known) === 'active'
    if (wasShown) this.before.push(worthOf(known.stored))
    if (isShown) this.after.push(worthOf(next))
    if (wasShown && !isShown) this.pausing += 1
    if (wasShown && isShown && isOpened(known.stored, next)) this.opening += 1
  }
}

function statusOf({ offer }: OfferPlan, known: SourceOffer | undefined): string | undefined {
  return offer?.status ?? known?.stored.fileStatus
}

/** Whether an offer for some countries or platforms would be for all. */
function isOpened(before: Audience, after: Audience): boolean {
  return (['countries', 'platforms'] as const).some(
    (field) => before[field].length > 0 && after[field].length === 0,
  )
}

type Audience = Pick<SourceOffer['stored'], 'countries' | 'platforms'>

interface Staging {
  readonly sourceId: number
  readonly networkId: number
  readonly runId: number
  readonly reader: FedReader
}

/** A batch of offers as they came. */
export type FedBatch = readonly Pick<StagedOffer, 'externalId' | 'name' | 'fed'>[]

interface PlannedBatch {
  readonly known: ReadonlyMap<string, SourceOffer>
  readonly plans: ReadonlyMap<string, OfferPlan>
}

/** Decides about some offers of a run by what is there now. */
export async function planBatch(
  { store }: Pick<Ports, 'store'>,
  db: Db,
  { batch, ...staging }: Staging & { readonly batch: FedBatch },
): Promise<PlannedBatch> {
  const { sourceId, networkId, reader } = staging
  const externalIds = batch.map(({ externalId }) => externalId)
  const offers = await store.sourceOffers.listSourceOffers(db, { sourceId, networkId, externalIds })
  const allowed = await store.sourceOffers.listAllowed(db, sourceId, externalIds)
  const known = new Map(offers.map((one) => [one.externalId, one]))
  const plans = batch.map(({ externalId, fed }) => {
    const plan = planOne({ fed, known: known.get(externalId), isAllowed: allowed.has(externalId), reader })
    return [externalId, plan] as const
  })
  return { known, plans: new Map(plans) }
}

interface OneOffer extends Pick<StagedOffer, 'fed'> {
  readonly known: SourceOffer | undefined
  readonly isAllowed: boolean
  readonly reader: FedReader
}

function planOne({ fed, known, isAllowed, reader }: OneOffer): OfferPlan {
  if (fed !== null) return planOffer(isAllowed ? { ...fed, forbidden: undefined } : fed, known, reader)
  if (known === undefined) return waiting
  return known.missingRuns + 1 < missingRunsMax ? waiting : planMissing(known)
}

/** Missing, but not often enough to be paused. */
const waiting: OfferPlan = { verdict: 'missing', reasons: [], changes: [], own: [] }

/** Writes offers of a run beside the catalogue, with what it would do with them. */
export async function stageOffers(
  ports: Pick<Ports, 'store'>,
  db: Db,
  { effect, ...given }: Staging & { readonly batch: FedBatch; readonly effect: Effect },
): Promise<void> {
  const { known, plans } = await planBatch(ports, db, given)
  const staged = given.batch.map(({ externalId, name, fed }): StagedOffer => {
    const plan = plans.get(externalId) ?? waiting
    effect.note(known.get(externalId), plan)
    const { verdict, reasons, changes, own } = plan
    // Where a person must look anyway, an answer alone would not help.
    if (verdict === 'held' && fed !== null && fed.doubts.length === 0)
      effect.words.note(given.reader.unknownWords(fed.row))
    const isWritten = verdict !== 'same' || plan.given !== undefined
    return { externalId, name, verdict, reasons, changes, own, fed: isWritten ? fed : null }
  })
  await ports.store.runOffers.insertRunOffers(db, given.runId, staged)
}

/** Looks at the offers that did not come. */
export async function stageMissing(
  ports: Pick<Ports, 'store'>,
  db: Db,
  { effect, ...staging }: Staging & { readonly effect: Effect },
): Promise<void> {
  const { store } = ports
  const { runId, sourceId } = staging
  await store.runOffers.stageMissing(db, runId, sourceId)
  for await (const batch of stagedBatches(ports, db, { runId, isMissing: true })) {
    const { known, plans } = await planBatch(ports, db, { ...staging, batch })
    const planned = batch.map(({ externalId }) => {
      const plan = plans.get(externalId) ?? waiting
      effect.note(known.get(externalId), plan)
      const { verdict, reasons, changes, own } = plan
      return { externalId, verdict, reasons, changes, own, before: null }
    })
    await store.runOffers.updatePlanned(db, runId, planned)
  }
}

const batchSize = 500

/** The offers of a run that may have to be written, some at a time. */
export async function* stagedBatches(
  { store }: Pick<Ports, 'store'>,
  db: Db,
  { runId, isMissing = false }: { readonly runId: number; readonly isMissing?: boolean },
): AsyncGenerator<readonly StagedOffer[]> {
  let after = ''
  for (;;) {
    const batch = await store.runOffers.listStaged(db, { runId, after, limit: batchSize, isMissing })
    const last = batch.at(-1)
    if (last === undefined) return
    yield batch
    after = last.externalId
  }
}
