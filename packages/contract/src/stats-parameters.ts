import { conversionStatuses } from '@quoin/core/conversions/status.ts'
import { platforms } from '@quoin/core/offers/offer.ts'
import { intervals } from '@quoin/core/stats/interval.ts'
import { Type } from 'typebox'
import { accepted, type Field, optional, refused, refuseNonText, required } from './fields/field.ts'
import { offerIdText } from './fields/number-fields.ts'
import { country } from './fields/place-fields.ts'
import { patternField, subId, wordField } from './fields/text-fields.ts'

const day = patternField({
  pattern: /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/,
  message: 'must be a day such as 2026-11-21',
  example: '2026-11-21',
  max: 10,
})

const timezone = patternField({
  pattern: /^[A-Za-z][A-Za-z0-9_+/-]*$/,
  message: 'must be an IANA time zone such as Europe/Berlin',
  example: 'Europe/Berlin',
  max: 64,
})

const statsGroups = ['offer', 'country', 'platform', 'subId', 'status'] as const
type StatsGroup = (typeof statsGroups)[number]

/** A comma list of groups, each once. */
const groupList: Field<readonly StatsGroup[]> = {
  schema: Type.String({ examples: ['offer,country'], description: `Any of ${statsGroups.join(', ')}.` }),
  read(raw) {
    if (typeof raw !== 'string') return refuseNonText(raw)
    const words = raw.length <= 100 ? raw.split(',') : []
    const groups = words.flatMap((word) => statsGroups.find((known) => known === word) ?? [])
    const isGood =
      words.length > 0 && groups.length === words.length && new Set(groups).size === groups.length
    return isGood
      ? accepted(groups)
      : refused('enum', `must be some of ${statsGroups.join(', ')}, each once, separated by commas`)
  },
}

/** GET /api/v1/stats (extension). */
export const statsQuery = {
  from: required(day, 'The first day, in the time zone.'),
  to: required(day, 'The last day; it is included.'),
  interval: optional(
    wordField(intervals),
    'One row per day (the default), per hour, or for the whole time. 400 days at most, 31 by hour.',
  ),
  timezone: optional(timezone, 'IANA time zone in which days and hours begin. Default: UTC.'),
  groupBy: optional(
    groupList,
    'Rows of their own by offer, country, platform, subId, status, or several of them.',
  ),
  offerId: optional(offerIdText, 'Only this offer.'),
  country: optional(country, 'Only this country.'),
  platform: optional(wordField(platforms), 'Only this platform.'),
  subId: optional(subId, 'Only this pass-through id; empty: only without one.'),
  status: optional(wordField(conversionStatuses), 'Only conversions of this status; clicks all the same.'),
} as const
