/** The meaning of the contract and its decisions, written anew: nothing here is taken from the rules of the product. */

export type Word = 'pending' | 'approved' | 'rejected' | 'reversed'
/** Undone: reversed while it was pending, which rejects it. */
export type Said = Word | 'none' | 'undone'

/** The effect of a report: it is news, says nothing new, or is refused. Open: the contract does not say. */
export type Meaning = 'news' | 'repeat' | 'refused' | 'open'

/** Postback, transitions: by what the network has said before, the meaning of its next word. */
const meanings: Readonly<Record<Said, Readonly<Record<Word, Meaning>>>> = {
  none: { pending: 'news', approved: 'news', rejected: 'news', reversed: 'refused' },
  pending: { pending: 'repeat', approved: 'news', rejected: 'news', reversed: 'news' },
  approved: { pending: 'repeat', approved: 'repeat', rejected: 'refused', reversed: 'news' },
  rejected: { pending: 'refused', approved: 'news', rejected: 'repeat', reversed: 'refused' },
  reversed: { pending: 'repeat', approved: 'repeat', rejected: 'refused', reversed: 'repeat' },
  undone: { pending: 'open', approved: 'news', rejected: 'open', reversed: 'repeat' },
}

export function meaningOf(said: Said, word: Word): Meaning {
  return meanings[said][word]
}

export function saidAfter(said: Said, word: Word): Said {
  return said === 'pending' && word === 'reversed' ? 'undone' : word
}

export const spellings: Readonly<Record<Word, readonly string[]>> = {
  approved: ['approved', 'SALE', '1', 'Completed', 'paid'],
  pending: ['pending', 'Lead', 'hold'],
  rejected: ['rejected', 'DECLINED', 'fraud'],
  reversed: ['reversed', 'Chargeback', 'refunded'],
}

export interface Terms {
  /** In micros of USD; undefined: half of what is reported. */
  readonly earns: number | undefined
  readonly listedRevenue: number
  readonly onLoss: 'hold' | 'pay' | 'refuse'
  readonly isHeldForDays: boolean
}

/** The publisher's payout by a report. */
export function earnedBy({ earns }: Pick<Terms, 'earns'>, reported: number): number {
  return earns ?? Math.floor(reported / 2)
}

/** A report that would lose money: less than the publisher earns, on a share more than three times the listed, or 0. */
export function isLoss({ earns, listedRevenue }: Terms, reported: number): boolean {
  if (reported === 0) return true
  return earns === undefined ? reported > 3 * listedRevenue : reported < earns
}

/** The statuses that a conversion may have after an approval of the network's that is news. */
export function statusesOfApproval(terms: Terms, reported: number): readonly Word[] {
  const isHeld = isLoss(terms, reported) && terms.onLoss !== 'pay'
  const status = isHeld ? 'pending' : 'approved'
  return [status === 'approved' && terms.isHeldForDays ? 'pending' : status]
}
