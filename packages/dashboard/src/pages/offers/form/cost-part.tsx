import { Button, NativeSelect } from '@mantine/core'
import { guessCost } from '@quoin/core/offers/guess-cost.ts'
import { sentenceOf } from '../../../parts/feedback/field-problem.ts'
import { costName, costOptions } from './cost-words.ts'
import { FormPart, type OfferFields, OfferText } from './form-parts.tsx'
import { offerRows } from './offer-rows.ts'

/** The money and the time that it asks of users. */
export function CostPart(fields: OfferFields) {
  const { draft, onChange, problem } = fields
  const takesAmount = draft.cost !== '' && draft.cost !== 'free'
  return (
    <FormPart title="What it asks of users" id="offer-cost">
      <div className="offer-pair">
        <NativeSelect
          label={offerRows.cost.label}
          description="Users read it before they start."
          value={draft.cost}
          error={sentenceOf(problem('cost'))}
          data={costOptions}
          onChange={({ currentTarget: { value } }) =>
            onChange(
              value === '' || value === 'free'
                ? { cost: value, costAmount: '', costCurrency: '' }
                : { cost: value },
            )
          }
        />
        <OfferText {...fields} name="minutes" />
        {takesAmount && (
          <>
            <OfferText {...fields} name="costAmount" />
            <OfferText {...fields} name="costCurrency" />
          </>
        )}
      </div>
      <Suggestion {...fields} />
    </FormPart>
  )
}

/** A guess from the texts, where nobody has said it yet: it counts when a person takes it. */
function Suggestion({ draft, onChange }: OfferFields) {
  const guess = guessCost([draft.name, draft.description, draft.requirements])
  const cost = draft.cost === '' ? guess.cost : undefined
  const minutes = draft.minutes === '' ? guess.minutes : undefined
  if (cost === undefined && minutes === undefined) return null
  const words = [
    ...(cost === undefined ? [] : [costName(cost)]),
    ...(minutes === undefined ? [] : [`${minutes} min`]),
  ]
  return (
    <p className="sm row wrap" role="status">
      <span className="grow">
        By its texts: <b>{words.join(', ')}</b>. Users see it once you take it.
      </span>
      <Button
        size="xs"
        onClick={() =>
          onChange({
            ...(cost !== undefined && { cost }),
            ...(minutes !== undefined && { minutes: String(minutes) }),
          })
        }
      >
        Take it
      </Button>
    </p>
  )
}
