import { conversionStatuses } from '@quoin/core/conversions/status.ts'
import type { TSchema } from 'typebox'
import { Type } from '../json-schema.ts'
import { amount, closed, orNull, unixSeconds } from './responses.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description })
const rate = (description: string) => orNull(Type.Number(), description)

export const statsRowShape = Type.Object(
  {
    from: unixSeconds('When the interval begins.'),
    until: unixSeconds('When it ends: the first second after it.'),
    local_time: Type.String({
      description: 'Its beginning by clocks in the time zone.',
      examples: ['2026-11-21T00:00'],
    }),
    offer_id: Type.Optional(Type.Integer({ description: 'The offer of a row grouped by offer.' })),
    country: Type.Optional(Type.String({ description: 'Grouped by country; ZZ when unknown.' })),
    platform: Type.Optional(Type.String({ description: 'Grouped by platform; empty without a click.' })),
    sub_id: Type.Optional(
      orNull(
        Type.String(),
        'Grouped by subId; empty without one; null for all beyond the first 200 of a day.',
      ),
    ),
    status: Type.Optional(
      orNull(Type.Enum([...conversionStatuses]), 'Grouped by status; null in the row of the clicks.'),
    ),
    impressions: orNull(
      Type.Integer({ minimum: 0 }),
      'Users to whom an offer was shown on the wall, each once in a UTC day; null by subId or status.',
    ),
    click_through_rate: rate('unique_clicks / impressions, to six decimals; null without impressions.'),
    ecpm: rate('The approved payout for 1,000 impressions, in USD; null without impressions.'),
    clicks: count('Clicks that led to the offer.'),
    unique_clicks: count("Those that were a user's first on an offer in a UTC day."),
    fallback_clicks: count('Clicks that fell back, because the offer was not available.'),
    bot_clicks: count('Clicks of crawlers and tools, counted nowhere else.'),
    conversions: count('Conversions that were not rejected.'),
    pending: count('Conversions that wait for a decision.'),
    approved: count('Conversions that were approved.'),
    rejected: count('Conversions that were refused.'),
    reversed: count('Conversions that were taken back.'),
    payout: amount('The payout of the approved ones, in USD.'),
    payout_pending: amount('The possible payout of the pending ones, in USD.'),
    payout_reversed: amount('The payout that was taken back, in USD.'),
    conversion_rate: rate('conversions / clicks, to six decimals; null without clicks.'),
    epc: rate('payout / clicks, in USD to six decimals; null without clicks.'),
    reversal_rate: rate('reversed / (approved + reversed), to six decimals; null without any.'),
    time_to_credit: Type.Object(
      {
        median: orNull(
          Type.Integer({ minimum: 0 }),
          'Half were credited within so many seconds after the click.',
        ),
        p90: orNull(Type.Integer({ minimum: 0 }), 'Nine of ten were credited within so many seconds.'),
      },
      closed,
    ),
  },
  closed,
)

export const statsMeta = Type.Object({
  returned: Type.Integer({
    minimum: 0,
    description: 'Rows in this answer; intervals without anything have none.',
  }),
  timezone: Type.String({ description: 'The time zone that was used.' }),
})

/** The same of a report that may be of the largest groups only. */
export function topStatsMeta<const Row extends TSchema>(row: Row) {
  return {
    ...statsMeta.properties,
    top: orNull(
      Type.Object(
        {
          groups: Type.Integer({ minimum: 0, description: 'How many groups there are.' }),
          others: orNull(row, 'The groups without a row of their own, together; null when there are none.'),
          total: orNull(row, 'All groups together; null when there is nothing.'),
        },
        closed,
      ),
      'The sums of a report with `top`; null without it.',
    ),
  }
}
