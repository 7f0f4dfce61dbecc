import { decisions } from '@quoin/core/conversions/decisions.ts'
import { conversionStatuses } from '@quoin/core/conversions/status.ts'
import { clickOutcomes, clickVerdicts } from '@quoin/core/tracking/click.ts'
import { Type } from '../../json-schema.ts'
import { optional } from '../../fields/field.ts'
import { ownId } from '../../fields/id-fields.ts'
import { countField } from '../../fields/number-fields.ts'
import { textField, wordField } from '../../fields/text-fields.ts'
import { operation } from '../../operation.ts'
import { noParameters } from '../../parameters.ts'
import { closed, orNull, unixSeconds, uuid } from '../../shapes/responses.ts'
import { rowId } from '../ledger/ledger-operations.ts'
import { pageStandard } from '../list-parameters.ts'
import { idText, money, staffErrors } from '../operator-parts.ts'

const unixTime = countField({ min: 0, max: 253_402_300_799 })
const word = textField({ min: 1, max: 64, example: 'cap' })

/** The list is never counted: a platform has millions of them. */
const uncountedMeta = Type.Object({
  next: orNull(Type.String(), 'The `after` of the next page; null when this is the last one.'),
})

const historyQuery = {
  limit: optional(
    countField({ min: 1, max: 100, default: pageStandard }),
    `Rows in this answer; ${pageStandard} unless given.`,
  ),
  after: optional(ownId, '`meta.next` of the page before. Without it: from the newest.'),
  app: optional(rowId, 'Only rows of this app.'),
  offer: optional(rowId, 'Only rows of this offer.'),
  network: optional(rowId, 'Only rows of this network.'),
  user: optional(textField({ min: 1, max: 255, example: 'user-42' }), 'Only rows of this user.'),
  mode: optional(wordField(['live', 'test']), 'Live ones, or tests; live unless given.'),
  from: optional(unixTime, 'At this time or later, in Unix seconds; 30 days back unless given.'),
  to: optional(unixTime, 'Before this time, in Unix seconds.'),
} as const

const clickShape = Type.Object(
  {
    click_id: uuid,
    at: unixSeconds('When the link was followed.'),
    app_id: idText('The id of the app.'),
    offer_id: idText('The id of the offer.'),
    user_id: Type.String(),
    sub_id: orNull(Type.String()),
    country: Type.String({ description: 'ISO alpha-2, or ZZ.' }),
    platform: Type.String(),
    verdict: Type.Enum([...clickVerdicts]),
    outcome: Type.Enum([...clickOutcomes]),
    reason: orNull(Type.String(), 'The reason for which it fell back.'),
    test: Type.Boolean(),
  },
  closed,
)

export const listClicks = operation({
  id: 'listClicks',
  method: 'GET',
  path: '/operator/v1/clicks',
  reads: 'elsewhere',
  tag: 'Clicks',
  summary: 'Clicks of all apps',
  description: 'The newest come first.',
  proof: 'staff',
  role: 'analyst',
  query: {
    ...historyQuery,
    verdict: optional(wordField(clickVerdicts), 'Only clicks of this verdict.'),
    outcome: optional(wordField(clickOutcomes), 'Only clicks with this outcome.'),
    reason: optional(word, 'Only those that fell back for this, such as `paused` or `country`.'),
  },
  body: noParameters,
  success: [
    { status: 200, description: 'One page of the list.', data: Type.Array(clickShape), meta: uncountedMeta },
  ],
  errors: staffErrors,
})

const conversionShape = Type.Object(
  {
    id: uuid,
    version: Type.Integer({
      minimum: 1,
      description: 'Counts its steps: a decision names the one that was looked at.',
    }),
    at: unixSeconds('The time at which the service first knew of it.'),
    app_id: idText('The id of the app.'),
    app: orNull(Type.String(), 'The name that people read.'),
    offer_id: idText('The id of the offer.'),
    offer: orNull(Type.String(), 'Its name; null where it was removed.'),
    network_id: idText('The id of the network.'),
    network: orNull(Type.String(), 'The name that people read.'),
    user_id: Type.String(),
    sub_id: orNull(Type.String()),
    click_id: orNull(uuid),
    goal: Type.String(),
    status: Type.Enum([...conversionStatuses]),
    reason: orNull(Type.String(), 'The reason for its status.'),
    decisions: Type.Array(Type.Enum([...decisions]), { description: 'The decisions that it is open to.' }),
    source: Type.String({ description: '`postback`, or `claim` of the publisher.' }),
    transaction_id: orNull(Type.String()),
    revenue: money("The network's payment, in USD."),
    payout: money("The publisher's payout, in USD."),
    payout_local: money('The reward of the user.'),
    currency: Type.String(),
    test: Type.Boolean(),
  },
  closed,
)

export const listConversions = operation({
  id: 'listConversions',
  method: 'GET',
  path: '/operator/v1/conversions',
  reads: 'elsewhere',
  tag: 'Conversions',
  summary: 'Conversions of all apps',
  description: 'The conversions that the service heard of last come first.',
  proof: 'staff',
  role: 'analyst',
  query: {
    ...historyQuery,
    status: optional(wordField(conversionStatuses), 'Only conversions in this status.'),
    reason: optional(word, 'Only those that are what they are for this, such as `cap` or `risk`.'),
  },
  body: noParameters,
  success: [
    {
      status: 200,
      description: 'One page of the list.',
      data: Type.Array(conversionShape),
      meta: uncountedMeta,
    },
  ],
  errors: staffErrors,
})
