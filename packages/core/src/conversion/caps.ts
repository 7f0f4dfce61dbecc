import { type Conversion, isVouchedFor } from './conversion.ts'

/** Conversions per UTC day and in all; null means unlimited. */
export interface Caps {
  readonly dailyCap: number | null
  readonly totalCap: number | null
}

export interface CapKeys {
  readonly daily: string
  readonly total: string
}

/** What is counted already, before the conversion in question. */
export interface CapUse {
  readonly daily: number
  readonly total: number
}

const dayMs = 86_400_000

/**
 * The names of an offer's counters. The store knows the same grammar, since it lists capped offers by it:
 * store/caps.test.ts holds the two together.
 */
export function capKeys(offerId: number, day: string): CapKeys {
  return { daily: `offer:${offerId}:day:${day}`, total: `offer:${offerId}:total` }
}

export function isCapFull({ dailyCap, totalCap }: Caps, used: CapUse): boolean {
  return (dailyCap !== null && used.daily >= dailyCap) || (totalCap !== null && used.total >= totalCap)
}

export function isCapped({ dailyCap, totalCap }: Caps): boolean {
  return dailyCap !== null || totalCap !== null
}

/**
 * The day on whose cap a conversion counts. Pending and approved ones count from the day on which the network
 * (or an operator) first vouched for them; rejected and reversed ones release that very day. Test ones never
 * count.
 */
export function countedDay(
  conversion: Pick<Conversion, 'status' | 'reason' | 'isTest' | 'countedOn'>,
  nowMs: number,
): string | null {
  if (conversion.isTest || !isVouchedFor(conversion)) return null
  return conversion.countedOn ?? dayOf(nowMs)
}

/** The UTC day as `YYYY-MM-DD`: the proleptic Gregorian calendar by eras of 400 years that begin in March. */
export function dayOf(timeMs: number): string {
  const shifted = Math.floor(timeMs / dayMs) + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return `${year.toString().padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`
}

function twoDigits(value: number): string {
  return value.toString().padStart(2, '0')
}
