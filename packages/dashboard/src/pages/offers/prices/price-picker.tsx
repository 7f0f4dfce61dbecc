import { NativeSelect } from '@mantine/core'
import { platforms } from '@quoin/core/offers/offer.ts'
import { formatMoney } from '../../../format/format-money.ts'
import { Money } from '../../../parts/value/money.tsx'
import { CountrySelect } from '../country-select.tsx'
import { countryName, platformName } from '../targeting-words.ts'
import { type Prices, RowNumber } from './price-card.tsx'
import { marginOf, nameRows } from './price-words.ts'

interface Place {
  readonly country: string
  readonly platform: (typeof platforms)[number]
}

interface PricePickerProps {
  readonly prices: Prices
  readonly place: Place
  readonly onChange: (place: Place) => void
}

/** A person at a place: the rows that pay them, and what comes of it. */
export function PricePicker({ prices, place, onChange }: PricePickerProps) {
  return (
    <section className="card" aria-labelledby="who-sees-what">
      <div className="card-head">
        <h2 id="who-sees-what">Who sees what</h2>
      </div>
      <div className="card-body stack">
        <div className="price-place">
          <CountrySelect
            label="Country"
            value={place.country}
            onChange={(country) => onChange({ ...place, country })}
          />
          <NativeSelect
            label="Platform"
            value={place.platform}
            onChange={(event) => {
              const platform = platforms.find((one) => one === event.currentTarget.value)
              if (platform) onChange({ ...place, platform })
            }}
            data={platforms.map((value) => ({ value, label: platformName(value) }))}
          />
        </div>
        <div role="status" className="stack">
          {prices.person && <Answer prices={prices} person={prices.person} />}
        </div>
      </div>
    </section>
  )
}

type Person = NonNullable<Prices['person']>

function Answer({ prices: { rows }, person }: { readonly prices: Prices; readonly person: Person }) {
  const where = `in ${countryName(person.country)} on ${platformName(person.platform)}`
  if (!person.shown) {
    return (
      <div>
        <p>
          <b>Sees nothing.</b>
        </p>
        <p className="sm muted">
          {person.rows.length === 0
            ? `No row covers a person ${where}, and there is no price for the rest of the world.`
            : `The offer is not for a person ${where}: its targeting names other countries or platforms.`}
        </p>
      </div>
    )
  }
  const paying = rows.filter(({ number }) => person.rows.includes(number))
  const money = (amount: string) => formatMoney(amount, { currency: 'USD', placesMax: 6 })
  const margin = marginOf({ ...person, payout_share: null })
  return (
    <>
      <p>
        <b>
          Sees the offer, {paying.length > 1 ? 'up to ' : ''}
          {money(person.payout)}
        </b>{' '}
        <span className="sm muted">
          A person {where} is paid by {nameRows(person.rows)}.
        </span>
      </p>
      <ul className="price-paying sm">
        {paying.map(({ number, goal_name: goal, payout }) => (
          <li key={number}>
            <RowNumber number={number} isOn />
            <span className="grow">{goal === null ? 'One conversion' : <bdi>{goal}</bdi>}</span>
            <Money amount={payout} currency="USD" precision="detail" />
          </li>
        ))}
      </ul>
      <dl className="facts">
        <div>
          <dt>Network pays</dt>
          <dd>{money(person.revenue)}</dd>
        </div>
        <div>
          <dt>Publisher earns</dt>
          <dd>{money(person.payout)}</dd>
        </div>
        <div>
          <dt>Margin, {margin.share}</dt>
          <dd>{money(margin.amount)}</dd>
        </div>
      </dl>
      <p className="xs muted">Margin rules and promotions of an app come on top.</p>
    </>
  )
}
