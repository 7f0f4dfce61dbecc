import { optional } from '@quoin/contract/fields/field.ts'
import { rankingField } from '@quoin/contract/parameters.ts'
import { countField } from '@quoin/contract/fields/number-fields.ts'
import {
  linkSignature,
  search,
  slug,
  subId,
  textField,
  wordField,
} from '@quoin/contract/fields/text-fields.ts'
import { userId } from '@quoin/contract/fields/user-fields.ts'
import { costs, minutesMax } from '@quoin/core/offers/cost.ts'
import { rewardStates } from '@quoin/core/tickets/diagnose-reward.ts'
import { wallThemes } from '@quoin/core/wall/wall-settings.ts'
import { sortNames } from '@quoin/core/targeting/sort.ts'

/** Absent, or empty as forms send it. */
const unlessEmpty = { emptyIsAbsent: true } as const

/** The proof, and the look: on every address of a visit. */
export const visitParameters = {
  session: optional(
    textField({ min: 1, max: 4_096, example: 'qs_…' }),
    'A session of the server.',
    unlessEmpty,
  ),
  apiKey: optional(textField({ min: 1, max: 200, example: 'pk_live_…' }), 'The public key.', unlessEmpty),
  userId: optional(userId, 'The user who looks.', unlessEmpty),
  subId: optional(subId, 'Pass-through id, put into each link.', unlessEmpty),
  sig: optional(linkSignature, 'Signature of the address.', unlessEmpty),
  theme: optional(wordField(wallThemes), 'Instead of the one of the app.', unlessEmpty),
  lang: optional(textField({ min: 2, max: 35, example: 'de' }), 'Language of the pages.', unlessEmpty),
} as const

export const listParameters = {
  category: optional(slug, 'Category slug.', unlessEmpty),
  cost: optional(wordField(costs), 'Only offers that ask this of the visitor’s money.', unlessEmpty),
  maxMinutes: optional(
    countField({ min: 1, max: minutesMax }),
    'Only offers that are known to take at most so many minutes.',
    unlessEmpty,
  ),
  q: optional(search, 'Only offers whose name contains this text.', unlessEmpty),
  sort: optional(wordField(sortNames), 'Order of the list.', unlessEmpty),
  ranking: optional(rankingField, 'The ranking of the page before.', unlessEmpty),
  offset: optional(
    countField({ min: 0, max: 100_000, clamp: true, default: 0 }),
    'Start of the page.',
    unlessEmpty,
  ),
} as const

export const storyParameters = {
  state: optional(wordField(rewardStates), 'Only these of the activity.', unlessEmpty),
  story: optional(
    textField({ min: 1, max: 120, example: '0199f2c4-…' }),
    'The one that is looked at.',
    unlessEmpty,
  ),
} as const

export const ticketParameters = {
  note: optional(
    textField({ min: 1, max: 4_000, example: 'I reached level 10.' }),
    'In the user’s words.',
    unlessEmpty,
  ),
  receipt: optional(
    textField({ min: 1, max: 200, example: 'LR-2261-904' }),
    'Order or receipt number.',
    unlessEmpty,
  ),
} as const
