import { Type } from '../../json-schema.ts'
import { optional, required } from '../../fields/field.ts'
import { orNone } from '../../fields/json-fields.ts'
import { amountField, integerField } from '../../fields/number-fields.ts'
import { country } from '../../fields/place-fields.ts'
import { operation } from '../../operation.ts'
import { noParameters } from '../../parameters.ts'
import { closed, orNull } from '../../shapes/responses.ts'
import { rowId } from '../catalogue/offer-operations.ts'
import { idText, staffErrors, staffErrorsOfOne } from '../operator-parts.ts'

const marginShape = Type.Object(
  {
    id: idText('The rule; another one whenever it is changed.'),
    offer_id: orNull(idText('This offer alone; null: every offer.')),
    offer: orNull(Type.String(), 'The name of the offer.'),
    app_id: orNull(idText('This app alone; null: every app.')),
    app: orNull(Type.String(), 'The name of the app.'),
    country: orNull(Type.String(), 'Clicks of this country alone; null: all clicks.'),
    percent: Type.String({
      pattern: '^[0-9]+(\\.[0-9]{1,2})?$',
      description: "The platform's part of the revenue.",
      examples: ['35'],
    }),
  },
  closed,
)

export const listMargins = operation({
  id: 'listMargins',
  method: 'GET',
  path: '/operator/v1/margins',
  tag: 'Margins',
  summary: "The platform's margins",
  description: 'Lists all rules. The most specific one wins.',
  proof: 'staff',
  role: 'analyst',
  query: {
    offerId: optional(rowId, 'Only what concerns this offer.'),
    appId: optional(rowId, 'Only what concerns this app.'),
  },
  body: noParameters,
  success: [{ status: 200, description: 'The rules that are in force.', data: Type.Array(marginShape) }],
  errors: staffErrors,
})

const id = integerField({ min: 1, max: Number.MAX_SAFE_INTEGER })

export const setMargin = operation({
  id: 'setMargin',
  method: 'PUT',
  path: '/operator/v1/margins',
  tag: 'Margins',
  summary: 'Set what the platform keeps',
  description:
    'Sets the margin of an offer, an app, a country or a combination of them; if you name none, of ' +
    'everything. Conversions that exist keep their margin.',
  proof: 'staff',
  role: 'operator',
  query: noParameters,
  body: {
    offerId: optional(orNone(id), 'The only offer that it applies to; null means every offer.'),
    appId: optional(orNone(id), 'The only app that it applies to; null means every app.'),
    country: optional(orNone(country), 'The country of the clicks; null means every country.'),
    percent: required(
      amountField({ minMicros: 0, maxMicros: 100_000_000 }),
      'The percentage of the revenue, with at most 2 decimals.',
    ),
  },
  success: [{ status: 200, description: 'The rule as it is now.', data: marginShape }],
  errors: staffErrorsOfOne,
})

export const removeMargin = operation({
  id: 'removeMargin',
  method: 'DELETE',
  path: '/operator/v1/margins/{marginId}',
  pathParameters: { marginId: required(rowId, 'The id of the rule.') },
  tag: 'Margins',
  summary: 'Remove a margin rule',
  description: 'From then on the next most specific rule applies, or the payout of the offer.',
  proof: 'staff',
  role: 'operator',
  query: noParameters,
  body: noParameters,
  success: [{ status: 200, description: 'The rule that was removed.', data: marginShape }],
  errors: staffErrorsOfOne,
})
