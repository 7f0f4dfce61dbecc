import type { DataOf } from '../../api/operation-types.ts'
import { shareInterval } from '@quoin/core/risk/share-interval.ts'
import { formatCount, formatMany, formatShare } from '../../format/format-number.ts'

type Bins = DataOf<'getRisk'>['calibration']

/** A share of fewer cases says little. */
const casesMin = 20
const size = 320
const margin = 40
const plot = size - 2 * margin
const ticks = [0, 0.25, 0.5, 0.75, 1]

const x = (value: number) => margin + value * plot
const y = (value: number) => size - margin - value * plot

/**
 * The score against the share that was lost: circles as large as their share, on the line where both are the same.
 */
export function CalibrationChart({ bins }: { readonly bins: Bins }) {
  const scored = bins.filter(({ said }) => said !== null)
  const unscored = bins.find(({ said }) => said === null)
  const total = scored.reduce((sum, { conversions }) => sum + conversions, 0)
  return (
    <section className="card" aria-label="Calibration">
      <div className="card-head">
        <h2 className="grow">Said and was</h2>
        <span className="xs muted">90 days</span>
      </div>
      <div className="card-body risk-calibration">
        {total === 0 ? (
          <p className="muted sm">No conversion with a score has ended yet. Chargebacks come after days.</p>
        ) : (
          <>
            <svg
              viewBox={`0 0 ${size} ${size}`}
              role="img"
              aria-label="The score against the share that was lost; the table has the figures"
            >
              {ticks.map((tick) => (
                <g key={tick}>
                  <path className="risk-grid" d={`M${x(tick)} ${y(0)}V${y(1)}M${x(0)} ${y(tick)}H${x(1)}`} />
                  <text x={x(tick)} y={size - margin + 16} textAnchor="middle">
                    {tick * 100}
                  </text>
                  <text x={margin - 6} y={y(tick) + 4} textAnchor="end">
                    {tick * 100}
                  </text>
                </g>
              ))}
              <path className="risk-ideal" d={`M${x(0)} ${y(0)}L${x(1)} ${y(1)}`} />
              {scored.map((one) => (
                <Bin key={one.bin} bin={one} total={total} />
              ))}
              <text x={size / 2} y={size - 6} textAnchor="middle">
                said: score, %
              </text>
              <text transform={`rotate(-90 12 ${size / 2})`} x={12} y={size / 2} textAnchor="middle">
                was: lost, %
              </text>
            </svg>
            <CalibrationTable bins={scored} />
          </>
        )}
      </div>
      <p className="chart-foot">
        On the line, a score of 30 means that 30 in 100 are taken back or refused. The true share lies within
        the bar nineteen times in twenty; bins of fewer than {casesMin} conversions are grey, and say little.
        {unscored &&
          ` ${formatMany(unscored.conversions, 'conversion')} against which nothing spoke: ${formatShare(unscored.was)} lost.`}
      </p>
    </section>
  )
}

/** A bin as a circle, with the interval in which its true share lies. */
function Bin({
  bin: { said, was, conversions },
  total,
}: {
  readonly bin: Bins[number]
  readonly total: number
}) {
  const [from, to] = intervalOf({ was, conversions })
  return (
    <g className={conversions < casesMin ? 'is-few' : ''}>
      <title>{`said ${formatShare(said)}, was ${formatShare(was)} (${spanOf({ was, conversions })}), ${formatMany(conversions, 'conversion')}`}</title>
      <path className="risk-interval" d={`M${x(said ?? 0)} ${y(from)}V${y(to)}`} />
      <circle cx={x(said ?? 0)} cy={y(was)} r={3 + 11 * Math.sqrt(conversions / total)} />
    </g>
  )
}

type Counted = Pick<Bins[number], 'was' | 'conversions'>

function intervalOf({ was, conversions }: Counted): readonly [number, number] {
  return shareInterval(Math.round(was * conversions), conversions)
}

function spanOf(counted: Counted): string {
  const [from, to] = intervalOf(counted)
  return `${formatShare(from)} to ${formatShare(to)}`
}

function CalibrationTable({ bins }: { readonly bins: Bins }) {
  return (
    <table className="table">
      <caption className="sr">Said and was</caption>
      <thead>
        <tr>
          <th scope="col">Score</th>
          <th scope="col" className="n">
            Said
          </th>
          <th scope="col" className="n">
            Was
          </th>
          <th scope="col" className="n">
            Likely
          </th>
          <th scope="col" className="n">
            Conversions
          </th>
        </tr>
      </thead>
      <tbody>
        {bins.map(({ bin, said, was, conversions }) => (
          <tr key={bin} className={conversions < casesMin ? 'is-few' : ''}>
            <td className="num">
              {(bin ?? 0) * 10}–{(bin ?? 0) * 10 + 10}
            </td>
            <td className="n">{formatShare(said)}</td>
            <td className="n">{formatShare(was)}</td>
            <td className="n">{spanOf({ was, conversions })}</td>
            <td className="n">{formatCount(conversions)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
