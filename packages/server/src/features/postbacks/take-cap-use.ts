import { capKeys, isCapFull, isCapped } from '@quoin/core/conversion/caps.ts'
import type { Ports } from '../../ports.ts'
import type { Found, KnownClick } from '../../store/conversions.ts'
import type { Db } from '../../store/database.ts'
import { type ConversionBook, capCountersOf } from '../conversions/conversion-book.ts'

interface CapUsers {
  /** Clicks whose reports are meant, and those of dry runs. */
  readonly meant: readonly KnownClick[]
  readonly tried: readonly KnownClick[]
  readonly found: readonly Found[]
  /** The UTC day. */
  readonly today: string
}

/**
 * How much of the caps is used. Every counter that the batch may move is locked, also the one of an old day
 * that a chargeback releases; dry runs only read.
 */
export async function takeCapUse(
  { store }: Pick<Ports, 'store'>,
  tx: Db,
  { meant, tried, found, today }: CapUsers,
): Promise<ReadonlyMap<string, number>> {
  const usesToday = (clicks: readonly KnownClick[]) =>
    clicks
      .filter(isCounting)
      .map((click) => ({ offerId: click.offerId, day: today, isAsked: isCapped(click) }))
  const countedIds = new Set(meant.filter(isCounting).map(({ offerId }) => offerId))
  const releases = found.flatMap(({ conversion }) =>
    conversion?.countedOn && countedIds.has(conversion.offerId)
      ? [{ offerId: conversion.offerId, day: conversion.countedOn, isAsked: false }]
      : [],
  )
  const moved = capCountersOf([...usesToday(meant), ...releases])
  const locked = moved.length === 0 ? new Map<string, number>() : await store.caps.lockCapUse(tx, moved)
  const read = capCountersOf(usesToday(tried)).filter(({ key, isAsked }) => isAsked && !locked.has(key))
  return read.length === 0 ? locked : new Map([...locked, ...(await store.caps.readCapUse(tx, read))])
}

/** Whether the click's offer has a cap, or counters from the time when it had one. */
function isCounting(click: KnownClick): boolean {
  return !click.isTest && (click.isCounted || isCapped(click))
}

/** Whether one more conversion of this offer would be one too many. Test clicks never count. */
export function isOverCap({ capUse }: ConversionBook, click: KnownClick, today: string): boolean {
  if (click.isTest || !isCapped(click)) return false
  const { daily, total } = capKeys(click.offerId, today)
  return isCapFull(click, { daily: capUse.get(daily) ?? 0, total: capUse.get(total) ?? 0 })
}
