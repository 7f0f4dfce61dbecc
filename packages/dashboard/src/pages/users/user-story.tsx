import type { ReactNode } from 'react'
import { formatMoney } from '../../format/format-money.ts'
import { formatCount } from '../../format/format-number.ts'
import { EmptyState } from '../../parts/feedback/empty-state.tsx'
import { KpiStrip } from '../../parts/figures/kpi-strip.tsx'
import { DataTable } from '../../parts/table/data-table.tsx'
import { Icon } from '../../parts/value/icon.tsx'
import type { LinkOf, UserStory } from './told-user.ts'
import { callbackColumns, clickColumns, conversionColumns } from './user-columns.tsx'
import { UserTrust } from './user-trust.tsx'
import './user-page.css'

interface StoryProps {
  readonly user: UserStory | undefined
  readonly linkOf: LinkOf
  /** The action that an entry of a list offers. */
  readonly entryAction?: (entry: UserStory['lists'][number]) => ReactNode
}

/** Figures, why or why not, what happened, and what speaks for and against the user. */
export function Story({ user, linkOf, entryAction }: StoryProps) {
  return (
    <div className="user-page">
      <div className="stack">
        <KpiStrip label="Figures of this user" kpis={figuresOf(user)} />
        {user && user.answers.length > 0 && <Answers answers={user.answers} />}
        <section className="card" aria-label="Conversions">
          <div className="card-head">
            <h2>Conversions</h2>
          </div>
          <DataTable
            caption="Conversions"
            columns={conversionColumns(linkOf)}
            rows={user?.conversions}
            keyOf={({ id }) => id}
            empty={
              <EmptyState icon="money" title="No conversion yet">
                A conversion comes with the first report of a network.
              </EmptyState>
            }
          />
        </section>
        <section className="card" aria-label="Clicks">
          <div className="card-head">
            <h2>Clicks</h2>
          </div>
          <DataTable
            caption="Clicks"
            columns={clickColumns(linkOf)}
            rows={user?.clicks}
            keyOf={({ click_id }) => click_id}
            empty={
              <EmptyState icon="click" title="No click is kept">
                This page lists the links that this user follows.
              </EmptyState>
            }
          />
        </section>
        {user && user.callbacks.length > 0 && (
          <section className="card" aria-label="Callbacks">
            <div className="card-head">
              <h2>Callbacks</h2>
            </div>
            <DataTable
              caption="Callbacks"
              columns={callbackColumns}
              rows={user.callbacks}
              keyOf={({ id }) => id}
              empty={null}
            />
          </section>
        )}
      </div>
      {user && <UserTrust user={user} entryAction={entryAction} />}
    </div>
  )
}

function Answers({ answers }: { readonly answers: readonly string[] }) {
  return (
    <section className="card user-answers" aria-label="What stands between this user and a reward">
      <div className="card-head">
        <h2>Why, or why not</h2>
      </div>
      <ul>
        {countAlike(answers).map(([answer, count]) => (
          <li key={answer}>
            <Icon name={/^Nothing stands/.test(answer) ? 'check' : 'bang'} />
            <span>
              {answer} {count > 1 && <span className="muted num">{count} times</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Sentences that differ by an id alone are one, with how often it is true. */
function countAlike(answers: readonly string[]): readonly (readonly [answer: string, count: number])[] {
  return [...Map.groupBy(answers.map(withoutIds), (answer) => answer)].map(([answer, { length }]) => [
    answer,
    length,
  ])
}

/** The ids stand in the tables; here they would hide the sentence. */
function withoutIds(answer: string): string {
  return answer.replaceAll(/ ?[0-9a-f]{8}-[0-9a-f-]{27}/g, '').replaceAll(/ of click(?= )/g, '')
}

function figuresOf(user: UserStory | undefined) {
  const text = (read: (known: UserStory) => string) => (user ? read(user) : undefined)
  return [
    { name: 'clicks', label: 'Clicks', value: text(({ clicks_count }) => formatCount(clicks_count)) },
    {
      name: 'conversions',
      label: 'Conversions',
      value: text(({ conversions_count }) => formatCount(conversions_count)),
    },
    {
      name: 'reversed',
      label: 'Taken back',
      value: text(({ reversed_count }) => formatCount(reversed_count)),
    },
    {
      name: 'earned',
      label: 'Earned',
      value: text(({ earned }) => formatMoney(earned, { currency: 'USD' })),
    },
    { name: 'devices', label: 'Devices', value: text(({ devices }) => formatCount(devices)) },
    {
      name: 'risk',
      label: 'Risk',
      value: text(({ risk_score }) => (risk_score === null ? '–' : String(Math.round(risk_score)))),
    },
  ]
}
