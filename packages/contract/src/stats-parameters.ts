import { conversionStatuses } from '@quoin/core/conversions/status.ts'
import { platforms } from '@quoin/core/offers/offer.ts'
import { intervals } from '@quoin/core/stats/interval.ts'
import { topFigures } from '@quoin/core/stats/top-figure.ts'
import { Type } from './json-schema.ts'
import { accepted, type Field, optional, refused, refuseNonText, required } from './fields/field.ts'
import { countField, offerIdText } from './fields/number-fields.ts'
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

/** A comma list of groups, each once. */
export function groupField<const Group extends string>(known: readonly Group[]): Field<readonly Group[]> {
  return {
    schema: Type.String({
      examples: [known.slice(0, 2).join(',')],
      description: `Any of ${known.join(', ')}.`,
    }),
    read(raw) {
      if (typeof raw !== 'string') return refuseNonText(raw)
      const words = raw.length <= 100 ? raw.split(',') : []
      const groups = words.flatMap((word) => known.find((one) => one === word) ?? [])
      const isGood =
        words.length > 0 && groups.length === words.length && new Set(groups).size === groups.length
      return isGood
        ? accepted(groups)
        : refused('enum', `must be some of ${known.join(', ')}, each once, separated by commas`)
    },
  }
}

const groupList = groupField(['offer', 'country', 'platform', 'subId', 'status'])

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
  offerId: optional(offerIdText, 'Only rows of this offer.'),
  country: optional(country, 'Only clicks of this country.'),
  platform: optional(wordField(platforms), 'Only clicks of this platform.'),
  subId: optional(subId, 'Only this pass-through id; empty: only without one.'),
  status: optional(wordField(conversionStatuses), 'Only conversions of this status; clicks all the same.'),
} as const

/** For groups that are many: the largest, and all others together. */
export const topQuery = {
  top: optional(
    countField({ min: 1, max: 10_000 }),
    'Rows only for as many groups as this, those with the most of `topBy`; the others are one row in `meta.top`. For one group and `interval=total`.',
  ),
  topBy: optional(wordField(topFigures), 'The figure by which `top` chooses. Default: clicks.'),
} as const
