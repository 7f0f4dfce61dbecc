import { showOfferPrices as operation } from '@quoin/contract/operator/catalogue/price-operations.ts'
import { invalidFields } from '@quoin/core/errors.ts'
import { formatMicros } from '@quoin/core/payout/money.ts'
import { cutsMax } from '@quoin/core/prices/cut-prices.ts'
import { rowsOf } from '@quoin/core/prices/price-rows.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import { showPrices } from '../../../features/catalogue/show-prices.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'
import { presentPrice } from './present-offer.ts'

export const showOfferPrices = staffRoute(operation, async ({ ports, path: { offerId }, query }) => {
  const { country, platform } = query
  if ((country === undefined) !== (platform === undefined)) {
    const [field, other] = country === undefined ? ['country', 'platform'] : ['platform', 'country']
    throw invalidFields([{ field, rule: 'required', message: `is required beside ${other}` }])
  }
  const place = country === undefined || platform === undefined ? undefined : { country, platform }
  const { rows, audiencesCount, person, former } = await showPrices(ports, { offerId, place })
  return {
    data: {
      rows: rows.map(({ number, goal, isRest, price }) => ({
        number,
        ...namesOf(goal),
        rest: isRest,
        ...presentPrice(price),
      })),
      audiences: audiencesCount,
      audiences_max: cutsMax,
      person: person === undefined ? null : presentPerson(person),
      versions: former.map(({ goal, amounts }) => ({
        until: secondsOf(amounts.untilMs),
        ...namesOf(goal),
        rows: rowsOf(amounts).map(({ isRest, price }) => ({ rest: isRest, ...presentPrice(price) })),
      })),
    },
    message: `${rows.length} prices.`,
  }
})

function namesOf(goal: { readonly goal: string; readonly name: string } | null) {
  return { goal: goal?.goal ?? null, goal_name: goal?.name ?? null }
}

type Person = NonNullable<Awaited<ReturnType<typeof showPrices>>['person']>

function presentPerson({ place, whyNot, rows, payoutMicros, revenueMicros }: Person) {
  const numbers = rows.map(({ number }) => number)
  const named = numbers.length === 1 ? `row ${numbers[0]}` : `rows ${numbers.join(' and ')}`
  return {
    ...place,
    shown: whyNot === undefined,
    message: whyNot ?? `A person in ${place.country} on ${place.platform} is paid by ${named}.`,
    rows: numbers,
    payout: formatMicros(payoutMicros),
    revenue: formatMicros(revenueMicros),
  }
}
