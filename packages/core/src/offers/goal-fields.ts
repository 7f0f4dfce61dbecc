import * as kinds from './row/cell-kinds.ts'
import { field, type ValuesOf } from './row/field.ts'
import { prices } from './row/read-prices.ts'
import { readGoalKey } from './row/read-text.ts'

const { or, orNone } = kinds

/**
 * The fields of a goal by their names in a file, in the order in which Quoin writes them. Labels are words of a
 * sentence: `within 30 min`.
 */
export const goalFields = {
  goal: field({
    member: 'goal',
    label: 'key',
    kind: { ...kinds.externalId(64), read: readGoalKey },
    about: 'Its key: letters a–z, digits and `- _ . :`; capitals and spaces are made so.',
    example: 'level-10',
  }),
  name: field({
    member: 'name',
    label: 'name',
    kind: kinds.visibleText(200),
    about: 'The name that users see.',
    example: 'Reach level 10',
  }),
  payout: field({
    member: 'payoutMicros',
    label: 'payout',
    kind: or(kinds.amount, 0),
    about: 'The publisher’s payout for it, in USD. It is required without prices.',
    example: '4.00',
  }),
  payout_share: field({
    member: 'payoutShareBasisPoints',
    label: 'share',
    kind: orNone(kinds.share),
    about: 'The publisher’s share of what is reported, in percent; none: fixed.',
    example: '65%',
  }),
  revenue: field({
    member: 'revenueMicros',
    label: 'revenue',
    kind: or(kinds.amount, 0),
    about:
      'The network’s expected payment for it, in the currency of the offer. It is required without prices.',
    example: '6.00',
  }),
  prices: field({
    member: 'prices',
    label: 'prices',
    kind: prices,
    about: 'Prices by country and platform; its own are for the rest of the world.',
  }),
  order: field({
    member: 'order',
    label: 'order',
    kind: orNone(kinds.wholeNumber({ min: 0, max: 1_000 })),
    about: 'Its place among the goals; none: where it stands.',
  }),
  repeatable: field({
    member: 'isRepeatable',
    label: 'repeatable',
    kind: orNone(kinds.flag),
    about: 'Earned once per transaction, not once per click; none: as the offer.',
  }),
  deadline: field({
    member: 'deadlineSec',
    label: 'within',
    kind: orNone(kinds.duration),
    example: '7d',
    about: 'How long after the click it counts, in m, h or d, 366d at most; none: as the offer.',
  }),
  default: field({
    member: 'isMarkedDefault',
    label: 'default',
    kind: or(kinds.flag, false),
    about: 'A report without a goal is about this one; where none is marked, the first.',
  }),
  external_id: field({
    member: 'externalId',
    label: 'at the network',
    kind: orNone(kinds.externalId(64)),
    about: 'The network’s own id of it; none: its key.',
    example: 'E9',
  }),
} as const

export type GoalColumn = keyof typeof goalFields
export type GoalValues = ValuesOf<typeof goalFields>
