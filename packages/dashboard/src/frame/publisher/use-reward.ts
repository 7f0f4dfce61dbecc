import { type CurrencyWords, formatReward } from '../../format/format-money.ts'
import { useManaged } from './use-managed.ts'

/** Writes rewards in the currency of the app of the address: `1 Gem`, `2,500 Gems`. */
export function useReward(): (amount: string) => string {
  const { data: app } = useManaged('getMyApp')
  const one = app?.currency ?? ''
  const words: CurrencyWords = { one, many: app?.currency_plural ?? one }
  return (amount) => formatReward(amount, words)
}
