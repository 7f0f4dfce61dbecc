import { capMeasures, capPeriods } from '@quoin/core/caps/cap.ts'
import { Type } from '../../json-schema.ts'
import { optional, required } from '../../fields/field.ts'
import { amountField, integerField } from '../../fields/number-fields.ts'
import { flag, orNone } from '../../fields/json-fields.ts'
import { wordField } from '../../fields/text-fields.ts'
import { userId } from '../../fields/user-fields.ts'
import { operation } from '../../operation.ts'
import { noParameters } from '../../parameters.ts'
import { closed, orNull } from '../../shapes/responses.ts'
import { rowId } from './offer-operations.ts'
import { idText, staffErrors, staffErrorsOfOne } from '../operator-parts.ts'

const amountIn = (options: { readonly description?: string }) =>
  Type.String({ pattern: '^[0-9]+(\\.[0-9]{1,6})?$', examples: ['250'], ...options })
const amount = amountIn({})

const capShape = {
  id: idText('The id of the cap.'),
  network_id: orNull(idText('The network that it counts; null means every network.')),
  offer_id: orNull(idText('The offer that it counts; null means every offer.')),
  app_id: orNull(idText('The app that it counts; null means every app.')),
  user_id: orNull(Type.String(), 'This user of the app alone.'),
  each_user: Type.Boolean({ description: 'Each user has the limit for themselves.' }),
  period: Type.Enum([...capPeriods]),
  measure: Type.Enum([...capMeasures]),
  limit: amountIn({ description: 'Conversions, or USD where the measure is an amount.' }),
}

const oneCap = Type.Object(capShape, closed)

const usedCap = Type.Object(
  {
    ...capShape,
    use: Type.Array(
      Type.Object(
        {
          day: orNull(
            Type.String({ format: 'date', examples: ['2026-11-21'] }),
            'The day at its networks; null: in all.',
          ),
          used: amount,
          left: amount,
          users: orNull(
            Type.Integer({ minimum: 0 }),
            'Users who have used some of their own cap, where each has one.',
          ),
          users_at_limit: orNull(Type.Integer({ minimum: 0 })),
        },
        closed,
      ),
    ),
  },
  closed,
)

export const listCaps = operation({
  id: 'listCaps',
  method: 'GET',
  path: '/operator/v1/caps',
  tag: 'Caps',
  summary: 'Caps and how much of each is used',
  description: 'Lists the caps in the order of their ids, at most 1,000. Go on from the last id.',
  proof: 'staff',
  role: 'analyst',
  query: {
    networkId: optional(rowId, 'Only what concerns this network.'),
    offerId: optional(rowId, 'Only what concerns this offer.'),
    appId: optional(rowId, 'Only what concerns this app.'),
    afterId: optional(rowId, 'The last id of the page before.'),
  },
  body: noParameters,
  success: [{ status: 200, description: 'The caps and how much is used.', data: Type.Array(usedCap) }],
  errors: staffErrors,
})

const id = integerField({ min: 1, max: Number.MAX_SAFE_INTEGER })
const usd = amountField({ minMicros: 0, maxMicros: 1_000_000_000_000_000 })

export const setCap = operation({
  id: 'setCap',
  method: 'PUT',
  path: '/operator/v1/caps',
  tag: 'Caps',
  summary: 'Set a cap',
  description:
    'If the cap is there, it gets the new limit. Give exactly one of the three limits. Earlier ' +
    'conversions count towards it. It is in force for every conversion that is decided afterwards.',
  proof: 'staff',
  role: 'operator',
  query: noParameters,
  body: {
    networkId: optional(orNone(id), 'The only network that it applies to; null means every network.'),
    offerId: optional(orNone(id), 'The only offer that it applies to; null means every offer.'),
    appId: optional(orNone(id), 'The only app that it applies to; null means every app.'),
    userId: optional(orNone(userId), 'One user of the app alone.'),
    eachUser: optional(flag, 'Each user has the limit for themselves.'),
    period: required(wordField(capPeriods), 'A day in the time zone of the network, or all time.'),
    count: optional(
      integerField({ min: 0, max: Number.MAX_SAFE_INTEGER }),
      'The limit as a number of conversions.',
    ),
    revenue: optional(usd, "The limit of the networks' payments, in USD."),
    payout: optional(usd, "The limit of the publishers' payouts, in USD."),
  },
  success: [{ status: 200, description: 'The cap as it is now.', data: oneCap }],
  errors: staffErrorsOfOne,
})

export const removeCap = operation({
  id: 'removeCap',
  method: 'DELETE',
  path: '/operator/v1/caps/{capId}',
  pathParameters: { capId: required(rowId, 'The id of the cap.') },
  tag: 'Caps',
  summary: 'Remove a cap',
  description: 'Offers that the cap kept back are shown again at once.',
  proof: 'staff',
  role: 'operator',
  query: noParameters,
  body: noParameters,
  success: [{ status: 200, description: 'The cap that was removed.', data: oneCap }],
  errors: staffErrorsOfOne,
})
