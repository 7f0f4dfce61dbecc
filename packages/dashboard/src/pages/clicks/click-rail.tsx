import { Link } from '@tanstack/react-router'
import { useOperation } from '../../api/use-operation.ts'
import { Moment } from '../../parts/value/moment.tsx'
import { ShortId } from '../../parts/value/short-id.tsx'
import { StatusOf } from '../../parts/value/status-chip.tsx'
import { ClickActions } from './click-actions.tsx'
import { type Story, userPath } from './click-story.ts'
import { RiskMeter } from './step-parts.tsx'

/** The user, offer and network of a click, its actions, and the ids to quote. */
export function ClickRail({ story }: { readonly story: Story }) {
  const { offer, network, conversions, callbacks, click_id } = story
  return (
    <aside className="click-rail" aria-label="Related">
      <UserSection story={story} />
      {offer && (
        <section>
          <h2>Offer</h2>
          <p className="row">
            <Link to={`/ops/offers/${offer.id}`} className="grow">
              <bdi>{offer.name}</bdi>
            </Link>
            <StatusOf word={offer.status === 'active' ? 'live' : offer.status} />
          </p>
        </section>
      )}
      {network && (
        <section>
          <h2>Network</h2>
          <p className="row">
            <Link to={`/ops/networks/${network.id}`} className="grow">
              <bdi>{network.name}</bdi>
            </Link>
            <StatusOf word={network.status} />
          </p>
        </section>
      )}
      <ClickActions story={story} />
      <section>
        <h2>Ids</h2>
        <dl className="facts">
          <IdRow name="Click" id={click_id} />
          {conversions.map(({ id, transaction_id }) => (
            <IdRow key={id} name="Conversion" id={id} also={transaction_id} />
          ))}
          {callbacks.map(({ id }) => (
            <IdRow key={id} name="Callback" id={id} />
          ))}
        </dl>
      </section>
    </aside>
  )
}

function UserSection({ story }: { readonly story: Story }) {
  const { app, user_id, is_test } = story
  const { data } = useOperation(
    'getUser',
    { path: { appId: app?.id ?? '0' }, query: { userId: user_id, test: is_test ? 'yes' : 'no', limit: 1 } },
    { isOff: app === null },
  )
  return (
    <section>
      <h2>User</h2>
      <p className="row">
        <Link to={userPath(story)} className="grow">
          <bdi>{user_id}</bdi>
        </Link>
        {data && data.risk_score !== null && <RiskMeter score={data.risk_score} />}
      </p>
      {data && (
        <dl className="facts">
          <div>
            <dt>Known since</dt>
            <dd>
              <Moment at={data.first_seen_at} as="moment" />
            </dd>
          </div>
          <div>
            <dt>Clicks, conversions</dt>
            <dd>
              {data.clicks_count} · {data.conversions_count}
            </dd>
          </div>
          <div>
            <dt>Taken back</dt>
            <dd>{data.reversed_count}</dd>
          </div>
          <div>
            <dt>Devices</dt>
            <dd>{data.devices}</dd>
          </div>
        </dl>
      )}
    </section>
  )
}

interface IdRowProps {
  readonly name: string
  readonly id: string
  readonly also?: string | null
}

function IdRow({ name, id, also }: IdRowProps) {
  return (
    <>
      <div>
        <dt>{name}</dt>
        <dd>
          <ShortId id={id} name={`${name.toLowerCase()} id`} />
        </dd>
      </div>
      {also && (
        <div>
          <dt>Transaction</dt>
          <dd>
            <ShortId id={also} name="transaction id" />
          </dd>
        </div>
      )}
    </>
  )
}
