import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { DataOf } from '../../api/operation-types.ts'
import { formatCount } from '../../format/format-number.ts'
import { formatSpan } from '../../format/format-time.ts'
import { Moment } from '../../parts/value/moment.tsx'
import { Money } from '../../parts/value/money.tsx'

type Network = DataOf<'getNetwork'>

const proofs = {
  none: 'nothing, so anybody could report in its name',
  token: 'a token in its address',
  hmac: 'a signature, and a token in its address',
} as const

/** How it fares, and how it is set up. */
export function NetworkOverview({ network }: { readonly network: Network }) {
  const { activity } = network
  return (
    <div className="two-columns">
      <section className="card" aria-labelledby="fares">
        <div className="card-head">
          <h2 id="fares">How it fares</h2>
        </div>
        <dl className="facts card-body">
          <Fact name="Heard of last">
            {activity.last_accepted_at === null ? 'never' : <Moment at={activity.last_accepted_at} />}
          </Fact>
          <Fact name="Usually reports every">
            {activity.usual_gap_seconds === null
              ? 'too seldom to say'
              : formatSpan(activity.usual_gap_seconds)}
          </Fact>
          <Fact name="Accepted in 24 hours">
            <Link to="." search={{ tab: 'log' }}>
              {formatCount(activity.accepted)}
            </Link>
          </Fact>
          <Fact name="Refused in 24 hours">
            <Link
              to="."
              search={{ tab: 'log', outcome: 'refused' }}
              className={activity.refused > 0 ? 'neg' : ''}
            >
              {formatCount(activity.refused)}
            </Link>
          </Fact>
          <Fact name="Offers">
            <Link to="/ops/offers" search={{ networkId: network.id }}>
              {formatCount(network.offers)}
            </Link>
          </Fact>
        </dl>
      </section>
      <section className="card" aria-labelledby="set-up">
        <div className="card-head">
          <h2 id="set-up" className="grow">
            How it is set up
          </h2>
          <Link to="." search={{ tab: 'address' }}>
            Address
          </Link>
        </div>
        <dl className="facts card-body">
          <Fact name="It proves itself by">{proofs[network.proof]}</Fact>
          <Fact name="It may call from">{addressesOf(network)}</Fact>
          <Fact name="Its answer reads">{network.reply ?? network.preset_reply ?? 'our envelope'}</Fact>
          <Fact name="One report may pay">
            <Money amount={network.payout_min} currency="USD" /> to{' '}
            <Money amount={network.payout_max} currency="USD" />
          </Fact>
          <Fact name="It pays in">{network.currency}</Fact>
          <Fact name="Its day begins in">{network.time_zone}</Fact>
          <Fact name="Its offer addresses carry">
            <code>{network.offer_parameter}</code>
          </Fact>
        </dl>
      </section>
    </div>
  )
}

function addressesOf({ allowed_addresses: own, preset_addresses: preset }: Network): string {
  const addresses = own.length > 0 ? own : preset
  if (addresses.length === 0) return 'anywhere'
  return addresses.length > 3
    ? `${addresses.slice(0, 3).join(', ')} and ${addresses.length - 3} more`
    : addresses.join(', ')
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
