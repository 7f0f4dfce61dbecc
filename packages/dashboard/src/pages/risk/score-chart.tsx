import type { DataOf } from '../../api/operation-types.ts'
import { formatCount, formatMany, formatShare } from '../../format/format-number.ts'

type Bins = DataOf<'getRisk'>['scores']

/** How many assessments lie where; each bar says its own figures. */
export function ScoreChart({ bins, days }: { readonly bins: Bins; readonly days: string }) {
  const total = bins.reduce((sum, { assessments }) => sum + assessments, 0)
  const most = Math.max(1, ...bins.map(({ assessments }) => assessments))
  const risky = bins.filter(({ from }) => from >= 50).reduce((sum, one) => sum + one.assessments, 0)
  return (
    <section className="card" aria-label="Scores">
      <div className="card-head">
        <h2 className="grow">Scores</h2>
        <span className="xs muted">{days} days</span>
      </div>
      <div className="card-body">
        {total === 0 ? (
          <p className="muted sm">
            Nobody was assessed in these days. Scores come with fingerprints: the wall sends them by itself.
          </p>
        ) : (
          <>
            <p>
              <b className="num">{formatShare(risky / total)}</b> of {formatMany(total, 'assessment')} score
              50 or more.
            </p>
            <ul className="risk-bars" aria-label="Assessments by score">
              {bins.map(({ from, to, assessments, blocked }) => (
                <li key={from}>
                  <span className="num muted xs">
                    {from}–{to}
                  </span>
                  <i
                    aria-hidden="true"
                    data-risky={from >= 50 || undefined}
                    style={{ width: `${(assessments / most) * 100}%` }}
                  />
                  <span className="num xs">
                    {formatCount(assessments)}
                    {blocked > 0 && <span className="muted">, {formatCount(blocked)} blocked</span>}
                  </span>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      <p className="chart-foot">
        A score is the probability of fraud in percent: 0 is allow-listed, 100 is blocked.
      </p>
    </section>
  )
}
