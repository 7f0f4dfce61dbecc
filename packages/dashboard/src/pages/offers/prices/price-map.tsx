import { platforms as allPlatforms } from '@quoin/core/offers/offer.ts'
import type { DataOf } from '../../../api/operation-types.ts'
import { formatMoney } from '../../../format/format-money.ts'
import { namePlaces, platformName } from '../targeting-words.ts'
import type { Prices } from './price-card.tsx'
import { type MapGroup, mapPrices } from './price-map.ts'
import { nameRows } from './price-words.ts'

const groupsMax = 12
/** As many tints as can be told apart; the same sum has the same one, and those of elsewhere have none. */
const tones = 4

function toneOf(index: number): number | undefined {
  return index < 0 ? undefined : index % tones
}

interface PriceMapProps {
  readonly offer: DataOf<'getOffer'>
  readonly prices: Prices
}

/** Everybody at once: what a publisher earns for all goals, by country and platform. */
export function PriceMap({ offer, prices }: PriceMapProps) {
  const title = `Publisher earns${offer.goals.length > 0 ? ' for all goals' : ''}, USD`
  const groups = mapPrices(prices.rows, offer)
  const platforms = offer.platforms.length === 0 ? allPlatforms : offer.platforms
  const sumsOf = (some: readonly MapGroup[]) =>
    some.flatMap(({ cells }) => cells.map(({ payoutMicros }) => payoutMicros))
  const elsewhere = sumsOf(groups.filter(({ countries }) => countries.length === 0))
  const sums = [...new Set(sumsOf(groups))].filter((sum) => !elsewhere.includes(sum))
  const country = prices.person?.shown ? prices.person.country : undefined
  const own =
    groups.find(({ countries }) => countries.some((one) => one === country)) ??
    groups.find(({ countries }) => country !== undefined && countries.length === 0)
  // The rest of the world is the last one, and always drawn.
  const drawn = groups.length > groupsMax ? [...groups.slice(0, groupsMax - 1), ...groups.slice(-1)] : groups
  return (
    <section className="card" aria-labelledby="everybody">
      <div className="card-head wrap">
        <h2 id="everybody" className="grow">
          Everybody at once
        </h2>
        <span className="sm muted">{title}</span>
      </div>
      <div className="price-map">
        <table>
          <caption className="sr">{title}, by country and platform</caption>
          <thead>
            <tr>
              <td />
              {platforms.map((platform) => (
                <th key={platform} scope="col">
                  {platformName(platform)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {drawn.map((group) => (
              <MapRow
                key={group.countries.join() || 'others'}
                group={group}
                sums={sums}
                platform={group === own ? prices.person?.platform : undefined}
              />
            ))}
          </tbody>
        </table>
        {drawn.length < groups.length && (
          <p className="sm muted">and {groups.length - drawn.length} more groups of countries</p>
        )}
      </div>
    </section>
  )
}

interface MapRowProps {
  readonly group: MapGroup
  readonly sums: readonly number[]
  /** The platform of the person who is looked at, where they are in this row. */
  readonly platform: string | undefined
}

function MapRow({ group: { countries, cells }, sums, platform: seen }: MapRowProps) {
  return (
    <tr>
      <th scope="row">{countries.length === 0 ? 'Elsewhere' : namePlaces(countries)}</th>
      {cells.map(({ platforms, rows, payoutMicros }) => (
        <td
          key={platforms.join()}
          colSpan={platforms.length}
          data-tone={rows.length === 0 ? 'none' : toneOf(sums.indexOf(payoutMicros))}
          data-on={platforms.some((one) => one === seen) || undefined}
        >
          {rows.length === 0 ? (
            'not shown'
          ) : (
            <>
              <b className="num">{formatMoney((payoutMicros / 1_000_000).toFixed(6), { placesMax: 6 })}</b>
              <span className="xs">{nameRows(rows)}</span>
            </>
          )}
        </td>
      ))}
    </tr>
  )
}
