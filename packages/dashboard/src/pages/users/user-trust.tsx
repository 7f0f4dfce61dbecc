import type { ReactNode } from 'react'
import { Moment } from '../../parts/value/moment.tsx'
import { StatusChip } from '../../parts/value/status-chip.tsx'
import { RiskMeter } from '../clicks/step-parts.tsx'
import { listWords, type UserStory } from './told-user.ts'

interface UserTrustProps {
  readonly user: UserStory
  readonly entryAction: ((entry: UserStory['lists'][number]) => ReactNode) | undefined
}

/** Lists, devices and the score with its reasons. */
export function UserTrust({ user, entryAction }: UserTrustProps) {
  const newest = user.assessments[0]
  return (
    <aside className="user-trust" aria-label="Trust">
      <section className="card">
        <div className="card-head">
          <h2 className="grow">Risk</h2>
          {user.risk_score !== null && <RiskMeter score={user.risk_score} />}
        </div>
        <div className="card-body">
          {newest === undefined ? (
            <p className="muted sm">
              No fingerprint of this user was ever sent, so nothing is known of their devices.
            </p>
          ) : (
            <>
              <p className="muted sm">
                {user.devices === 1 ? 'One device' : `${user.devices} devices`}. Judged last{' '}
                <Moment at={newest.at} />
                {newest.reasons.length === 0 ? '; nothing spoke against them.' : ':'}
              </p>
              <Reasons reasons={newest.reasons} />
            </>
          )}
        </div>
      </section>
      <section className="card">
        <div className="card-head">
          <h2>Lists</h2>
        </div>
        <div className="card-body">
          {user.lists.length === 0 && <p className="muted sm">On no list.</p>}
          <ul className="stack">
            {user.lists.map((entry) => (
              <li key={entry.id} className="sm">
                <StatusChip status={listWords[entry.action]} />
                <p>{entry.reason}</p>
                <p className="faint xs">
                  {'actor' in entry && `${entry.actor.replace(/^\w+:/, '')}, `}
                  <Moment at={entry.created_at} as="moment" />
                  {entry.expires_at !== null && (
                    <>
                      {' '}
                      until <Moment at={entry.expires_at} as="moment" />
                    </>
                  )}
                </p>
                {entryAction?.(entry)}
              </li>
            ))}
          </ul>
        </div>
      </section>
    </aside>
  )
}

type Reason = UserStory['assessments'][number]['reasons'][number]

/** Reasons of an assessment, strongest first, each with its points. */
function Reasons({ reasons }: { readonly reasons: readonly Reason[] }) {
  const largest = Math.max(1, ...reasons.map(({ points }) => Math.abs(points)))
  return (
    <ul className="user-reasons">
      {reasons.map(({ code, points, detail }) => (
        <li key={code}>
          <span>{detail === '' ? code.replaceAll('_', ' ') : detail}</span>
          <span className="num muted">
            {points > 0 ? '+' : '−'}
            {Math.abs(points).toFixed(1)}
          </span>
          <i
            aria-hidden="true"
            style={{ width: `${(Math.abs(points) / largest) * 100}%` }}
            data-good={points < 0 || undefined}
          />
        </li>
      ))}
    </ul>
  )
}
