import { convertToLocal, type ExchangeTerms } from './convert.ts'

interface CurrencySample {
  readonly payoutMicros: number
  /** The worth before it is rounded, as a decimal. */
  readonly exact: string
  readonly localMicros: number
}

/** From a survey to a purchase, and one that shows how parts are rounded. */
const samplePayouts: readonly number[] = [13_700, 50_000, 1_000_000, 2_490_000, 25_000_000]

/** Converts some payouts in USD to a currency. A payout whose worth is beyond what can be counted is left out. */
export function previewCurrency(
  terms: Pick<ExchangeTerms, 'rateMicros' | 'decimals' | 'rounding'>,
): readonly CurrencySample[] {
  return samplePayouts.flatMap((payoutMicros) => {
    const exactPicos = BigInt(payoutMicros) * BigInt(terms.rateMicros)
    if (exactPicos >= exactMax) return []
    return [
      {
        payoutMicros,
        exact: formatPicos(exactPicos),
        localMicros: convertToLocal({ ...terms, payoutMicros }),
      },
    ]
  })
}

const picosPerUnit = 1_000_000_000_000n
/** A billion units: what is beyond it is a mistake in the rate. */
const exactMax = 1_000_000_000n * picosPerUnit

function formatPicos(picos: bigint): string {
  const fraction = (picos % picosPerUnit).toString().padStart(12, '0').replace(/0+$/, '')
  return `${picos / picosPerUnit}${fraction === '' ? '' : `.${fraction}`}`
}
