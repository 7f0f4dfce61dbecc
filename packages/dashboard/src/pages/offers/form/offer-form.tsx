import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Refusal } from '../../../api/refusal.ts'
import type { RowOf } from '../../../api/operation-types.ts'
import { formatMany } from '../../../format/format-number.ts'
import { Failure } from '../../../parts/feedback/failure.tsx'
import { ShortId } from '../../../parts/value/short-id.tsx'
import { problemIn } from '../../../parts/feedback/field-problem.ts'
import { GoalsPart } from './goals-part.tsx'
import type { OfferDraft } from './offer-rows.ts'
import { CostPart } from './cost-part.tsx'
import { MoneyPart } from './money-part.tsx'
import { PaidIn } from './paid-in.ts'
import { AddressesPart, IdentityPart, TargetingPart } from './offer-parts.tsx'
import { priceTrouble } from './prices/draft-prices.ts'
import '../offers.css'
import './offer-form.css'
import './prices/prices.css'

interface OfferFormProps {
  readonly draft: OfferDraft
  readonly onChange: (changed: Partial<OfferDraft>) => void
  readonly networks: readonly RowOf<'listNetworks'>[]
  readonly isNew: boolean
  readonly error: unknown
  /** Rejects where it was not saved; the form says why by `error`. */
  readonly onSave: (addClickId: boolean) => Promise<unknown>
  /** The bar below: what is done with the form. */
  readonly actions: ReactNode
  readonly children?: ReactNode
}

/** Everything that may be set of an offer; each problem stands at its field. */
export function OfferForm(props: OfferFormProps) {
  const { draft, onChange, networks, isNew, error, onSave, actions, children } = props
  const [addsClickId, setAddsClickId] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error !== null) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [error])
  const fields = { draft, onChange, problem: (field: string) => problemIn(error, field) }
  const network = networks.find(({ id }) => id === draft.networkId)
  const [hasTried, setTried] = useState(false)
  const trouble = hasTried ? priceTrouble(draft) : undefined
  // A row that is added later is not told before it is filled in.
  useEffect(() => {
    if (trouble === undefined) setTried(false)
  }, [trouble])
  const save = (event: FormEvent) => {
    event.preventDefault()
    const found = priceTrouble(draft)
    setTried(found !== undefined)
    if (found !== undefined) return
    onSave(addsClickId).catch(() => undefined)
  }
  return (
    <form className="offer-form" ref={form} onSubmit={save} noValidate>
      <IdentityPart {...fields} networks={networks} isNew={isNew} />
      <div className="offer-column">
        <TargetingPart {...fields} />
        <CostPart {...fields} />
      </div>
      <AddressesPart {...fields} network={network} addsClickId={addsClickId} onAddClickId={setAddsClickId} />
      <PaidIn value={draft.currency.trim().toUpperCase() || (network?.currency ?? 'USD')}>
        <MoneyPart {...fields} networkCurrency={network?.currency} />
        <GoalsPart {...fields} />
      </PaidIn>
      <div className="card offer-save offer-wide">
        {error !== null && <Refused error={error} />}
        {trouble !== undefined && (
          <p className="error-text sm" role="alert">
            Nothing was saved: {trouble}.
          </p>
        )}
        {children}
        <div className="row wrap">{actions}</div>
      </div>
    </form>
  )
}

/** How many fields need another value; each says by itself why. */
function Refused({ error }: { readonly error: unknown }) {
  if (!(error instanceof Refusal) || error.details.length === 0) {
    return <Failure what="Nothing was saved" error={error} />
  }
  return (
    <p className="error-text sm row wrap" role="alert">
      Nothing was saved: {formatMany(error.details.length, 'field')}{' '}
      {error.details.length === 1 ? 'needs' : 'need'} another value.
      {error.requestId && (
        <span className="muted">
          Request <ShortId id={error.requestId} name="request id" />
        </span>
      )}
    </p>
  )
}
