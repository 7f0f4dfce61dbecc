import { Type } from '../../json-schema.ts'
import { accepted, type Field, optional, refused, required } from '../../fields/field.ts'
import { integerField } from '../../fields/number-fields.ts'
import { country } from '../../fields/place-fields.ts'
import { patternField, textField } from '../../fields/text-fields.ts'
import { operation } from '../../operation.ts'
import { noParameters } from '../../parameters.ts'
import { closed, orNull, unixSeconds } from '../../shapes/responses.ts'
import { bodyId, rowId } from '../ledger/ledger-operations.ts'
import { idText, money, staffErrors, staffErrorsOfOne } from '../operator-parts.ts'

const read = { method: 'GET', tag: 'Terms', proof: 'staff', role: 'analyst', body: noParameters } as const
const change = { tag: 'Terms', proof: 'staff', role: 'operator', query: noParameters } as const

export const tryMargin = operation({
  ...read,
  id: 'tryMargin',
  path: '/operator/v1/margins/example',
  summary: 'Terms of a conversion now',
  description: 'Computes the amounts by the rules, the promotion and the currency of this moment.',
  query: {
    offerId: required(rowId, 'The id of the offer.'),
    appId: required(rowId, 'The id of the app.'),
    country: optional(country, 'The country of the click.'),
  },
  success: [
    {
      status: 200,
      description: 'The amounts of a conversion.',
      data: Type.Object(
        {
          margin_id: orNull(idText('The rule that applies.'), 'Null means that no rule applies.'),
          basis_points: orNull(Type.Integer(), 'Its part; null without a rule.'),
          revenue: money("The network's expected payment, in USD."),
          payout: money("The publisher's payout, in USD."),
          margin: money('The margin that is left.'),
          promotion_id: orNull(idText('The promotion that runs.')),
          promotion_basis_points: orNull(Type.Integer()),
          payout_local: money("The user's reward, in the app's currency."),
          currency: Type.String(),
        },
        closed,
      ),
    },
  ],
  errors: staffErrorsOfOne,
})

export const promotionShape = Type.Object(
  {
    id: idText('The id of the promotion.'),
    app_id: idText('The id of the app.'),
    app: Type.String({ description: 'The name that people read.' }),
    name: Type.String(),
    basis_points: Type.Integer({ description: '20,000 doubles what users get.' }),
    from: unixSeconds('The time of its begin.'),
    to: unixSeconds('The time of its end.'),
    state: Type.Enum(['planned', 'running', 'over']),
  },
  closed,
)
const unixTime = integerField({ min: 0, max: 253_402_300_799 })

export const listPromotions = operation({
  ...read,
  id: 'listPromotions',
  path: '/operator/v1/promotions',
  summary: 'Promotions',
  description: 'Lists promotions that run, will run or ran in the last 400 days.',
  query: { appId: optional(rowId, 'Only what concerns this app.') },
  success: [{ status: 200, description: 'The promotions of the app.', data: Type.Array(promotionShape) }],
  errors: staffErrors,
})

export const addPromotion = operation({
  ...change,
  id: 'addPromotion',
  method: 'POST',
  path: '/operator/v1/promotions',
  summary: 'Add a promotion',
  description: 'A promotion multiplies the virtual currency of an app’s users for clicks in its time.',
  body: {
    appId: required(bodyId, 'The id of the app.'),
    basisPoints: required(integerField({ min: 1, max: 1_000_000 }), '20,000 doubles what users get.'),
    from: optional(unixTime, 'Unix seconds; from now on unless given.'),
    to: required(unixTime, 'A time in Unix seconds.'),
    name: optional(textField({ min: 1, max: 255, example: 'Double weekend' }), 'The name that people read.'),
  },
  success: [{ status: 201, description: 'The promotion as it is now.', data: promotionShape }],
  errors: staffErrorsOfOne,
})

export const endPromotion = operation({
  ...change,
  id: 'endPromotion',
  method: 'POST',
  path: '/operator/v1/promotions/{promotionId}/end',
  pathParameters: { promotionId: required(rowId, 'The id of the promotion.') },
  summary: 'End a promotion',
  description: 'The promotion ends now, or never begins.',
  body: noParameters,
  success: [{ status: 200, description: 'The promotion as it is now.', data: promotionShape }],
  errors: staffErrorsOfOne,
})

const code = patternField({
  pattern: /^[A-Za-z]{3,5}$/,
  message: 'must be a code such as EUR',
  example: 'EUR',
  max: 5,
})

const rateShape = Type.Object(
  {
    currency: Type.String(),
    day: Type.String(),
    usd: Type.String({ description: 'The worth of one unit, exact.' }),
  },
  closed,
)

export const listRates = operation({
  ...read,
  id: 'listRates',
  path: '/operator/v1/rates',
  summary: 'Exchange rates',
  description: 'Lists the rates of the last 60 days, newest first, 1,000 at most.',
  query: { currency: optional(code, 'Only the rates of this currency.', { emptyIsAbsent: true }) },
  success: [{ status: 200, description: 'The exchange rates, newest first.', data: Type.Array(rateShape) }],
  errors: staffErrors,
})

export type RateRow = Readonly<Record<string, unknown>>
const ratesMax = 5_000

/** Rows as they come; each is read by the rules of rates, and named where it is none. */
const rateRows: Field<readonly RateRow[]> = {
  schema: Type.Array(rateShape, { minItems: 1, maxItems: ratesMax }),
  read(raw) {
    if (!Array.isArray(raw) || raw.length === 0 || raw.length > ratesMax) {
      return refused('array', `must be a list of 1 to ${ratesMax} rates`)
    }
    return accepted(raw.map((row) => (typeof row === 'object' && row !== null ? (row as RateRow) : {}))) // any object
  },
}

const rateProblems = Type.Array(
  Type.Object({ line: Type.Integer(), field: orNull(Type.String()), message: Type.String() }, closed),
)
const rateBody = { rates: required(rateRows, 'Rows with `currency`, `day` and `usd`.') } as const

export const tryRates = operation({
  ...change,
  id: 'tryRates',
  method: 'POST',
  path: '/operator/v1/rates/trial',
  summary: 'Preview of exchange rates',
  description:
    'Shows the rate that each day has already, and the rows that would be refused. Nothing is written.',
  body: rateBody,
  bodyMaxBytes: 1024 * 1024,
  success: [
    {
      status: 200,
      description: 'The differences that it would make.',
      data: Type.Object(
        {
          changes: Type.Array(
            Type.Object(
              { ...rateShape.properties, before: orNull(Type.String(), 'The present rate; null: none.') },
              closed,
            ),
          ),
          unchanged: Type.Integer({ minimum: 0 }),
          refused: Type.Integer({ minimum: 0 }),
          problems: rateProblems,
        },
        closed,
      ),
    },
  ],
  errors: staffErrors,
})

export const importRates = operation({
  ...change,
  id: 'importRates',
  method: 'POST',
  path: '/operator/v1/rates',
  summary: 'Set exchange rates',
  description:
    'Takes one rate or many. A rate of the same currency and day is replaced. A bad row changes nothing.',
  body: rateBody,
  bodyMaxBytes: 1024 * 1024,
  success: [
    {
      status: 200,
      description: 'The numbers of written and refused rates.',
      data: Type.Object(
        {
          written: Type.Integer(),
          refused: Type.Integer(),
          problems: rateProblems,
        },
        closed,
      ),
    },
  ],
  errors: staffErrors,
})

export const termsOperations = [
  tryMargin,
  listPromotions,
  addPromotion,
  endPromotion,
  listRates,
  tryRates,
  importRates,
] as const
