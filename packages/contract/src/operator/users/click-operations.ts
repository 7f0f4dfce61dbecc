import { decisions } from '@quoin/core/conversions/decisions.ts'
import { Type } from '../../json-schema.ts'
import { required } from '../../fields/field.ts'
import { ownId } from '../../fields/id-fields.ts'
import { operation } from '../../operation.ts'
import { noParameters } from '../../parameters.ts'
import { closed, orNull, unixSeconds, uuid } from '../../shapes/responses.ts'
import { idText, money, staffErrorsOfOne } from '../operator-parts.ts'

const timelineShape = Type.Object(
  {
    click_id: uuid,
    notes: Type.Array(Type.String(), { description: 'The facts that are not known, and why.' }),
    entries: Type.Array(
      Type.Object(
        {
          at: unixSeconds('The time of the event.'),
          kind: Type.String({
            description: 'listing, click, redirect, postback, conversion, ledger, callback or attempt.',
            examples: ['postback'],
          }),
          text: Type.String({
            description: 'The fact as a sentence.',
            examples: ['The network reported by GET: applied, answered 200.'],
          }),
          facts: Type.Object({}, { description: 'The facts of the step.' }),
        },
        closed,
      ),
      { description: 'The steps in the order of time.' },
    ),
  },
  closed,
)

export const tellTimeline = operation({
  id: 'tellTimeline',
  method: 'GET',
  path: '/operator/v1/timeline/{clickId}',
  reads: 'elsewhere',
  pathParameters: { clickId: required(ownId, 'The id of the click.') },
  tag: 'Clicks',
  summary: 'Everything that happened to a click',
  description: 'Lists the events of a click in their order, with reasons.',
  proof: 'staff',
  role: 'analyst',
  query: noParameters,
  body: noParameters,
  success: [{ status: 200, description: 'The timeline of the click.', data: timelineShape }],
  errors: staffErrorsOfOne,
})

const lanes = ['user', 'quoin', 'network', 'publisher'] as const
const forms = ['happened', 'recomputed', 'missing', 'waiting'] as const

/** One step of a click's story. */
export const stepShape = Type.Object(
  {
    at_ms: orNull(Type.Integer(), 'When, in Unix milliseconds; null where it did not happen.'),
    lane: Type.Enum([...lanes], { description: 'The party that does the step.' }),
    form: Type.Enum([...forms], {
      description: 'Whether it happened, is worked out now, is missing, or comes.',
    }),
    tone: Type.Enum(['plain', 'ok', 'bad']),
    title: Type.String({ examples: ['Follows the link'] }),
    state: orNull(Type.String(), 'The word for its state.'),
    why: Type.String({ description: 'The reason, as sentences; may be empty.' }),
    checks: Type.Array(
      Type.Object({ code: Type.String(), passed: Type.Boolean(), sentence: Type.String() }, closed),
      { description: "The list's rules, where it is about them." },
    ),
    amount: orNull(money('The amount that it moves, in USD.')),
    amount_note: orNull(Type.String(), 'The meaning of the amount: a reward, a margin.'),
    payable: orNull(money("The publisher's part of a booking.")),
    margin: orNull(money('The margin of a booking.')),
    risk_score: orNull(Type.Number(), 'The risk score, from 0 to 100.'),
    raw: Type.Array(Type.Object({ name: Type.String(), value: Type.String() }, closed), {
      description: 'The request and its answer, without secrets.',
    }),
  },
  closed,
)

const thing = (description: string) =>
  orNull(Type.Object({ id: idText(description), name: Type.String(), status: Type.String() }, closed))

/** Parts of the story of a click. */
export const storyParts = {
  click_id: uuid,
  clicked_at: unixSeconds('When the link was followed.'),
  user_id: Type.String(),
  is_test: Type.Boolean(),
  offer: thing('The offer in full.'),
  network: thing('The network of the offer.'),
  app: thing('The app in full.'),
  verdict: Type.Object(
    {
      state: Type.String(),
      sentence: Type.String({ examples: ['Paid. Pixelforge’s server took the callback at once.'] }),
      detail: Type.String(),
      remedy: orNull(Type.String(), 'The event that has to happen for it to be paid.'),
      cause: Type.Enum(['paid', 'review', 'callback', 'refused', 'silent', 'waiting', 'final']),
    },
    closed,
  ),
  answer: Type.Object(
    {
      publisher: Type.Array(Type.String(), { description: 'Paragraphs for its publisher.' }),
      user: Type.Array(Type.String(), { description: 'Paragraphs for its user.' }),
    },
    { ...closed, description: 'An answer to copy: what happened and why, what comes next and when.' },
  ),
  steps: Type.Array(stepShape, { description: 'The steps in their order.' }),
  conversions: Type.Array(
    Type.Object(
      {
        id: uuid,
        status: Type.String(),
        version: Type.Integer({ minimum: 1 }),
        payout: money("The publisher's payout, in USD."),
        is_in_review: Type.Boolean({ description: 'Whether it waits for a person.' }),
        decisions: Type.Array(Type.Enum([...decisions]), {
          description: 'The decisions that it is open to.',
        }),
        transaction_id: orNull(Type.String()),
      },
      closed,
    ),
  ),
  callbacks: Type.Array(
    Type.Object({ id: uuid, endpoint_id: idText('The id of its endpoint.'), state: Type.String() }, closed),
  ),
  refused_postbacks: Type.Array(uuid, { description: 'Reports that were kept and may be replayed.' }),
}

export const getClickStory = operation({
  id: 'getClickStory',
  method: 'GET',
  path: '/operator/v1/clicks/{clickId}/story',
  reads: 'elsewhere',
  pathParameters: { clickId: required(ownId, 'The id of the click.') },
  tag: 'Clicks',
  summary: 'Was it paid, and why not',
  description: 'Gives the answer first, then every step with its reason, and what is missing.',
  proof: 'staff',
  role: 'analyst',
  query: noParameters,
  body: noParameters,
  success: [
    {
      status: 200,
      description: 'The story with its steps.',
      data: Type.Object(storyParts, closed),
    },
  ],
  errors: staffErrorsOfOne,
})
