import { groupPairNames, pairGroupsMax, pairMembersMax } from '@quoin/core/stats/group-pair.ts'
import { topOrders } from '@quoin/core/stats/top-figure.ts'
import { Type } from '../../json-schema.ts'
import { chosenField, encodedField } from '../../fields/chosen-field.ts'
import { optional, required } from '../../fields/field.ts'
import { countField, integerField } from '../../fields/number-fields.ts'
import { wordField } from '../../fields/text-fields.ts'
import { operation } from '../../operation.ts'
import { noParameters } from '../../parameters.ts'
import { closed, orNull, unixSeconds } from '../../shapes/responses.ts'
import { topStatsMeta } from '../../shapes/stats.ts'
import { groupField, statsQuery, topQuery } from '../../stats-parameters.ts'
import { money, staffErrors, startedJob } from '../operator-parts.ts'

const groups = ['offer', 'network', 'country', 'platform', 'app', 'subId', 'status'] as const
const count = (description: string) => Type.Integer({ minimum: 0, description })
const share = (description: string) => orNull(Type.Number(), description)

const businessRow = Type.Object(
  {
    from: unixSeconds('When the interval begins.'),
    until: unixSeconds('When it ends: the first second after it.'),
    local_time: Type.String({ description: 'Its beginning by clocks in the time zone.' }),
    keys: Type.Array(orNull(Type.String()), {
      description:
        'The values it is grouped by, in the order of `groupBy`; an id as text, null for none or all others.',
    }),
    names: Type.Array(orNull(Type.String()), {
      description: 'The names of offers, apps and networks among them.',
    }),
    impressions: orNull(
      Type.Integer({ minimum: 0 }),
      'Users to whom an offer was shown on the wall, each once in a UTC day; null by subId or status.',
    ),
    click_through_rate: share('unique_clicks / impressions; null without impressions.'),
    ecpm: orNull(money('The payout for 1,000 impressions.'), 'Null where there were no impressions.'),
    clicks: count('Clicks that led to the offer.'),
    unique_clicks: count("Those that were a user's first on an offer in a UTC day."),
    fallback_clicks: count('Clicks that fell back.'),
    bot_clicks: count('Clicks of crawlers and tools, counted nowhere else.'),
    conversions: count('Conversions that were not rejected.'),
    pending: count('Conversions that wait for a decision.'),
    approved: count('Conversions that were approved.'),
    rejected: count('Conversions that were refused.'),
    reversed: count('Conversions that were taken back.'),
    revenue: money(
      "The networks' payment for the approved ones, and for those that a person alone took back, in USD.",
    ),
    revenue_pending: money('Their possible payment for the pending ones.'),
    payout: money("The publishers' payout for the approved ones, in USD."),
    payout_pending: money('Their possible payout for the pending ones.'),
    payout_reversed: money('The payout that was taken back.'),
    margin: money('The revenue less the payout.'),
    conversion_rate: share('conversions / clicks; null without clicks.'),
    epc: orNull(money('The payout for one click.'), 'Null where there were no clicks.'),
    reversal_rate: share('reversed / (approved + reversed); null without any.'),
    credit_median: orNull(Type.Integer({ minimum: 0 }), 'Half were credited within so many seconds.'),
    credit_p90: orNull(Type.Integer({ minimum: 0 }), 'Nine of ten were credited within so many seconds.'),
  },
  closed,
)

const reportMeta = Type.Object({
  ...topStatsMeta(businessRow),
  offer_networks: Type.Record(Type.String(), Type.String(), {
    description: 'The names of the networks of the offers among the groups, by the ids of the offers.',
  }),
})

const ids = chosenField('1,2', (text) => (/^[1-9][0-9]{0,14}$/.test(text) ? text : undefined))
const words = (example: string, pattern: RegExp) =>
  chosenField(example, (text) => (pattern.test(text) ? text : undefined))

/** Only what is about one of several; with more than one of these lists, about one of each. */
const chosenQuery = {
  appIds: optional(ids, 'Only these apps, divided by commas.'),
  offerIds: optional(ids, 'Only these offers, divided by commas.'),
  networks: optional(words('one,two', /^[a-z0-9_-]{1,64}$/), 'Only offers of these networks, by slug.'),
  countries: optional(words('DE,US', /^[A-Z]{2}$/), 'Only these countries; ZZ is the unknown one.'),
  platforms: optional(words('ios,android', /^[a-z]{1,16}$/), 'Only clicks of these platforms.'),
  subIds: optional(
    encodedField('banner-7,banner%2C8', 255),
    'Only these pass-through ids, each percent-encoded; an empty one stands for none.',
  ),
}

const topOrder = optional(
  wordField(topOrders),
  'Whether `top` chooses groups with the `most` of the figure, or those with the `least`: of `margin`, those that lose.',
)

export const reportStats = operation({
  id: 'reportStats',
  method: 'GET',
  path: '/operator/v1/stats',
  reads: 'elsewhere',
  tag: 'Statistics',
  summary: 'Figures of the business',
  description:
    'Reports what GET /api/v1/stats tells a publisher, over all apps or one, with what networks pay and ' +
    'what is left.',
  proof: 'staff',
  role: 'analyst',
  query: {
    ...statsQuery,
    ...topQuery,
    groupBy: optional(groupField(groups), `Rows of their own by some of ${groups.join(', ')}.`),
    appId: optional(countField({ min: 1, max: Number.MAX_SAFE_INTEGER }), 'Only what concerns this app.'),
    ...chosenQuery,
    topOrder,
  },
  body: noParameters,
  success: [
    {
      status: 200,
      description: 'The rows of the report.',
      data: Type.Array(businessRow),
      meta: reportMeta,
    },
  ],
  errors: staffErrors,
})

const { interval: _interval, groupBy: _groupBy, ...ofTime } = statsQuery
const pairRow = Type.Object(
  {
    group: businessRow,
    members: Type.Array(businessRow, {
      description: `Up to ${pairMembersMax}, those whose margin is farthest from nothing.`,
    }),
    others: orNull(
      Type.Object({ count: count('The number of members in the row.'), figures: businessRow }, closed),
      'The members without a row of their own, together; null when there are none.',
    ),
  },
  closed,
)

export const reportPairStats = operation({
  id: 'reportPairStats',
  method: 'GET',
  path: '/operator/v1/stats/pairs',
  reads: 'elsewhere',
  tag: 'Statistics',
  summary: 'Figures by two things at once',
  description:
    'Groups by one thing, those that lose first, and shows the members of each group by another thing. ' +
    'Members and others add up to their group, groups and others to the total. The range is 100 days at ' +
    'most. Impressions are not counted this way.',
  proof: 'staff',
  role: 'analyst',
  query: {
    ...ofTime,
    ...chosenQuery,
    appId: optional(countField({ min: 1, max: Number.MAX_SAFE_INTEGER }), 'Only what concerns this app.'),
    pair: required(wordField(groupPairNames), 'The two things to group by.'),
    top: optional(
      countField({ min: 1, max: pairGroupsMax }),
      `How many groups have a row of their own: ${pairGroupsMax} unless given. The others are one row in \`meta.top\`.`,
    ),
    topBy: optional(topQuery.topBy.field, 'The figure by which they are chosen. Default: margin.'),
    topOrder: optional(topOrder.field, 'Groups with the `most` of it, or the `least`. Default: `least`.'),
  },
  body: noParameters,
  success: [
    {
      status: 200,
      description: 'The groups and their members.',
      data: Type.Array(pairRow),
      meta: reportMeta,
    },
  ],
  errors: staffErrors,
})

export const checkStats = operation({
  id: 'checkStats',
  method: 'POST',
  path: '/operator/v1/stats/check',
  tag: 'Statistics',
  summary: 'Prove the statistics',
  description: 'A job counts the raw rows anew and compares. Its result has the figures that differ.',
  proof: 'staff',
  role: 'operator',
  query: noParameters,
  body: noParameters,
  success: [{ status: 202, description: 'The job is in the queue.', data: startedJob }],
  errors: staffErrors,
})

export const rebuildStats = operation({
  id: 'rebuildStats',
  method: 'POST',
  path: '/operator/v1/stats/rebuild',
  tag: 'Statistics',
  summary: 'Count the statistics anew',
  description:
    'Counts the raw rows anew from a day on, as a job. You need it only after a restore on another ' +
    'server.',
  proof: 'staff',
  role: 'operator',
  query: noParameters,
  body: {
    from: required(
      integerField({ min: 0, max: 253_402_300_799 }),
      'Unix seconds; the UTC day of it is the first that is counted anew.',
    ),
  },
  success: [{ status: 202, description: 'The job is in the queue.', data: startedJob }],
  errors: staffErrors,
})
