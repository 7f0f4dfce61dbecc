import { Button } from '@mantine/core'
import { useState } from 'react'
import type { DataOf, RowOf } from '../../api/operation-types.ts'
import { useChange } from '../../api/use-change.ts'
import { useOperation } from '../../api/use-operation.ts'
import { formatCount } from '../../format/format-number.ts'
import { formatMoney } from '../../format/format-money.ts'
import { ConfirmButton } from '../../parts/feedback/confirm-button.tsx'
import { EmptyState } from '../../parts/feedback/empty-state.tsx'
import { Failure } from '../../parts/feedback/failure.tsx'
import { toast } from '../../parts/feedback/toaster.tsx'
import { Icon } from '../../parts/value/icon.tsx'
import { CapForm } from './cap-form.tsx'
import { HoldForm } from './hold-form.tsx'

type Cap = RowOf<'listCaps'>
type Offer = DataOf<'getOffer'>

interface OfferCapsProps {
  readonly offer: Offer
  readonly mayChange: boolean
}

const renews = ['listCaps', 'listOffers', 'getOffer', 'showOfferAudience'] as const

/** The caps that limit it, and how much of each is used. */
export function OfferCaps({ offer, mayChange }: OfferCapsProps) {
  const [form, setForm] = useState<{ readonly cap?: Cap }>()
  const { data: caps, error, refetch } = useOperation('listCaps', { query: { offerId: offer.id } })
  return (
    <section className="card" aria-labelledby="caps">
      <div className="card-head wrap">
        <h2 id="caps" className="grow">
          Caps
        </h2>
        {mayChange && <HoldForm offer={offer} />}
        {mayChange && (
          <Button leftSection={<Icon name="plus" />} onClick={() => setForm({})}>
            Set a cap
          </Button>
        )}
      </div>
      {error && caps === undefined ? (
        <div className="card-body">
          <Failure what="The caps could not be loaded" error={error} onRetry={() => refetch()} />
        </div>
      ) : caps?.length === 0 ? (
        <EmptyState icon="gauge" title="No cap is set here">
          {offer.daily_cap === null && offer.total_cap === null
            ? 'Only its targeting limits this offer.'
            : 'The offer has caps of its own. You find them under Overview and Edit.'}
        </EmptyState>
      ) : (
        <ul className="cap-list">
          {(caps ?? []).map((cap) => (
            <CapRow key={cap.id} cap={cap} mayChange={mayChange} onChange={() => setForm({ cap })} />
          ))}
        </ul>
      )}
      {form && <CapForm {...form} offerId={offer.id} onClose={() => setForm(undefined)} />}
    </section>
  )
}

const measures = { count: 'conversions', revenue: 'revenue', payout: 'payouts' } as const

function wordsOf({ period, measure, limit, each_user: eachUser }: Cap): string {
  const most =
    measure === 'count'
      ? `${formatCount(Number(limit))} conversions`
      : `${formatMoney(limit, { currency: 'USD' })} of ${measures[measure]}`
  const span = period === 'daily' ? 'a day' : 'in all'
  return `${most} ${span}${eachUser ? ' for each user' : ''}`
}

/** Whose conversions it counts, where not everybody's. */
function CapScope({ cap: { app_id: appId, user_id: userId } }: { readonly cap: Cap }) {
  const app = useOperation('getApp', { path: { appId: appId ?? '' } }, { isOff: appId === null }).data
  if (appId === null) return null
  return (
    <>
      , in <bdi>{app?.name ?? `app ${appId}`}</bdi>
      {userId !== null && (
        <>
          , for <bdi>{userId}</bdi>
        </>
      )}
    </>
  )
}

interface CapRowProps {
  readonly cap: Cap
  readonly mayChange: boolean
  readonly onChange: () => void
}

function CapRow({ cap, mayChange, onChange }: CapRowProps) {
  const remove = useChange('removeCap', { renews })
  const use = cap.use[0]
  const share =
    use === undefined || Number(cap.limit) === 0 ? 1 : Math.min(1, Number(use.used) / Number(cap.limit))
  const show = (amount: string) =>
    cap.measure === 'count' ? formatCount(Number(amount)) : formatMoney(amount, { currency: 'USD' })
  return (
    <li>
      <div className="grow">
        <p>
          {wordsOf(cap)}
          <CapScope cap={cap} />
        </p>
        {use && (
          <p className="faint xs">
            {cap.each_user
              ? `${use.users ?? 0} users have used some of it, ${use.users_at_limit ?? 0} all of it`
              : `${show(use.used)} used, ${show(use.left)} left${use.day === null ? '' : ` on ${use.day}`}`}
          </p>
        )}
      </div>
      {!cap.each_user && (
        <meter
          className="cap-meter"
          min={0}
          max={1}
          value={share}
          aria-label={`${Math.round(share * 100)} % used`}
        />
      )}
      {mayChange && (
        <Button size="xs" onClick={onChange}>
          Change
        </Button>
      )}
      {mayChange && (
        <ConfirmButton
          verb="Remove the cap"
          label="Remove"
          button={{ size: 'xs' }}
          onConfirm={async () => {
            await remove.mutateAsync({ path: { capId: cap.id } })
            toast('The cap is removed.')
          }}
        >
          {wordsOf(cap)} ends. Users see the offers again that it kept back.
        </ConfirmButton>
      )}
    </li>
  )
}
