import { formatCount, formatShare } from '../../../format/format-number.ts'
import type { Learned } from './learning.ts'

type Judgement = Learned['judgement']

/** How both weights stand to what people have decided. */
export function Judges({ judgement: { refused, confirmed, auc } }: { readonly judgement: Judgement }) {
  const all = refused.users + confirmed.users
  return (
    <section className="card" aria-label="Against people’s decisions">
      <div className="card-head">
        <h2>Against people’s decisions</h2>
        <span className="muted sm">{formatCount(all)}</span>
      </div>
      <div className="card-body stack">
        {auc === null ? (
          <p>
            Too few decisions to tell ({formatCount(all)}): 30 are needed, at least 5 of each kind. Decide
            what is held in Review.
          </p>
        ) : (
          <>
            <Found title="Refused by a person, score 85 or more" of={refused} />
            <Found title="Confirmed by a person, score 85 or more" of={confirmed} />
            <p className="muted sm">
              Each decision is judged by weights that never saw it, in five parts. The order of the scores
              agrees with people {formatShare(auc.current)} → {formatShare(auc.candidate)} of the time; chance
              would give 50 %.
            </p>
          </>
        )}
      </div>
    </section>
  )
}

function Found({ title, of }: { readonly title: string; readonly of: Judgement['refused'] }) {
  const rows = [
    ['In use', of.current, ''],
    ['New', of.candidate, 'is-new'],
  ] as const
  return (
    <div>
      <h3>{title}</h3>
      <ul className="learning-bars">
        {rows.map(([word, users, tone]) => (
          <li key={word}>
            <span className="muted">{word}</span>
            <span className="learning-bar">
              <i className={tone} style={{ width: `${of.users === 0 ? 0 : (100 * users) / of.users}%` }} />
            </span>
            <span className="num">
              <b>{formatCount(users)}</b> of {formatCount(of.users)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The floor: worlds whose truth is known, against the weights that Quoin comes with. */
export function Worlds({ worlds }: { readonly worlds: Judgement['worlds'] }) {
  const holds = worlds.every((world) => world.holds)
  return (
    <section className="card" aria-label="Built-in worlds">
      <div className="card-head">
        <h2>Built-in worlds</h2>
        <span className={`chip ${holds ? 'success' : 'danger'}`}>{holds ? 'Held' : 'Broken'}</span>
      </div>
      <div className="card-body stack">
        <table className="learning-table">
          <thead>
            <tr>
              <th scope="col">World</th>
              <th scope="col">Order (AUC)</th>
              <th scope="col">Found at 1 %</th>
            </tr>
          </thead>
          <tbody>
            {worlds.map(({ name, auc, recall, holds: isHeld }) => (
              <tr key={name} data-broken={!isHeld || undefined}>
                <th scope="row">{name}</th>
                <td className="num">
                  {auc.shipped.toFixed(3)} → {auc.candidate.toFixed(3)}
                </td>
                <td className="num">
                  {formatShare(recall.shipped, 0)} → {formatShare(recall.candidate, 0)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="muted sm">
          Each goes from the shipped weights to the new ones. None may lose more than 0.005, or 2 points.
          “Found at 1 %”: frauds found where 1 in 100 honest users is stopped.
        </p>
      </div>
    </section>
  )
}
