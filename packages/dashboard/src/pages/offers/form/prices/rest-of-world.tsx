import { Switch } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { noRest, paysRest, type RestDraft } from './price-rows.ts'

interface RestOfWorldProps {
  readonly hasPrices: boolean
  readonly rest: RestDraft
  /** Its number among the rows. */
  readonly number: number
  /** The subject that is not shown elsewhere. */
  readonly noun: 'offer' | 'goal'
  readonly onChange: (rest: RestDraft) => void
  /** The fields of its amounts. */
  readonly children: ReactNode
}

/** The own amounts of an offer or goal: beside prices they are those of the rest of the world, if it is shown there. */
export function RestOfWorld({ hasPrices, rest, number, noun, onChange, children }: RestOfWorldProps) {
  const isBlank = rest.payout === '' && rest.payoutShare === '' && rest.revenue === ''
  const [isClosed, setClosed] = useState(hasPrices && isBlank)
  const [kept, setKept] = useState(noRest)
  if (!hasPrices) return children
  const isShown = !isClosed || !isBlank
  const toggle = (shows: boolean) => {
    setClosed(!shows)
    if (!shows) setKept(rest)
    onChange(shows ? kept : noRest)
  }
  return (
    <fieldset className="rest-of-world">
      <legend>
        {paysRest(rest) && (
          <span className="row-number num" aria-hidden="true">
            {number}
          </span>
        )}
        Rest of the world
      </legend>
      <Switch
        label={noun === 'offer' ? 'Shown in the rest of the world' : 'Paid in the rest of the world'}
        checked={isShown}
        onChange={(event) => toggle(event.currentTarget.checked)}
      />
      {isShown ? (
        children
      ) : (
        <p className="sm muted">
          {noun === 'offer'
            ? 'People whom no row covers do not see the offer.'
            : 'People whom no row covers cannot earn this goal. Where no goal can be earned, the offer is not shown.'}
        </p>
      )}
      {isShown && !paysRest(rest) && (
        <p className="sm muted">
          While both amounts are empty or 0, the {noun} is not {noun === 'offer' ? 'shown' : 'paid'} there.
        </p>
      )}
    </fieldset>
  )
}
