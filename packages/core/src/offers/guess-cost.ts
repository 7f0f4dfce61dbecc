import type { Cost } from './cost.ts'

/** The words of texts that speak of money, the surest first: whoever says that nothing is to be paid names what is not asked for. */
const signs: readonly (readonly [cost: Cost, sign: RegExp])[] = [
  ['free', /\bno (purchase|deposit|payment|credit card|card)\b|\bcompletely free\b/i],
  ['deposit', /\bdeposits?\b|\b(fund|funded|top[- ]?up)\b|\bminimum balance\b/i],
  ['subscription', /\bsubscri(be|bes|ption)\b|\b(free )?trial\b|\b(a|per|each|first) month\b|\bmonthly\b/i],
  ['purchase', /\b(purchase|buy|order|checkout|spend)\b/i],
]

const minutesSign = /\b(\d{1,4})\s*(?:(?:-|–|to)\s*(\d{1,4})\s*)?-?min(?:ute)?s?\b/i

/** A guess from an offer's texts, in English: a person takes it or not. */
interface CostGuess {
  readonly cost: Cost | undefined
  /** The longer one of two. */
  readonly minutes: number | undefined
}

export function guessCost(texts: readonly string[]): CostGuess {
  const text = texts.join('\n')
  const [, from, to] = minutesSign.exec(text) ?? []
  const minutes = Number(to ?? from ?? 0)
  return {
    cost: signs.find(([, sign]) => sign.test(text))?.[0],
    minutes: minutes > 0 ? minutes : undefined,
  }
}
