import type { Chance } from './chance.ts'

/** An offer as people meet it: what it is about decides who likes it. */
export interface Offer {
  readonly id: number
  readonly about: readonly number[]
  /** The chance that a click becomes a conversion, for somebody who likes it moderately. */
  readonly rate: number
  readonly minutes: number
  /** Whether it takes several steps, each after the other. */
  readonly shape: number
  readonly taken: number
  readonly pay: number
}

export const tastes = 6

export function drawOffers(chance: Chance, count: number): Offer[] {
  return Array.from({ length: count }, (_, index): Offer => {
    const about = Array.from({ length: tastes }, () => chance.next() ** 3)
    const isLong = chance.happens(0.35)
    return {
      id: index + 1,
      about,
      rate: chance.between(0.05, 0.35),
      shape: isLong ? 4 : 2,
      minutes: isLong ? chance.between(300, 4000) : chance.between(2, 45),
      taken: chance.between(0.01, 0.12),
      pay: (isLong ? 4 : 1) * chance.between(0.2, 1),
    }
  })
}

/** How much somebody likes an offer: around 1. */
export function likingOf({ about }: Offer, taste: readonly number[]): number {
  return about.reduce((sum, share, index) => sum + share * (taste[index] ?? 0), 0) * 2
}
