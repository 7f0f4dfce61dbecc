import { goalFields } from '@quoin/core/offers/goal-fields.ts'
import { offerFields } from '@quoin/core/offers/offer-fields.ts'
import { offerStatuses, platforms } from '@quoin/core/offers/offer.ts'
import { Type } from '../../json-schema.ts'
import { closed, orNull, unixSeconds, valueShapes } from '../../shapes/responses.ts'
import { idText, money } from '../operator-parts.ts'

const time = (description: string) => orNull(unixSeconds(description))
const cap = (description: string) => orNull(Type.Integer({ minimum: 0 }), description)
const percent = Type.String({ pattern: '^[0-9]+(\\.[0-9]{1,2})?$', examples: ['70'] })

const listed = {
  id: idText('The id of the offer.'),
  network_id: idText('The id of its network.'),
  network: Type.String({ description: 'The name of its network.' }),
  external_id: Type.String({ description: "The network's own id of it." }),
  name: Type.String(),
  status: Type.Enum([...offerStatuses]),
  paused_by: orNull(
    Type.Enum(['operator', 'network']),
    'The side that has paused it; null while it is active.',
  ),
  capped: Type.Boolean({ description: 'Whether a cap is used up for everybody at this moment.' }),
  payout: money("The publisher's payout, in USD."),
  payout_share: orNull(
    percent,
    'The publisher’s share of what the network reports, in percent; null: a fixed payout.',
  ),
  revenue: money("The network's expected payment, in USD."),
  range: orNull(
    Type.Object(
      {
        payout_min: money('The lowest payout that anybody sees, in USD.'),
        payout_max: money('The highest payout, in USD.'),
        revenue_min: money('The lowest payment of the network, in USD.'),
        revenue_max: money('The highest payment of the network, in USD.'),
      },
      closed,
    ),
    'The amounts among countries and platforms; null where the offer pays the same everywhere.',
  ),
  countries: Type.Array(Type.String(), { description: 'ISO codes; empty: everywhere.' }),
  platforms: Type.Array(Type.Enum([...platforms]), {
    description: 'Platforms; an empty list means all three.',
  }),
  categories: Type.Array(Type.String()),
  goals_count: Type.Integer({ minimum: 0 }),
  hold_days: Type.Integer({ minimum: 0 }),
  test: Type.Boolean({ description: 'One of the built-in test offers.' }),
  created_at: unixSeconds('When it was first imported.'),
  ends_at: time('The time of its end.'),
}

export const listedOfferShape = Type.Object(
  {
    ...listed,
    daily_cap: cap('Conversions a day, as its file or a person says; null: no limit.'),
    used_today: Type.Integer({
      minimum: 0,
      description: 'Conversions that count today, in the zone of its network.',
    }),
    clicks: Type.Integer({ minimum: 0, description: 'The figure of the last 28 days.' }),
    approved: Type.Integer({ minimum: 0, description: 'Conversions that were approved in them.' }),
    earned: money("The publishers' payout for it in them, in USD."),
    margin: money('The revenue of them less that, in USD.'),
    conversion_rate: orNull(Type.Number(), 'Conversions in them / clicks; null without clicks.'),
    epc: orNull(money('The payout for one click.'), 'Null where there were no clicks.'),
    reversal_rate: orNull(Type.Number(), 'Reversed / (approved + reversed); null without any.'),
  },
  closed,
)

const foreign = orNull(
  money('The revenue in the currency of the offer.'),
  'Null where the revenue is in USD.',
)

/** A price as it is answered. */
export const priceMembers = {
  countries: Type.Array(Type.String(), { description: 'ISO codes; empty: every country.' }),
  platforms: Type.Array(Type.Enum([...platforms]), {
    description: 'Platforms; an empty list means all three.',
  }),
  payout: money("The publisher's payout there, in USD."),
  payout_share: orNull(
    percent,
    'The publisher’s share of what the network reports, in percent; null: fixed.',
  ),
  revenue: money("The network's expected payment there, in USD."),
  foreign_revenue: foreign,
}

const prices = Type.Array(Type.Object(priceMembers, closed), {
  description:
    'Prices by country and platform; the amounts beside them are for the rest of the world, where it is not offered if they are 0.',
})

const { order: _order, deadline: _deadline, ...goalValues } = valueShapes(goalFields)

const goalShape = Type.Object(
  {
    ...goalValues,
    payout: money("The publisher's payout for it, in USD."),
    payout_share: orNull(percent),
    revenue: money("The network's expected payment for it, in USD."),
    foreign_revenue: foreign,
    prices,
    repeatable: Type.Boolean(),
    deadline_seconds: orNull(Type.Integer({ minimum: 0 })),
    retired: Type.Boolean({ description: 'Gone from the network’s file; reports of it still count.' }),
  },
  closed,
)

export const offerDetailShape = Type.Object(
  {
    ...valueShapes(offerFields),
    ...listed,
    cost_amount: orNull(money('Each payment by the user, in the currency beside it.'), 'Null: not known.'),
    foreign_revenue: foreign,
    prices,
    attribution_window_seconds: Type.Integer({ minimum: 0 }),
    starts_at: time('The time of its begin.'),
    paused_at: time('Since when an operator has paused it.'),
    updated_at: unixSeconds('When it was last written, by a file or a person.'),
    goals: Type.Array(goalShape),
    built_in: Type.Boolean({
      description: 'One of the test offers that the server keeps; it stays as it is.',
    }),
  },
  closed,
)

export const checkShape = Type.Object(
  {
    code: Type.String({ examples: ['country'] }),
    passed: Type.Boolean(),
    message: Type.String({ examples: ['The offer is for DE, AT; the user is in FR.'] }),
  },
  closed,
)

export const audienceShape = Type.Object(
  {
    countries: Type.Array(Type.String()),
    apps: Type.Array(
      Type.Object(
        {
          app_id: idText('The id of the app.'),
          app: Type.String(),
          active: Type.Boolean({
            description: 'Whether the app is active. A suspended app shows no offers.',
          }),
          cells: Type.Array(
            Type.Object(
              {
                country: Type.String(),
                platform: Type.Enum([...platforms]),
                first_failed: orNull(
                  Type.String(),
                  'The first rule that keeps it away; null where it is shown.',
                ),
                message: orNull(Type.String(), 'The sentence of that rule.'),
              },
              closed,
            ),
          ),
        },
        closed,
      ),
    ),
  },
  closed,
)
