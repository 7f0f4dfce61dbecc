import { reviewReasons } from '@quoin/core/conversions/conversion.ts'
import { conversionStatuses } from '@quoin/core/conversions/status.ts'
import { Type } from '../../json-schema.ts'
import { optional, required } from '../../fields/field.ts'
import { ownId } from '../../fields/id-fields.ts'
import { countField } from '../../fields/number-fields.ts'
import { textField, wordField } from '../../fields/text-fields.ts'
import { operation } from '../../operation.ts'
import { noParameters } from '../../parameters.ts'
import { closed, orNull, unixSeconds, uuid } from '../../shapes/responses.ts'
import { listMeta, listParameters } from '../list-parameters.ts'
import { idText, money, staffErrors, staffErrorsOfOne } from '../operator-parts.ts'

const idParameter = countField({ min: 1, max: Number.MAX_SAFE_INTEGER })
const status = Type.Enum([...conversionStatuses])
const score = orNull(
  Type.Number({ minimum: 0, maximum: 100 }),
  'The probability of fraud in percent; null where nothing speaks for it.',
)
const reasonShape = Type.Object(
  {
    code: Type.String({ examples: ['fast_conversion'] }),
    points: Type.Number({ description: 'The points, in natural-log odds.' }),
    detail: Type.String({ description: 'The fact as a sentence.' }),
  },
  closed,
)

const reviewFields = {
  id: uuid,
  version: Type.Integer({
    minimum: 1,
    description: 'Sent with a decision: it holds for what was looked at.',
  }),
  status,
  reason: orNull(Type.String({ examples: ['risk'] }), 'The reason for which it waits.'),
  reported_status: orNull(status, 'The last word of the network; null while it has said nothing.'),
  source: Type.String({ description: '`postback`, or `claim` of the publisher.' }),
  app_id: idText('The id of the app.'),
  app: Type.String(),
  offer_id: idText('The id of the offer.'),
  offer: Type.String(),
  network_id: idText('The id of the network.'),
  network: Type.String(),
  user_id: Type.String(),
  sub_id: orNull(Type.String()),
  click_id: orNull(uuid),
  country: orNull(Type.String()),
  platform: orNull(Type.String()),
  goal: Type.String(),
  revenue: money("The network's payment, in USD."),
  payout: money('The payout that the publisher would be owed, in USD.'),
  stake: money(
    'The part of it that is at stake, in USD: times the probability of fraud, 3 % where nothing speaks.',
  ),
  payout_local: money('The reward that the user would get.'),
  currency: Type.String(),
  test: Type.Boolean(),
  score,
  first_reason: orNull(Type.String(), 'The strongest reason, as a sentence.'),
  created_at: unixSeconds('When it was first reported.'),
}

export const listReviews = operation({
  id: 'listReviews',
  method: 'GET',
  path: '/operator/v1/reviews',
  tag: 'Reviews',
  summary: 'Conversions that wait for a decision',
  description:
    'Lists held conversions and claims, as a rule by what is at stake: the payout times the probability ' +
    'of fraud.',
  proof: 'staff',
  role: 'analyst',
  query: {
    ...listParameters({ weight: ['integer', 'id'], time: ['id'] }, '-weight'),
    reason: optional(wordField(reviewReasons), 'Only those that wait for this.'),
    app: optional(idParameter, 'Only rows of this app.'),
    network: optional(idParameter, 'Only rows of this network.'),
    offer: optional(idParameter, 'Only rows of this offer.'),
    user: optional(textField({ min: 1, max: 255, example: 'user-42' }), 'Only rows of this user.'),
    mode: optional(wordField(['live', 'test']), 'Only live rows, or only tests.'),
  },
  body: noParameters,
  success: [
    {
      status: 200,
      description: 'One page of the list.',
      data: Type.Array(Type.Object(reviewFields, closed)),
      meta: Type.Object({
        ...listMeta.properties,
        payout: money(
          'The payouts of all live ones that match, in USD; of the 10,000 with the highest stakes at most.',
        ),
        stake: money('The part of it that is at stake, in USD.'),
      }),
    },
  ],
  errors: staffErrors,
})

const outcomesShape = Type.Object(
  {
    approved: Type.Integer(),
    pending: Type.Integer(),
    rejected: Type.Integer(),
    reversed: Type.Integer(),
    payout: money('The payouts of their conversions, as far as they stand, in USD.'),
  },
  closed,
)

export const getReview = operation({
  id: 'getReview',
  method: 'GET',
  path: '/operator/v1/reviews/{conversionId}',
  pathParameters: { conversionId: required(ownId, 'The id of the conversion.') },
  tag: 'Reviews',
  summary: 'The evidence of one conversion',
  description:
    'Returns the reasons, the comparisons, and the users who share a device with its user, with what ' +
    'became of them.',
  proof: 'staff',
  role: 'analyst',
  query: noParameters,
  body: noParameters,
  success: [
    {
      status: 200,
      description: 'The evidence that is known.',
      data: Type.Object(
        {
          ...reviewFields,
          reasons: Type.Array(reasonShape),
          device: orNull(
            Type.Object(
              {
                score: Type.Number(),
                at: unixSeconds('When it was last assessed.'),
                multi_accounting: Type.Boolean(),
                reasons: Type.Array(reasonShape),
              },
              closed,
            ),
            'The last assessment of the device of the user.',
          ),
          comparisons: Type.Array(
            Type.Object({ text: Type.String(), speaks: Type.Enum(['for', 'against', 'neither']) }, closed),
          ),
          links: Type.Object(
            {
              self: Type.String({ description: 'The key of the user.' }),
              devices: Type.Array(
                Type.Object({ key: Type.String(), users: Type.Integer({ minimum: 1 }) }, closed),
              ),
              users: Type.Array(
                Type.Object(
                  {
                    key: Type.String(),
                    user_id: orNull(Type.String(), 'Null for who has no conversion of the last 90 days.'),
                    same_subnet: Type.Boolean(),
                    last_seen_at: unixSeconds('The last time on one of these devices.'),
                    outcomes: orNull(outcomesShape),
                  },
                  closed,
                ),
              ),
              edges: Type.Array(
                Type.Object(
                  { device: Type.String(), user: Type.String(), times: Type.Integer({ minimum: 1 }) },
                  closed,
                ),
              ),
              bounded: Type.Boolean({ description: 'There are more than are shown.' }),
            },
            closed,
          ),
          history: Type.Array(
            Type.Object(
              {
                at: unixSeconds('The time at which it happened.'),
                from: orNull(status),
                to: status,
                reason: orNull(Type.String()),
                source: Type.String(),
                actor: orNull(Type.String()),
              },
              closed,
            ),
          ),
        },
        closed,
      ),
    },
  ],
  errors: staffErrorsOfOne,
})

export const reviewOperations = [listReviews, getReview] as const
