import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type KeyboardEvent, useContext, useEffect, useRef, useState } from 'react'
import { formatMany } from '../../../../format/format-number.ts'
import { PaidIn } from '../paid-in.ts'
import { changedPrice, changedRest, paidOfRest, type PriceAdjustment, readChange } from './changed-prices.ts'
import { paysRest, type PriceDraft, type RestDraft } from './price-rows.ts'

interface ChangeAllProps {
  readonly prices: readonly PriceDraft[]
  readonly rest: RestDraft
  readonly first: number
  readonly onChange: (prices: readonly PriceDraft[], rest: RestDraft) => void
  readonly onCancel: () => void
}

const kinds = [
  { value: 'percent', label: 'Both amounts, by percent' },
  { value: 'margin', label: 'The margin, in percent' },
]

/** All rows of a list at once, the rest of the world too: what comes of it is told before. */
export function ChangeAll({ prices, rest, first, onChange, onCancel }: ChangeAllProps) {
  const currency = useContext(PaidIn)
  const [kind, setKind] = useState<PriceAdjustment['kind']>('percent')
  const [text, setText] = useState('')
  const percent = useRef<HTMLInputElement>(null)
  useEffect(() => percent.current?.focus(), [])
  const change = readChange(kind, text)
  const hasRest = paysRest(rest)
  const count = prices.length + (hasRest ? 1 : 0)
  const apply = () => {
    if (change === undefined) return
    onChange(
      prices.map((price) => changedPrice(price, change)),
      hasRest ? changedRest(rest, change) : rest,
    )
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onCancel()
    if (event.key !== 'Enter') return
    event.preventDefault() // the form is not sent by it
    apply()
  }
  const isWrong = text.trim() !== '' && change === undefined
  return (
    <fieldset className="change-all" onKeyDown={onKeyDown}>
      <legend>Change all rows</legend>
      <div className="change-fields">
        <NativeSelect
          label="Change"
          data={currency === 'USD' ? kinds : kinds.filter(({ value }) => value === 'percent')}
          value={kind}
          onChange={(event) => setKind(event.currentTarget.value === 'margin' ? 'margin' : 'percent')}
        />
        <TextInput
          label="Percent"
          ref={percent}
          placeholder={kind === 'margin' ? '30' : '10 or -10'}
          value={text}
          error={
            isWrong &&
            (kind === 'margin'
              ? 'It is a number from 0 to 100.'
              : 'It is a number from −100 to 1000 with two decimals at most.')
          }
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button disabled={change === undefined} onClick={apply}>
          Change {formatMany(count, 'row')}
        </Button>
        <Button variant="subtle" onClick={onCancel}>
          Cancel
        </Button>
      </div>
      <p className="sm muted">
        {kind === 'margin'
          ? 'The publisher earns what is left of each payment, down to the whole micro. Shares stay shares.'
          : 'What the network pays and fixed payouts change, down to the whole micro. Shares stay as they are.'}
      </p>
      {change && <Outcome {...{ prices, rest, first, change, hasRest }} />}
    </fieldset>
  )
}

const shownMax = 3

interface OutcomeProps {
  readonly prices: readonly PriceDraft[]
  readonly rest: RestDraft
  readonly first: number
  readonly change: PriceAdjustment
  readonly hasRest: boolean
}

function Outcome({ prices, rest, first, change, hasRest }: OutcomeProps) {
  const rows = [
    ...prices.map((price, at) => ({
      key: price.key,
      name: `Row ${first + at}`,
      was: price,
      is: changedPrice(price, change),
    })),
    ...(hasRest
      ? [
          {
            key: 'rest',
            name: 'Rest of the world',
            was: paidOfRest(rest),
            is: paidOfRest(changedRest(rest, change)),
          },
        ]
      : []),
  ]
  return (
    <ul className="sm num" aria-label="What comes of it">
      {rows.slice(0, shownMax).map(({ key, name, was, is }) => (
        <li key={key}>
          <span className="muted">{name}:</span> {was.earns || '–'} of {was.revenue || '–'} →{' '}
          <b>
            {is.earns || '–'} of {is.revenue || '–'}
          </b>
        </li>
      ))}
      {rows.length > shownMax && <li className="muted">and {rows.length - shownMax} more</li>}
    </ul>
  )
}
