import { Type } from '../../json-schema.ts'
import { optional } from '../../fields/field.ts'
import { countField } from '../../fields/number-fields.ts'
import { textField } from '../../fields/text-fields.ts'
import { operation } from '../../operation.ts'
import { noParameters } from '../../parameters.ts'
import { closed, orNull, unixSeconds } from '../../shapes/responses.ts'
import { money, staffErrors } from '../operator-parts.ts'

const common = {
  method: 'GET',
  tag: 'Overview',
  proof: 'staff',
  role: 'analyst',
  body: noParameters,
  errors: staffErrors,
} as const

const dayShape = Type.Object(
  {
    day: Type.String({ description: 'A day of the zone.', examples: ['2026-11-22'] }),
    clicks: Type.Integer({ minimum: 0 }),
    pending: Type.Integer({ minimum: 0 }),
    approved: Type.Integer({ minimum: 0 }),
    rejected: Type.Integer({ minimum: 0 }),
    reversed: Type.Integer({ minimum: 0 }),
    revenue: money("The networks' payment for approved conversions, in USD."),
    payable: money('The part that publishers get.'),
    margin: money('The margin that is left.'),
  },
  closed,
)

export const getOverview = operation({
  ...common,
  id: 'getOverview',
  path: '/operator/v1/overview',
  reads: 'elsewhere',
  summary: 'Figures by day',
  description: 'Returns the last days, today among them, and as many days before them to compare with.',
  query: {
    days: optional(countField({ min: 1, max: 90, default: 28 }), 'How many days; 28 unless given.'),
    timezone: optional(
      textField({ min: 1, max: 64, example: 'Europe/Berlin' }),
      'The time zone of the days; UTC unless given.',
    ),
    appId: optional(countField({ min: 1, max: Number.MAX_SAFE_INTEGER }), 'Only figures of this app.'),
  },
  success: [
    {
      status: 200,
      description: 'The figures of the business.',
      data: Type.Object(
        {
          days: Type.Array(dayShape, { description: 'Oldest first; today last.' }),
          before: Type.Array(dayShape, { description: 'As many days before these.' }),
        },
        closed,
      ),
    },
  ],
})

export const getPulse = operation({
  ...common,
  id: 'getPulse',
  path: '/operator/v1/pulse',
  reads: 'elsewhere',
  summary: 'How the service is, in one line',
  description: 'Returns figures that cost nothing to know. `listNeeds` says what is wrong.',
  query: noParameters,
  success: [
    {
      status: 200,
      description: 'The figures of the business.',
      data: Type.Object(
        {
          last_postback_at: orNull(unixSeconds('When a network reported last.')),
          database_ms: Type.Integer({
            minimum: 0,
            description: 'How long the database took for this answer.',
          }),
          callbacks_waiting: Type.Integer({
            minimum: 0,
            description: 'The number of callbacks, counted to 10,000.',
          }),
          demo_written_to: orNull(
            unixSeconds(
              'How far the demo’s month of traffic is written; null when it is whole, or there is none.',
            ),
          ),
        },
        closed,
      ),
    },
  ],
})

const liveStates = [
  ...['accepted', 'bot', 'fallback', 'approved', 'pending', 'held', 'rejected', 'reversed'],
  ...['duplicate', 'refused', 'unmatched', 'delivered', 'retrying', 'failed'],
]

const text = Type.Union([Type.String(), Type.Null()])
const liveShape = Type.Object(
  {
    key: Type.String({ description: 'Its own; the same thing in another state is another event.' }),
    at: unixSeconds('The time of the event.'),
    kind: Type.Enum(['click', 'postback', 'callback']),
    state: Type.String({ description: 'The outcome of the event.', examples: liveStates }),
    reason: orNull(Type.String(), 'The reason of the outcome.'),
    click_id: text,
    user_id: text,
    offer_id: text,
    offer: text,
    app_id: text,
    app: text,
    network: text,
    revenue: orNull(money("The network's payment, in USD; below zero where it takes back.")),
  },
  closed,
)

export const listLive = operation({
  ...common,
  id: 'listLive',
  path: '/operator/v1/live',
  summary: 'The last events',
  description: 'Lists the newest clicks, postbacks and callbacks of the last day, newest first.',
  query: {
    limit: optional(countField({ min: 1, max: 100, default: 40 }), 'The number of events; 40 unless given.'),
  },
  success: [{ status: 200, description: 'The events, newest first.', data: Type.Array(liveShape) }],
})

export const followLive = operation({
  ...common,
  id: 'followLive',
  path: '/operator/v1/live/events',
  summary: 'Events as they happen',
  description:
    'Sends server-sent events named `events`, at most one a second. Each is a list as `listLive` has it, ' +
    'oldest first.',
  query: {
    forSec: optional(
      countField({ min: 0, max: 3_600, default: 3_600 }),
      'When the stream ends, and its reader comes again; an hour unless given.',
    ),
  },
  success: [
    { status: 200, description: 'A stream of events.', plain: { 'text/event-stream': Type.String() } },
  ],
})
