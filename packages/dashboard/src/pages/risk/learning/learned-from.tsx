import { formatCount } from '../../../format/format-number.ts'
import { signalWords } from '../signal-words.ts'
import { labelWords, type Learned } from './learning.ts'

const shownPoints = 8

/** The weight of each sign by both, in points. */
export function PointsCard({ points }: { readonly points: Learned['points'] }) {
  const shown = points.slice(0, shownPoints)
  const widest = Math.max(0.1, ...shown.map(({ current, candidate }) => Math.abs(candidate - current)))
  return (
    <section className="card" aria-label="What the weights change">
      <div className="card-head">
        <h2>What the weights change</h2>
        <span className="muted sm">points</span>
      </div>
      <div className="card-body stack">
        <ul className="learning-points">
          {shown.map(({ signal, current, candidate }) => {
            const moved = candidate - current
            const width = `${(50 * Math.abs(moved)) / widest}%`
            return (
              <li key={signal}>
                <span>{signalWords(signal)}</span>
                <span className="learning-swing">
                  <i
                    className={moved > 0 ? 'is-up' : 'is-down'}
                    style={moved > 0 ? { left: '50%', width } : { right: '50%', width }}
                  />
                </span>
                <b className="num">
                  {moved > 0 ? '+' : '−'}
                  {Math.abs(moved).toFixed(2)}
                </b>
              </li>
            )
          })}
        </ul>
        {points.length > shownPoints && (
          <p className="muted sm">
            {formatCount(points.length - shownPoints)} others move by less. All are under Signals.
          </p>
        )}
      </div>
    </section>
  )
}

export function LabelsCard({ labels }: { readonly labels: Learned['labels'] }) {
  return (
    <section className="card" aria-label="Learned from">
      <div className="card-head">
        <h2>Learned from</h2>
        <span className="muted sm">users × weight</span>
      </div>
      <div className="card-body">
        <table className="learning-table">
          <tbody>
            {labels.map(({ kind, users, weight }) => (
              <tr key={kind}>
                <th scope="row">{labelWords[kind]}</th>
                <td className="num">
                  <b>{formatCount(users)}</b>
                </td>
                <td className="num muted">× {weight}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
