import { platforms } from '@quoin/core/offers/offer.ts'
import { Type } from '../../json-schema.ts'
import { optional } from '../../fields/field.ts'
import { country } from '../../fields/place-fields.ts'
import { wordField } from '../../fields/text-fields.ts'
import { operation } from '../../operation.ts'
import { noParameters } from '../../parameters.ts'
import { closed, orNull, unixSeconds } from '../../shapes/responses.ts'
import { money, staffErrorsOfOne } from '../operator-parts.ts'
import { operatorOfferPath } from './offer-operations.ts'
import { priceMembers } from './offer-shapes.ts'

const rowMembers = {
  goal: orNull(Type.String(), 'The key of its goal; null: the offer itself.'),
  goal_name: orNull(Type.String(), 'The name of that goal.'),
  rest: Type.Boolean({ description: 'Whether it is for everybody whom no other row of its goal covers.' }),
  ...priceMembers,
}

const number = Type.Integer({ minimum: 1, description: 'The number by which a table names the row.' })

const pricesShape = Type.Object(
  {
    rows: Type.Array(Type.Object({ number, ...rowMembers }, closed), {
      description: 'The prices in groups by goal; the rest of the world is the last of its goal.',
    }),
    audiences: Type.Integer({
      minimum: 0,
      description: 'Groups of countries and platforms that the prices tell apart.',
    }),
    audiences_max: Type.Integer({ minimum: 1, description: 'The number of them that is allowed.' }),
    person: orNull(
      Type.Object(
        {
          country: Type.String(),
          platform: Type.Enum([...platforms]),
          shown: Type.Boolean({ description: 'Whether targeting and prices let the person see it.' }),
          message: Type.String({ description: 'The reason in a sentence.' }),
          rows: Type.Array(number, { description: 'The rows that pay the person, one of each goal.' }),
          payout: money('The payout for all goals, in USD.'),
          revenue: money('The expected payment of the network for all goals, in USD.'),
        },
        closed,
      ),
      'The person of whom `country` and `platform` ask; null without them.',
    ),
    versions: Type.Array(
      Type.Object(
        {
          until: unixSeconds('The time until which clicks earn it.'),
          goal: rowMembers.goal,
          goal_name: rowMembers.goal_name,
          rows: Type.Array(Type.Object({ rest: rowMembers.rest, ...priceMembers }, closed)),
        },
        closed,
      ),
      { description: 'Former prices of the offer, or of its goals where it has some; the newest first.' },
    ),
  },
  closed,
)

export const showOfferPrices = operation({
  id: 'showOfferPrices',
  method: 'GET',
  path: '/operator/v1/offers/{offerId}/prices',
  reads: 'elsewhere',
  pathParameters: operatorOfferPath,
  tag: 'Offers',
  summary: 'Prices of an offer',
  description:
    'Returns the prices by country and platform as one numbered table, and those of before. With `country` ' +
    'and `platform` it says which rows pay a person there.',
  proof: 'staff',
  role: 'analyst',
  query: {
    country: optional(country, 'The country of a person; `platform` is needed beside it.'),
    platform: optional(wordField(platforms), 'The platform of a person; `country` is needed beside it.'),
  },
  body: noParameters,
  success: [{ status: 200, description: 'The prices, present and former.', data: pricesShape }],
  errors: staffErrorsOfOne,
})
