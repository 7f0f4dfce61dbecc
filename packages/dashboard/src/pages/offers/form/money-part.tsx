import { Button, NativeSelect, Switch } from '@mantine/core'
import { cutsMax } from '@quoin/core/prices/cut-prices.ts'
import { useMemo } from 'react'
import { formatMoney, microsOf } from '../../../format/format-money.ts'
import { formatMany } from '../../../format/format-number.ts'
import { sentenceOf } from '../../../parts/feedback/field-problem.ts'
import { Icon } from '../../../parts/value/icon.tsx'
import { currencyOptions } from './currency-options.ts'
import { FormPart, type OfferFields, OfferText, OfferTexts } from './form-parts.tsx'
import { sumOfGoals } from './goal-rows.ts'
import { offerRows } from './offer-rows.ts'
import { countAudiences } from './prices/draft-prices.ts'
import { newPrice } from './prices/price-rows.ts'
import { PriceTable } from './prices/price-table.tsx'
import { RestOfWorld } from './prices/rest-of-world.tsx'

interface MoneyProps extends OfferFields {
  /** That of an offer which names none; undefined where the network is not at hand. */
  readonly networkCurrency: string | undefined
}

/** The amounts that are paid for it, as one event or beside its goals. */
export function MoneyPart({ networkCurrency, ...fields }: MoneyProps) {
  const { draft, onChange, problem } = fields
  const { goals, prices, payout, payoutShare, revenue } = draft
  const hasGoals = goals.length > 0
  const hasPrices = prices.length > 0 && !hasGoals
  const isOfGoals =
    goals.some((goal) => goal.prices.length > 0) && [payout, payoutShare, revenue].join('') === ''
  const wrong = problem('prices')
  return (
    <FormPart
      title="What it pays"
      id="offer-money"
      isWide
      actions={
        !hasGoals &&
        !hasPrices && (
          <Button leftSection={<Icon name="plus" />} onClick={() => onChange({ prices: [newPrice()] })}>
            Add a price by country
          </Button>
        )
      }
    >
      <NativeSelect
        className="offer-currency"
        label={offerRows.currency.label}
        description={offerRows.currency.help}
        value={draft.currency}
        error={sentenceOf(problem('currency'))}
        data={[
          { value: '', label: networkCurrency ? `${networkCurrency}, as the network` : 'As the network' },
          ...currencyOptions,
        ]}
        onChange={(event) => onChange({ currency: event.currentTarget.value })}
      />
      {!hasGoals && (
        <PriceTable
          prices={prices}
          rest={{ payout, payoutShare, revenue }}
          first={1}
          name="Prices by country and platform"
          problem={(field) => problem(`prices.${field}`)}
          onChange={(changed, rest) => onChange({ prices: changed, ...rest })}
        />
      )}
      {hasGoals && prices.length > 0 && <Stranded {...fields} />}
      {wrong && (
        <p className="error-text sm" role="alert">
          The prices {wrong}.
        </p>
      )}
      <RestOfWorld
        hasPrices={hasPrices}
        rest={{ payout, payoutShare, revenue }}
        number={prices.length + 1}
        noun="offer"
        onChange={onChange}
      >
        {isOfGoals ? (
          <p className="sm muted">Its goals pay, and have prices: you set them below.</p>
        ) : (
          <OwnAmounts {...fields} hasPrices={hasPrices} />
        )}
      </RestOfWorld>
      <Audiences {...fields} />
      {(hasPrices || isOfGoals) && (
        <div className="offer-four">
          <OfferTexts {...fields} part="money" />
        </div>
      )}
      <Switch
        label={offerRows.repeatable.label}
        checked={draft.repeatable}
        onChange={(event) => onChange({ repeatable: event.currentTarget.checked })}
      />
    </FormPart>
  )
}

function OwnAmounts({ hasPrices, ...fields }: OfferFields & { readonly hasPrices: boolean }) {
  const { goals } = fields.draft
  const hasGoals = goals.length > 0
  const sum = (name: 'payout' | 'revenue') =>
    hasGoals && {
      placeholder: formatMoney(sumOfGoals(goals, name), { placesMax: 6 }),
      help: goals.some(({ prices }) => prices.length > 0)
        ? 'Leave it empty: its goals have prices.'
        : 'Empty: the goals’ sum.',
    }
  const isRequired = !hasGoals && !hasPrices
  return (
    <>
      <div className="offer-four">
        <OfferText {...fields} {...sum('revenue')} name="revenue" isRequired={isRequired} />
        <OfferText {...fields} {...sum('payout')} name="payout" isRequired={isRequired} />
        <OfferText {...fields} name="payoutShare" />
        {!hasPrices && <OfferTexts {...fields} part="money" />}
      </div>
      <Kept fields={fields} />
    </>
  )
}

/** Prices of an offer that has goals: its goals pay, so the prices belong to them. */
function Stranded({ draft, onChange }: OfferFields) {
  const { goals, prices } = draft
  const [first, ...others] = goals
  const canMove = first?.prices.length === 0
  return (
    <div className="price-overlap sm" role="alert">
      <p>
        The offer has {formatMany(prices.length, 'price')} of its own. An offer with goals has its prices on
        its goals.
      </p>
      <div className="row wrap">
        {canMove && (
          <Button
            size="xs"
            onClick={() => onChange({ prices: [], goals: [{ ...first, prices }, ...others] })}
          >
            Move them to goal 1
          </Button>
        )}
        <Button size="xs" onClick={() => onChange({ prices: [] })}>
          Remove them
        </Button>
      </div>
    </div>
  )
}

/** Near the limit a row more may be too many. */
const manyAudiences = cutsMax - 4

/** How many audiences all prices tell apart, of how many are allowed. */
function Audiences({ draft, problem }: OfferFields) {
  const { goals, prices, countries, platforms, payout, payoutShare, revenue } = draft
  const count = useMemo(
    () => countAudiences({ goals, prices, countries, platforms, payout, payoutShare, revenue }),
    [goals, prices, countries, platforms, payout, payoutShare, revenue],
  )
  if (count === undefined || problem('prices') !== undefined) return null
  const tone = count > cutsMax ? 'error-text' : count >= manyAudiences ? 'price-many' : 'muted'
  return (
    <p className={`sm ${tone}`} role="status">
      {count > cutsMax
        ? sentenceOf(`tells ${count} audiences apart; at most ${cutsMax} are allowed`)
        : `${formatMany(count, 'audience')} of at most ${cutsMax}: groups of countries and platforms that pay alike.`}
    </p>
  )
}

/** The platform's part, by the amounts as they are filled in. */
function Kept({ fields: { draft } }: { readonly fields: OfferFields }) {
  const amount = (name: 'payout' | 'revenue') =>
    microsOf(
      draft.goals.length > 0 && draft[name] === '' ? sumOfGoals(draft.goals, name) : draft[name].trim(),
    )
  // The part that is kept of another currency depends on its rate.
  if (!['', 'USD'].includes(draft.currency.trim().toUpperCase())) return null
  const revenue = amount('revenue')
  const share = Number(draft.payoutShare.replace('%', ''))
  const payout = draft.payoutShare.trim() === '' ? amount('payout') : Math.floor((revenue * share) / 100)
  if (revenue === 0 || Number.isNaN(payout) || payout > revenue) return null
  const kept = ((revenue - payout) / 1_000_000).toFixed(6)
  return (
    <p className="sm muted" role="status">
      Of {formatMoney((revenue / 1_000_000).toFixed(6), { currency: 'USD', placesMax: 6 })} the platform keeps{' '}
      <b className="num">{formatMoney(kept, { currency: 'USD', placesMax: 6 })}</b> (
      {Math.round(((revenue - payout) / revenue) * 100)} %), unless a margin rule says something else.
    </p>
  )
}
