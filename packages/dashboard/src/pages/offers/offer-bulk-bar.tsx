import { ActionIcon, Checkbox } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { RowOf } from '../../api/operation-types.ts'
import { useChange } from '../../api/use-change.ts'
import { formatMany } from '../../format/format-number.ts'
import { ConfirmButton } from '../../parts/feedback/confirm-button.tsx'
import { explain } from '../../parts/feedback/failure.tsx'
import { toast } from '../../parts/feedback/toaster.tsx'
import type { Column } from '../../parts/table/column.ts'
import { Icon } from '../../parts/value/icon.tsx'

type Offer = RowOf<'listOffers'>
type Chosen = ReadonlyMap<string, Offer>

/** A box before each offer. */
export function choiceColumn(chosen: Chosen, onChange: (chosen: Chosen) => void): Column<Offer> {
  const toggle = (offer: Offer) => {
    const next = new Map(chosen)
    if (!next.delete(offer.id)) next.set(offer.id, offer)
    onChange(next)
  }
  return {
    name: 'choice',
    head: <span className="sr">Choose</span>,
    card: 'none',
    width: '40px',
    cell: (offer) => (
      <Checkbox
        className="above-row"
        aria-label={`Choose ${offer.name}`}
        checked={chosen.has(offer.id)}
        onChange={() => toggle(offer)}
      />
    ),
  }
}

interface OfferBulkBarProps {
  readonly offers: readonly Offer[]
  readonly onClear: () => void
}

/** Many at once, each by itself: one that was not changed says why. */
export function OfferBulkBar({ offers, onClear }: OfferBulkBarProps) {
  const pause = useChange('pauseOffer', { renews: [] })
  const resume = useChange('resumeOffer', { renews: [] })
  const client = useQueryClient()
  const [problems, setProblems] = useState<readonly string[]>([])
  const run = async (verb: 'Pause' | 'Resume') => {
    const change = verb === 'Pause' ? pause : resume
    const failed: string[] = []
    for (const { id, name } of offers) {
      await change.mutateAsync({ path: { offerId: id } }).catch((error: unknown) => {
        failed.push(`${name}: ${explain(error)}`)
      })
    }
    await client.invalidateQueries()
    setProblems(failed)
    toast(`${formatMany(offers.length - failed.length, 'offer')} ${verb === 'Pause' ? 'paused' : 'resumed'}.`)
    if (failed.length === 0) onClear()
  }
  return (
    <section className="offer-bulk" aria-label="Chosen offers">
      <span className="sm grow">
        <b>{offers.length}</b> chosen
      </span>
      {(['Pause', 'Resume'] as const).map((verb) => (
        <ConfirmButton
          key={verb}
          verb={`${verb} ${formatMany(offers.length, 'offer')}`}
          label={`${verb}…`}
          onConfirm={() => run(verb)}
        >
          {verb === 'Pause'
            ? 'They are listed no more, at once and through every import. What networks report about earlier clicks still counts.'
            : 'They are listed again at once.'}
        </ConfirmButton>
      ))}
      <ActionIcon aria-label="Choose none" onClick={onClear}>
        <Icon name="cross" />
      </ActionIcon>
      {problems.length > 0 && (
        <ul className="xs error-text" role="alert">
          {problems.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </section>
  )
}
