import { earnedBy, statusesOfApproval, type Terms, type Word } from './expected-answer.ts'
import type { Known } from './known-conversion.ts'
import type { Mode, SetOffer } from './money-platform.ts'

export interface Click {
  readonly id: string
  readonly offer: SetOffer
  readonly user: string
  readonly mode: Mode
  readonly reported: number
  readonly txns: readonly [string, string]
}

/** The other clicks and conversions that may bear on what becomes of a report. */
interface Beside {
  readonly clicks: readonly Click[]
  readonly conversions: Iterable<Known>
}

/** The statuses that the contract allows after a word that is news. */
export function statusesAfter(
  { word, click, known }: { readonly word: Word; readonly click: Click; readonly known: Known },
  beside: Beside,
): readonly Word[] {
  const { offer, user, reported } = click
  const full: readonly Word[] = mayBeFull(offer, known, beside) ? ['rejected'] : []
  if (word === 'pending') return ['pending', ...full]
  if (word === 'rejected') return ['rejected']
  if (word === 'reversed') return known.shown?.status === 'approved' ? ['reversed'] : ['rejected', 'reversed']
  const isOneOfSeveral = beside.clicks.some(
    (one) => one !== click && one.offer === offer && one.user === user,
  )
  const held: readonly Word[] = isOneOfSeveral && !offer.isRepeatable ? ['pending'] : []
  return [...statusesOfApproval(termsOf(offer, known.goal), reported), ...held, ...full]
}

/** Whether so many others may count that a cap refuses one more. */
function mayBeFull({ id, cap }: SetOffer, known: Known, { conversions }: Beside): boolean {
  if (cap === undefined || known.isTest) return false
  const others = [...conversions].filter((one) => one !== known && one.offer === id && !one.isTest)
  return (
    others.filter(({ shown }) => shown?.history.some(({ status }) => status !== 'rejected')).length >= cap
  )
}

export function goalOf({ goals }: SetOffer, goal: string): string {
  return goals === undefined ? '' : goal || 'install'
}

export function termsOf(offer: SetOffer, goal: string): Terms {
  const earns = offer.goals?.[goal]
  return earns === undefined ? offer : { ...offer, earns, listedRevenue: earns * 1.5 }
}

export function payoutsOf(terms: Terms, reported: number): Pick<Known, 'earned' | 'listed'> {
  return { earned: earnedBy(terms, reported), listed: earnedBy(terms, terms.listedRevenue) }
}
