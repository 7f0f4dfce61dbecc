import type { DataOf } from '../../api/operation-types.ts'
import { formatMoney } from '../../format/format-money.ts'
import { Icon, type IconName } from '../../parts/value/icon.tsx'
import { Money } from '../../parts/value/money.tsx'
import { StatusChip } from '../../parts/value/status-chip.tsx'

type Reading = DataOf<'readSampleCalls'>

const icons = { ok: 'check', warn: 'bang', bad: 'cross', info: 'callback' } as const satisfies Record<
  string,
  IconName
>
const tones = { ok: 'Fine: ', warn: 'Look at this: ', bad: 'Wrong: ', info: '' } as const

/** Every decision about the newest call, in the order in which the server makes it, and what would be paid. */
export function DryRun({ reading: { trial } }: { readonly reading: Reading }) {
  return (
    <>
      <div className="dry-head" role="status">
        <StatusChip status="Dry run" />
        <h2>{trial.verdict}</h2>
        <p className="muted sm">Nothing was written.</p>
      </div>
      <ol className="dry-steps">
        {trial.steps.map(({ tone, title, text, amount }) => (
          <li key={title} data-tone={tone}>
            <Icon name={icons[tone]} />
            <div className="grow">
              <b>
                <span className="sr">{tones[tone]}</span>
                {title}
              </b>
              <p className="muted sm">{text}</p>
            </div>
            {amount !== null && <Money amount={amount} currency="USD" precision="detail" />}
          </li>
        ))}
      </ol>
      {trial.money && (
        <dl className="dry-money">
          <div>
            <dt>The network pays</dt>
            <dd>
              <Money amount={trial.money.revenue} currency="USD" precision="detail" />
            </dd>
          </div>
          <div>
            <dt>The publisher earns</dt>
            <dd>
              <Money amount={trial.money.payout} currency="USD" precision="detail" />
            </dd>
          </div>
          <div>
            <dt>The user gets</dt>
            <dd className="num">
              {formatMoney(trial.money.payout_local, { placesMin: 0, placesMax: 6 })} {trial.money.currency}
            </dd>
          </div>
          <div className="dry-total">
            <dt>You keep</dt>
            <dd>
              <Money amount={trial.money.margin} currency="USD" precision="detail" isChange />
            </dd>
          </div>
        </dl>
      )}
    </>
  )
}
