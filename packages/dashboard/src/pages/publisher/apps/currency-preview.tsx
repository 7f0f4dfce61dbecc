import type { roundings } from '@quoin/core/payout/convert.ts'
import { formatMicros } from '@quoin/core/payout/money.ts'
import { previewCurrency } from '@quoin/core/payout/preview-currency.ts'
import { formatReward } from '../../../format/format-money.ts'

interface PreviewProps {
  readonly name: string
  /** The word for several units, where it is another one. */
  readonly plural?: string
  readonly rate: string
  readonly decimals: number
  readonly rounding: (typeof roundings)[number]
}

/** The worth of a few payouts to users, by the function that computes their rewards. */
export function CurrencyPreview({ name, plural, rate, decimals, rounding }: PreviewProps) {
  const rateMicros = Math.round(Number(rate) * 1_000_000)
  if (!Number.isSafeInteger(rateMicros) || rateMicros < 1) return null
  return (
    <dl className="facts" aria-label="What payouts are worth to users">
      {previewCurrency({ rateMicros, decimals, rounding }).map(({ payoutMicros, localMicros }) => (
        <div key={payoutMicros}>
          <dt>{formatMicros(payoutMicros)} USD</dt>
          <dd className="num">
            {formatReward(formatMicros(localMicros), { one: name, many: plural ?? name })}
          </dd>
        </div>
      ))}
    </dl>
  )
}
