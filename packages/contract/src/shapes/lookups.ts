import { callbackStates } from '@quoin/core/callbacks/conclude-attempt.ts'
import { eventSources } from '@quoin/core/conversions/conversion.ts'
import { offerChangeTypes } from '@quoin/core/catalogue/offer-changes.ts'
import { conversionStatuses } from '@quoin/core/conversions/status.ts'
import { offerStatuses, platforms } from '@quoin/core/offers/offer.ts'
import { requestOutcomes } from '@quoin/core/postbacks/request-outcome.ts'
import { clickOutcomes, clickVerdicts } from '@quoin/core/tracking/click.ts'
import { Type } from '../json-schema.ts'
import { detailFields } from '@quoin/core/offers/offer-fields.ts'
import { amount, closed, offerFields, orNull, unixSeconds, uuid, valueShapes } from './responses.ts'

const status = Type.Enum([...conversionStatuses])

export const oneOfferShape = Type.Object(
  {
    ...offerFields,
    ...valueShapes(detailFields),
    link: orNull(Type.String({ format: 'uri' }), 'Tracking link of the user; null when none was named.'),
    status: Type.Enum([...offerStatuses]),
    eligible: Type.Boolean({ description: 'Whether the list shows it to this user, or to their audience.' }),
  },
  closed,
)

const copiedOffer = Type.Object(
  {
    ...offerFields,
    link: orNull(
      Type.String(),
      'Tracking link with your macro, a URL once it is filled in; null when no macro was named.',
    ),
  },
  closed,
)

export const offerChangeShape = Type.Object(
  {
    type: Type.Enum([...offerChangeTypes], { description: 'The change since your cursor.' }),
    offer_id: Type.Integer(),
    sequence: Type.Integer({
      minimum: 1,
      description: 'Grows with each change of any offer: a lower one of the same offer is older.',
    }),
    changed_at: unixSeconds('When the change was found.'),
    offer: orNull(copiedOffer, 'The offer as the list has it; null of a removed one.'),
  },
  closed,
)

export const detectedMeta = Type.Object({
  detected: Type.Object(
    {
      country: Type.String({ pattern: '^[A-Z]{2}$', description: 'The country used; ZZ when unknown.' }),
      device: Type.Enum([...platforms], { description: 'The platform that was used.' }),
    },
    closed,
  ),
})

export const eligibilityShape = Type.Object(
  {
    offer_id: Type.Integer(),
    user_id: Type.String(),
    eligible: Type.Boolean({ description: 'Whether the list shows the offer: every check is passed.' }),
    checks: Type.Array(
      Type.Object(
        {
          code: Type.String({ description: 'status, schedule, test_mode, country, platform, taken, …' }),
          verdict: Type.Enum(['passed', 'failed']),
          message: Type.String({ description: 'The verdict as a sentence.' }),
        },
        closed,
      ),
    ),
  },
  closed,
)

export const pageMeta = Type.Object({
  returned: Type.Integer({ minimum: 0, description: 'Rows in this answer.' }),
  limit: Type.Integer({ minimum: 1, maximum: 100, description: 'The limit that was applied.' }),
  next_cursor: orNull(Type.String(), 'Where to go on; for a list that grows it is never null.'),
  has_more: Type.Boolean({ description: 'Whether more rows are there already.' }),
})

const reason = orNull(Type.String(), 'Why it is held or rejected: claim, cap, window, repeat, bot, …')

/** The identity of a conversion, besides its state. */
const identityFields = {
  conversion_id: uuid,
  offer_id: Type.Integer(),
  user_id: Type.String(),
  click_id: orNull(uuid, 'Null for a claim that no click was found for.'),
  sub_id: orNull(Type.String()),
  goal: orNull(Type.String(), 'Null means the offer’s default goal.'),
  transaction_id: orNull(Type.String(), 'The network’s id of the transaction.'),
  claim_transaction_id: orNull(Type.String(), 'The transactionId of your claim.'),
}

/** A state of it: the present one, or one on the way. */
const stateFields = {
  version: Type.Integer({ minimum: 1, description: 'How many changes it had by then.' }),
  status,
  reason,
  payout: amount("The publisher's payout, in USD."),
  payout_local: amount("In the app's virtual currency."),
}

const changeFields = {
  previous_status: orNull(status, 'Null for the first change.'),
  source: Type.Enum([...eventSources], { description: 'The person or part that caused it.' }),
  changed_at: unixSeconds('The time of the change.'),
}

const changeRowFields = {
  ...identityFields,
  ...stateFields,
  ...changeFields,
  currency: Type.String(),
  is_test: Type.Boolean({ description: 'Whether it was made with test credentials.' }),
  created_at: unixSeconds('When the conversion was first known.'),
}

export const conversionChangeShape = Type.Object(changeRowFields, closed)

export const activityShape = Type.Union([
  Type.Object(
    {
      type: Type.Literal('click'),
      at: unixSeconds('When the link was followed.'),
      click_id: uuid,
      offer_id: Type.Integer(),
      sub_id: orNull(Type.String()),
      country: Type.String(),
      platform: Type.Enum([...platforms]),
      verdict: Type.Enum([...clickVerdicts], { description: 'bot: a crawler or a tool.' }),
      outcome: Type.Enum([...clickOutcomes], { description: 'To the offer, or to a fallback.' }),
      reason: orNull(Type.String(), 'Why it fell back: paused, schedule, country, platform, capped, …'),
    },
    closed,
  ),
  Type.Object(
    {
      type: Type.Literal('conversion'),
      at: unixSeconds('The time of the change.'),
      ...changeRowFields,
    },
    closed,
  ),
])

const postbackFields = {
  postback_id: uuid,
  received_at: unixSeconds('When the network reported.'),
  outcome: Type.Enum([...requestOutcomes]),
  reason: orNull(Type.String()),
}

const callbackFields = {
  callback_id: uuid,
  version: Type.Integer({ description: 'The change that it tells.' }),
  endpoint: Type.String({ description: 'The name of the endpoint that it goes to.' }),
  event: Type.String(),
  state: Type.Enum([...callbackStates]),
  next_attempt_at: orNull(unixSeconds('When it is tried again.'), 'Null means that it is not tried again.'),
  attempts: Type.Array(
    Type.Object(
      {
        number: Type.Integer({ minimum: 1 }),
        attempted_at: unixSeconds('The time at which it was sent.'),
        http_status: orNull(Type.Integer(), 'Null means that there was no answer.'),
        failure: orNull(Type.String(), 'The reason for which no answer came.'),
        verdict: Type.String({ description: 'delivered, retry, stop or flagged.' }),
        message: Type.String({ description: 'The verdict as a sentence.' }),
      },
      closed,
    ),
    { description: 'The attempts, oldest first.' },
  ),
}

export const conversionDetailShape = Type.Object(
  {
    ...identityFields,
    ...stateFields,
    live_reason: orNull(
      Type.String(),
      'Why the same conversion would be held if it were live: `bot` or `risk`. Test conversions only; else null.',
    ),
    currency: Type.String(),
    is_test: Type.Boolean({ description: 'Whether it was made with test credentials.' }),
    created_at: unixSeconds('When the conversion was first known.'),
    updated_at: unixSeconds('When it last changed.'),
    history: Type.Array(Type.Object({ ...stateFields, ...changeFields, postback_id: orNull(uuid) }, closed), {
      description: 'Every change, oldest first.',
    }),
    postbacks: Type.Array(Type.Object(postbackFields, closed), {
      description: 'Reports of the network, oldest first, repeats included; at most 100.',
    }),
    callbacks: Type.Array(Type.Object(callbackFields, closed), {
      description: 'Whom it was told, with every attempt; at most 100.',
    }),
  },
  closed,
)

export const erasureShape = Type.Object(
  {
    erasure_id: uuid,
    token: Type.String({
      description: 'The token that replaces the user id from now on.',
      examples: ['erased-5f0c1a7d9b3e2468…'],
    }),
    status: Type.Enum(['done', 'running']),
    erased: Type.Object(
      {
        clicks: Type.Integer(),
        conversions: Type.Integer(),
        device_links: Type.Integer(),
        risk_assessments: Type.Integer(),
        list_entries: Type.Integer(),
      },
      { ...closed, description: 'How much this call has erased.' },
    ),
  },
  closed,
)
