import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import type { DataOf } from '../../api/operation-types.ts'
import { microsOf } from '../../format/format-money.ts'
import { formatSpan } from '../../format/format-time.ts'
import type { Column } from '../../parts/table/column.ts'
import { DataTable } from '../../parts/table/data-table.tsx'
import { Moment } from '../../parts/value/moment.tsx'
import { Money, MoneyRange } from '../../parts/value/money.tsx'
import { OfferSource } from './offer-source.tsx'
import { countryName, platformName } from './targeting-words.ts'

type Offer = DataOf<'getOffer'>
type Goal = Offer['goals'][number]

/** The stored facts of an offer. */
export function OfferFacts({ offer, mayChange }: { readonly offer: Offer; readonly mayChange: boolean }) {
  return (
    <div className="offer-facts">
      <section className="card" aria-labelledby="terms">
        <div className="card-head">
          <h2 id="terms">Terms</h2>
        </div>
        <dl className="facts card-body">
          <AmountFacts offer={offer} />
          <Fact name="Can be earned">{offer.repeatable ? 'several times' : 'once'}</Fact>
          <Fact name="Counts after a click for">{formatSpan(offer.attribution_window_seconds)}</Fact>
          <Fact name="Held after approval">{offer.hold_days === 0 ? 'no' : `${offer.hold_days} days`}</Fact>
          <Fact name="Caps of its own">{capsOf(offer)}</Fact>
        </dl>
      </section>
      <section className="card" aria-labelledby="targeting">
        <div className="card-head">
          <h2 id="targeting">Targeting</h2>
        </div>
        <dl className="facts card-body">
          <Fact name="Countries">
            {offer.countries.length === 0 ? 'Everywhere' : offer.countries.map(countryName).join(', ')}
          </Fact>
          <Fact name="Platforms">
            {offer.platforms.length === 0 ? 'All' : offer.platforms.map(platformName).join(', ')}
          </Fact>
          <Fact name="Categories">{offer.categories.join(', ') || '–'}</Fact>
          <Fact name="Begins">
            <Moment at={offer.starts_at} as="moment" />
          </Fact>
          <Fact name="Ends">
            <Moment at={offer.ends_at} as="moment" />
          </Fact>
          <Fact name="Last written">
            <Moment at={offer.updated_at} as="moment" />
          </Fact>
        </dl>
      </section>
      <OfferSource offerId={offer.id} mayChange={mayChange} />
      {offer.goals.length > 0 && <Goals goals={offer.goals} />}
      <section className="card offer-wide" aria-labelledby="texts">
        <div className="card-head">
          <h2 id="texts" className="grow">
            Text for users, and destination
          </h2>
          <Link to={`/ops/networks/${offer.network_id}`}>
            <bdi>{offer.network}</bdi>
          </Link>
        </div>
        <div className="card-body stack">
          <p dir="auto">{offer.description || <span className="faint">It has no description.</span>}</p>
          {offer.requirements && <p dir="auto">{offer.requirements}</p>}
          <pre>{offer.destination_url}</pre>
          {offer.fallback_url && <pre>{offer.fallback_url}</pre>}
        </div>
      </section>
    </div>
  )
}

/** The amounts of the offer, or their ranges by country and platform. */
function AmountFacts({ offer }: { readonly offer: Offer }) {
  const { range } = offer
  return (
    <>
      <Fact name="The publisher earns">
        {range !== null ? (
          <MoneyRange min={range.payout_min} max={range.payout_max} currency="USD" />
        ) : offer.payout_share === null ? (
          <Money amount={offer.payout} currency="USD" precision="detail" />
        ) : (
          `${offer.payout_share} % of what is reported`
        )}
      </Fact>
      <Fact name="The network pays">
        {range === null ? (
          <Money amount={offer.revenue} currency="USD" precision="detail" />
        ) : (
          <MoneyRange min={range.revenue_min} max={range.revenue_max} currency="USD" />
        )}
      </Fact>
      {range !== null && (
        <Fact name="By country and platform">
          <Link to={`/ops/offers/${offer.id}?tab=prices`}>Prices</Link>
        </Fact>
      )}
    </>
  )
}

function capsOf({ daily_cap: daily, total_cap: total }: Offer): string {
  const caps = [daily === null ? [] : `${daily} a day`, total === null ? [] : `${total} in all`].flat()
  return caps.length === 0 ? 'none' : caps.join(', ')
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The lowest and the highest amount of a goal; where it is not paid elsewhere, of its prices alone. */
function rangeOfGoal(goal: Goal, name: 'payout' | 'revenue'): { readonly min: string; readonly max: string } {
  const isAlone = goal.prices.length > 0 && microsOf(goal.payout) === 0 && microsOf(goal.revenue) === 0
  const amounts = [...goal.prices, ...(isAlone ? [] : [goal])].map((one) => one[name])
  const sorted = amounts.toSorted((a, b) => microsOf(a) - microsOf(b))
  return { min: sorted[0] ?? goal[name], max: sorted.at(-1) ?? goal[name] }
}

const goalColumns: readonly Column<Goal>[] = [
  {
    name: 'name',
    head: 'Goal',
    card: 'main',
    cell: ({ name, goal, retired }) => (
      <span className={retired ? 'faint' : ''}>
        <bdi>{name}</bdi> <code>{goal}</code>
        {retired && ' · no longer offered'}
      </span>
    ),
  },
  {
    name: 'payout',
    head: 'Payout, USD',
    isNumber: true,
    cell: (goal) =>
      goal.prices.length > 0 ? (
        <MoneyRange {...rangeOfGoal(goal, 'payout')} />
      ) : goal.payout_share === null ? (
        <Money amount={goal.payout} precision="detail" />
      ) : (
        `${goal.payout_share} %`
      ),
  },
  {
    name: 'revenue',
    head: 'Revenue, USD',
    isNumber: true,
    cell: (goal) => <MoneyRange {...rangeOfGoal(goal, 'revenue')} />,
  },
  { name: 'default', head: 'Without a name', cell: (goal) => (goal.default ? 'this one' : '') },
  {
    name: 'deadline',
    head: 'Deadline',
    cell: ({ deadline_seconds: seconds }) => (seconds === null ? 'as the offer' : formatSpan(seconds)),
  },
]

function Goals({ goals }: { readonly goals: readonly Goal[] }) {
  return (
    <section className="card offer-wide" aria-labelledby="goals">
      <div className="card-head">
        <h2 id="goals">Goals</h2>
      </div>
      <DataTable caption="Goals" columns={goalColumns} rows={goals} keyOf={({ goal }) => goal} empty={null} />
    </section>
  )
}
