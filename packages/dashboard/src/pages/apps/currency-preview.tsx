import { useOperation } from '../../api/use-operation.ts'
import { formatMoney } from '../../format/format-money.ts'
import { Failure } from '../../parts/feedback/failure.tsx'
import './apps.css'

interface CurrencyPreviewProps {
  readonly rate: string
  readonly decimals: string
  readonly rounding: string
  /** The currency's name for several units. */
  readonly name: string
}

/** The worth of five payouts, computed by the function that computes rewards. */
export function CurrencyPreview({ rate, decimals, rounding, name }: CurrencyPreviewProps) {
  const isWhole = /^\d{1,9}(\.\d{1,6})?$/.test(rate) && Number(rate) > 0
  const { data, error } = useOperation(
    'previewCurrency',
    { query: { rate, decimals, rounding } },
    { isOff: !isWhole },
  )
  const places = Number(decimals)
  return (
    <section className="currency-preview" aria-label="What payouts are worth" aria-live="polite">
      {!isWhole && <p className="muted sm">Units per 1 USD are a number such as 1000 or 0.92.</p>}
      {isWhole && error && !data && <Failure what="The preview was not computed" error={error} />}
      {isWhole && data && (
        <table>
          <thead>
            <tr>
              <th scope="col">A payout of</th>
              <th scope="col">is worth</th>
              <th scope="col">and gives</th>
            </tr>
          </thead>
          <tbody>
            {data.map(({ payout, exact, reward }) => (
              <tr key={payout}>
                <td className="num">{formatMoney(payout, { currency: 'USD', placesMax: 6 })}</td>
                <td className="num muted">{exact}</td>
                <td className="num">
                  {formatMoney(reward, { placesMin: places, placesMax: places })} <bdi>{name}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
