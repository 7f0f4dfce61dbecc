import { conversionStatuses } from '@quoin/core/conversions/status.ts'
import { Type } from '../../json-schema.ts'
import { optional } from '../../fields/field.ts'
import { textField, wordField } from '../../fields/text-fields.ts'
import { operation } from '../../operation.ts'
import { listMeta } from '../../operator/list-parameters.ts'
import { idText, money, staffErrorsOfOne } from '../../operator/operator-parts.ts'
import { noParameters } from '../../parameters.ts'
import { closed, orNull, unixSeconds, uuid } from '../../shapes/responses.ts'
import { member, ownApp } from '../manage-parts.ts'
import { byTime, historyFilter } from './history-parts.ts'

const textOrNull = orNull(Type.String())

const conversions = {
  ...member,
  method: 'GET',
  tag: 'Conversions and clicks',
  pathParameters: ownApp,
  role: 'analyst',
  body: noParameters,
  errors: staffErrorsOfOne,
} as const

const filter = {
  ...historyFilter,
  transactionId: optional(
    textField({ min: 1, max: 255, example: 'T-1001' }),
    'Only of this transaction, as the network or your server named it.',
    { emptyIsAbsent: true },
  ),
  status: optional(wordField(conversionStatuses), 'Only conversions in this status.', {
    emptyIsAbsent: true,
  }),
}

const conversionShape = Type.Object(
  {
    id: uuid,
    at: unixSeconds('The time at which the service first knew of it.'),
    changed_at: unixSeconds('When it last changed.'),
    status: Type.Enum([...conversionStatuses]),
    is_held: Type.Boolean({ description: 'Pending for a person, or for the days of its hold.' }),
    reason: orNull(Type.String(), 'Why it waits or was refused, as a sentence’s end.'),
    release_at: orNull(unixSeconds('When its hold ends by itself.')),
    user_id: Type.String(),
    click_id: orNull(uuid),
    sub_id: textOrNull,
    transaction_id: textOrNull,
    offer_id: idText('The id of the offer.'),
    offer: textOrNull,
    goal: Type.String({ description: 'Empty where the offer has none.' }),
    country: textOrNull,
    platform: textOrNull,
    payout: money('Your payout, in USD.'),
    reward: money('The reward of the user, in the app’s currency.'),
    currency: Type.String({ description: 'The currency of the reward.' }),
  },
  closed,
)

export const listMyConversions = operation({
  ...conversions,
  id: 'listMyConversions',
  path: '/manage/v1/apps/{appId}/conversions',
  reads: 'elsewhere',
  summary: 'Conversions of an app',
  description:
    'You can search by user, click, transaction, sub id, offer, status and time. The newest come first.',
  query: { ...byTime, ...filter },
  success: [
    { status: 200, description: 'One page of the list.', data: Type.Array(conversionShape), meta: listMeta },
  ],
})

export const exportMyConversions = operation({
  ...conversions,
  id: 'exportMyConversions',
  path: '/manage/v1/apps/{appId}/conversions/file',
  reads: 'elsewhere',
  summary: 'Conversions as a CSV file',
  description: 'Takes the same conditions as the list. The file has 10,000 rows at most, newest first.',
  query: filter,
  success: [{ status: 200, description: 'The CSV file.', plain: { 'text/csv': Type.String() } }],
})
