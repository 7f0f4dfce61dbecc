import type { EditedOffer } from '@quoin/core/offers/edit/edit-values.ts'
import {
  type FieldDifference,
  type FieldEdit,
  type ShownDifference,
  showChange,
} from '@quoin/core/offers/edit/plan-edit.ts'
import { firstOfDays } from '@quoin/core/time/first-of-days.ts'
import type { Ports } from '../../../ports/ports.ts'
import { writeCsv } from '../../history/export-own.ts'
import { countToday } from '../count-today.ts'
import { type OfferSelection, type PlannedOffer, planOffers, readChanges } from './plan-offers.ts'

type Needs = Pick<Ports, 'db' | 'store' | 'clock'>

interface PreviewAsked {
  readonly selection: OfferSelection
  readonly changes: readonly FieldEdit[]
  /** How many offers of each list are told. */
  readonly limit: number
  /** Gives all of them as a CSV file, too. */
  readonly isWhole: boolean
}

export interface ShownOffer {
  readonly id: number
  readonly name: string
  readonly changes: readonly ShownDifference[]
  /** The conversions of today, where they are past the new cap, so that it closes at once. */
  readonly closesAt: number | null
  /** The reason why it cannot be changed. */
  readonly reason: string | null
}

type Kind = PlannedOffer['plan']['kind']

interface EditPreview {
  /** To be given back when the edit is made, so that nothing else is changed than was seen. */
  readonly seen: string
  readonly seenAtMs: number
  readonly counts: Readonly<Record<Kind, number>>
  readonly offers: Readonly<Record<Kind, readonly ShownOffer[]>>
  /** How many payouts rise and fall, and by how much in all, by the approved conversions of 7 days. */
  readonly payout: {
    readonly rises: number
    readonly falls: number
    readonly differenceMicros: bigint
  } | null
  /** How many of those have a margin rule of their own, which goes before the payout. */
  readonly underMargin: number
  readonly closing: readonly ShownOffer[]
  readonly closingCount: number
  readonly csv: string | null
}

const closingMax = 10
const measuredDays = 7

/** The outcome of an edit, as the server would make it now. Nothing is written. */
export async function previewEdit(needs: Needs, asked: PreviewAsked): Promise<EditPreview> {
  const { db, store, clock } = needs
  const nowMs = clock.nowMs()
  const edit = readChanges(asked.changes)
  const { offers, digest } = await planOffers(store, db, { selection: asked.selection, edit, nowMs })
  const used = await findClosing(needs, offers)
  const shown = (kind: Kind, limit: number) =>
    offers
      .filter(({ plan }) => plan.kind === kind)
      .slice(0, limit)
      .map((one) => showOffer(one, used))
  const closing = offers.filter(({ offer }) => used.has(offer.id))
  const count = (kind: Kind) => offers.filter(({ plan }) => plan.kind === kind).length
  return {
    seen: `${nowMs}.${digest}`,
    seenAtMs: nowMs,
    counts: { change: count('change'), same: count('same'), cannot: count('cannot') },
    offers: {
      change: shown('change', asked.limit),
      same: shown('same', asked.limit),
      cannot: shown('cannot', asked.limit),
    },
    payout: await measurePayout(needs, offers, nowMs),
    underMargin: payoutChanges(offers).filter(({ offer }) => offer.margin !== null).length,
    closing: closing.slice(0, closingMax).map((one) => showOffer(one, used)),
    closingCount: closing.length,
    csv: asked.isWhole ? csvOf(offers, used) : null,
  }
}

/** By offers that a new cap closes at once: how many of their conversions count today. */
async function findClosing(
  needs: Needs,
  offers: readonly PlannedOffer[],
): Promise<ReadonlyMap<number, number>> {
  const capped = offers.flatMap(({ offer, plan }) => {
    const change = changesOf(plan).find(({ field }) => field === 'dailyCap')
    return change === undefined || change.after === null ? [] : [{ offer, ...change }]
  })
  const used = await countToday(
    needs,
    capped.map(({ offer }) => offer),
  )
  const closing = capped.filter(({ offer, before, after }) => {
    const count = used.get(offer.id) ?? 0
    const isOpen = before === null || count < Number(before)
    return isOpen && count >= Number(after)
  })
  return new Map(closing.map(({ offer }) => [offer.id, used.get(offer.id) ?? 0]))
}

async function measurePayout(
  { db, store }: Needs,
  offers: readonly PlannedOffer[],
  nowMs: number,
): Promise<EditPreview['payout']> {
  const changed = payoutChanges(offers)
  if (changed.length === 0) return null
  const ids = changed.map(({ offer }) => offer.id)
  const measured = await store.offerFigures.measureOffers(db, {
    ids,
    sinceSec: firstOfDays(measuredDays, nowMs),
  })
  const approved = new Map(measured.map((one) => [one.id, one.approved]))
  let differenceMicros = 0n
  for (const { offer, by } of changed) differenceMicros += BigInt(by) * BigInt(approved.get(offer.id) ?? 0)
  const rises = changed.filter(({ by }) => by > 0).length
  return { rises, falls: changed.length - rises, differenceMicros }
}

function payoutChanges(offers: readonly PlannedOffer[]): readonly { offer: EditedOffer; by: number }[] {
  return offers.flatMap(({ offer, plan }) =>
    changesOf(plan)
      .filter(({ field }) => field === 'payout')
      .map(({ before, after }) => ({ offer, by: Number(after) - Number(before) })),
  )
}

function changesOf(plan: PlannedOffer['plan']): readonly FieldDifference[] {
  return plan.kind === 'change' ? plan.changes : []
}

function showOffer({ offer, plan }: PlannedOffer, used: ReadonlyMap<number, number>): ShownOffer {
  return {
    id: offer.id,
    name: offer.name,
    changes: changesOf(plan).map(showChange),
    closesAt: used.get(offer.id) ?? null,
    reason: plan.kind === 'cannot' ? plan.reason : null,
  }
}

const words: Readonly<Record<Kind, string>> = { change: 'changes', same: 'so already', cannot: 'cannot' }

function csvOf(offers: readonly PlannedOffer[], used: ReadonlyMap<number, number>): string {
  const rows = offers.map((one) => {
    const { id, name, changes, reason } = showOffer(one, used)
    const told = changes.map(({ field, before, after }) => `${field}: ${before} → ${after}`).join('; ')
    return [String(id), name, words[one.plan.kind], told, reason ?? '']
  })
  return writeCsv(['offer_id', 'name', 'outcome', 'changes', 'reason'], rows).toString()
}
