import { useAmountLabel } from '../paid-in.ts'
import { ActionIcon, Button, MultiSelect, TextInput } from '@mantine/core'
import { platforms } from '@quoin/core/offers/offer.ts'
import { memo } from 'react'
import { sentenceOf } from '../../../../parts/feedback/field-problem.ts'
import { Icon } from '../../../../parts/value/icon.tsx'
import { countryName, platformName } from '../../targeting-words.ts'
import { CountriesField } from '../countries-field.tsx'
import { isUnplaced, type PriceDraft } from './price-rows.ts'

const platformOptions = platforms.map((value) => ({ value, label: platformName(value) }))

interface PriceFormProps {
  readonly price: PriceDraft
  readonly number: number
  /** The overlap with a row before it, in a sentence. */
  readonly told: string | undefined
  /** The countries, with commas, by which the row may give way. */
  readonly taken: string
  readonly isWrong: boolean
  readonly wrongCountries: string | undefined
  readonly wrongPlatforms: string | undefined
  readonly wrongRevenue: string | undefined
  readonly wrongEarns: string | undefined
  readonly wrongRow: string | undefined
  readonly canGrow: boolean
  readonly onChange: (key: string, changed: Partial<PriceDraft>) => void
  readonly onDuplicate: (key: string) => void
  readonly onRemove: (key: string) => void
}

/** Rows are many: one is drawn anew only when it changes. */
export const PriceForm = memo(PriceRowForm)

function PriceRowForm(props: PriceFormProps) {
  const { price, number, told, isWrong, onChange } = props
  const { key, countries } = price
  const paysLabel = useAmountLabel('Network pays, USD', true)
  const set = (changed: Partial<PriceDraft>) => onChange(key, changed)
  return (
    <li aria-label={`Row ${number}`} data-wrong={isWrong || undefined}>
      <span className="row-number num" aria-hidden="true">
        {number}
      </span>
      <CountriesField
        className="price-countries"
        label="Countries"
        placeholder={countries.length === 0 ? 'Every country' : ''}
        chosen={countries}
        error={sentenceOf(props.wrongCountries) ?? told !== undefined}
        onChoose={(chosen) => set({ countries: chosen })}
      />
      <MultiSelect
        className="price-platforms"
        label="Platforms"
        placeholder={price.platforms.length === 0 ? 'All' : ''}
        data={platformOptions}
        value={[...price.platforms]}
        error={sentenceOf(props.wrongPlatforms)}
        onChange={(chosen) => set({ platforms: platforms.filter((one) => chosen.includes(one)) })}
      />
      <TextInput
        className="price-revenue"
        label={paysLabel}
        inputMode="decimal"
        value={price.revenue}
        error={sentenceOf(props.wrongRevenue)}
        onChange={(event) => set({ revenue: event.currentTarget.value })}
      />
      <TextInput
        className="price-earns"
        label="Publisher earns"
        placeholder="USD or %"
        value={price.earns}
        error={sentenceOf(props.wrongEarns)}
        onChange={(event) => set({ earns: event.currentTarget.value, payout: '' })}
      />
      <RowActs {...props} />
      {isUnplaced(price) && <p className="price-note sm muted">Choose countries, platforms or both.</p>}
      {props.wrongRow && <p className="price-note error-text sm">{sentenceOf(props.wrongRow)}</p>}
      {told && <OverlapNote {...props} />}
    </li>
  )
}

function RowActs({ price: { key }, number, canGrow, onDuplicate, onRemove }: PriceFormProps) {
  return (
    <div className="price-acts">
      <ActionIcon aria-label={`Duplicate row ${number}`} disabled={!canGrow} onClick={() => onDuplicate(key)}>
        <Icon name="copy" />
      </ActionIcon>
      <ActionIcon aria-label={`Remove row ${number}`} onClick={() => onRemove(key)}>
        <Icon name="trash" />
      </ActionIcon>
    </div>
  )
}

/** Two rows for one person, and the ways out. */
function OverlapNote({ price, number, told, onChange, onRemove, ...props }: PriceFormProps) {
  const taken = props.taken === '' ? [] : props.taken.split(',')
  const rest = price.countries.filter((country) => !taken.includes(country))
  return (
    <div className="price-note price-overlap sm" role="alert">
      <p>{told}</p>
      <div className="row wrap">
        {taken.length > 0 && (
          <Button size="xs" onClick={() => onChange(price.key, { countries: rest })}>
            Take {taken.length > 3 ? `${taken.length} countries` : taken.map(countryName).join(', ')} out of
            row {number}
          </Button>
        )}
        <Button size="xs" onClick={() => onRemove(price.key)}>
          Discard row {number}
        </Button>
      </div>
    </div>
  )
}
