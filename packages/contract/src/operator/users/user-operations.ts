import { listActions } from '@quoin/core/lists/list-entry.ts'
import { Type } from '../../json-schema.ts'
import { optional, required } from '../../fields/field.ts'
import { countField } from '../../fields/number-fields.ts'
import { textField, wordField } from '../../fields/text-fields.ts'
import { userId } from '../../fields/user-fields.ts'
import { operation } from '../../operation.ts'
import { noParameters } from '../../parameters.ts'
import { closed, orNull, unixSeconds, uuid } from '../../shapes/responses.ts'
import { rowId } from '../ledger/ledger-operations.ts'
import { idText, money, staffErrorsOfOne } from '../operator-parts.ts'

const appPath = { appId: required(rowId, 'The id of the app.') } as const
const count = Type.Integer({ minimum: 0 })
const textOrNull = orNull(Type.String())

/** A list that a user is on. */
export const userListShape = Type.Object(
  {
    id: idText('The id of the entry.'),
    action: Type.Enum([...listActions]),
    reason: Type.String(),
    actor: Type.String(),
    created_at: unixSeconds('The time of the begin of the entry.'),
    expires_at: orNull(unixSeconds('The time of the end of the entry.')),
  },
  closed,
)

export const userShape = Type.Object(
  {
    user_id: Type.String(),
    app_id: idText('The id of the app.'),
    app: Type.String(),
    is_test: Type.Boolean(),
    answers: Type.Array(Type.String(), { description: 'The obstacles between this user and a reward.' }),
    first_seen_at: orNull(unixSeconds('The first click that is kept.')),
    last_seen_at: orNull(unixSeconds('The time of the last sign of them.')),
    clicks_count: count,
    conversions_count: count,
    reversed_count: count,
    earned: money("The publisher's payout for this user, in USD."),
    devices: count,
    risk_score: orNull(Type.Number(), '0 to 100; null without a fingerprint.'),
    clicks: Type.Array(
      Type.Object(
        {
          click_id: uuid,
          at: unixSeconds('The time at which it happened.'),
          offer_id: idText('The id of the offer.'),
          offer: textOrNull,
          country: Type.String(),
          platform: Type.String(),
          state: Type.String({ description: '`accepted`, `bot` or `fallback`.' }),
          reason: textOrNull,
        },
        closed,
      ),
    ),
    conversions: Type.Array(
      Type.Object(
        {
          id: uuid,
          at: unixSeconds('The time at which the service first knew of it.'),
          click_id: orNull(uuid),
          offer_id: idText('The id of the offer.'),
          offer: textOrNull,
          goal: Type.String(),
          status: Type.String(),
          reason: textOrNull,
          payout: money("The publisher's payout, in USD."),
          reward: Type.String({
            description: 'The reward with the name of its currency.',
            examples: ['1260 Coins'],
          }),
          transaction_id: textOrNull,
        },
        closed,
      ),
    ),
    callbacks: Type.Array(
      Type.Object(
        {
          id: uuid,
          conversion_id: uuid,
          endpoint: Type.String(),
          event: Type.String(),
          state: Type.String(),
          attempts: count,
          ended_at: orNull(unixSeconds('The time of its end.')),
        },
        closed,
      ),
    ),
    lists: Type.Array(userListShape),
    assessments: Type.Array(
      Type.Object(
        {
          at: unixSeconds('The time at which it happened.'),
          score: Type.Number(),
          device: Type.String({ description: 'The first characters of the key of the device.' }),
          blocked: Type.Boolean(),
          reasons: Type.Array(
            Type.Object({ code: Type.String(), points: Type.Number(), detail: Type.String() }, closed),
          ),
        },
        closed,
      ),
    ),
  },
  closed,
)

export const getUser = operation({
  id: 'getUser',
  method: 'GET',
  path: '/operator/v1/apps/{appId}/user',
  reads: 'elsewhere',
  pathParameters: appPath,
  tag: 'Users',
  summary: 'The story of a user',
  description:
    'Returns the clicks and conversions of a user with their outcomes, the devices, the risk with its ' +
    'reasons, and the obstacles to a reward.',
  proof: 'staff',
  role: 'analyst',
  query: {
    userId: required(userId, 'The app’s id of the user.'),
    test: optional(wordField(['yes', 'no']), 'Whether of test credentials; no unless given.'),
    limit: optional(countField({ min: 1, max: 100, default: 25 }), 'Rows of each list; 25 unless given.'),
  },
  body: noParameters,
  success: [{ status: 200, description: 'The story with its steps.', data: userShape }],
  errors: staffErrorsOfOne,
})

export const listUser = operation({
  id: 'listUser',
  method: 'POST',
  path: '/operator/v1/apps/{appId}/user/list',
  pathParameters: appPath,
  tag: 'Users',
  summary: 'Block, allow or watch a user',
  description:
    'The entry is in force at once. If the user is on a list already, the new action replaces the old ' +
    'one.',
  proof: 'staff',
  role: 'reviewer',
  query: noParameters,
  body: {
    userId: required(userId, 'The app’s id of the user.'),
    action: required(wordField(listActions), 'The list to put the user on.'),
    reason: required(
      textField({ min: 1, max: 255, example: 'One device, nine accounts.' }),
      'The reason, in your words.',
    ),
  },
  success: [
    {
      status: 200,
      description: 'The entry of the list.',
      data: Type.Object({ id: idText('The id of the entry.'), action: Type.Enum([...listActions]) }, closed),
    },
  ],
  errors: staffErrorsOfOne,
})
