import { conversionStatuses } from '@quoin/core/conversions/status.ts'
import { platforms } from '@quoin/core/offers/offer.ts'
import { activityCursor, changeCursor, offerCursor } from './fields/cursor-fields.ts'
import { type Field, optional, required } from './fields/field.ts'
import { ownId, soughtConversion } from './fields/id-fields.ts'
import { countField, offerIdText } from './fields/number-fields.ts'
import { address, country } from './fields/place-fields.ts'
import { scalarText, subId, userAgent, wordField } from './fields/text-fields.ts'
import { userId, userMacro } from './fields/user-fields.ts'
import { limitMax } from './parameters.ts'

/** In the path of everything about one offer. */
export const offerPath = { offerId: required(offerIdText, 'The id of the offer.') } as const

/** In the path of everything about one user. */
export const userPath = { userId: required(userId, 'The user, percent-encoded.') } as const

export const conversionPath = {
  conversionId: required(soughtConversion, 'The id of the conversion.'),
} as const

/** The audience of an offer: as in the list. */
const audience = {
  country: optional(country, 'ISO 3166-1 alpha-2 code. Default: detected from the IP address.'),
  platform: optional(wordField(platforms), 'Default: detected from the request.'),
  ip: optional(address, 'Address of the end user, when a server calls on their behalf.'),
  userAgent: optional(userAgent, 'User-Agent of the end user, when a server calls on their behalf.'),
} as const

/** GET /api/v1/offers/{offerId} (extension). */
export const getOfferQuery = {
  userId: optional(userId, 'The user whose link it is to be. Without them `link` is null.'),
  ...audience,
  subId: optional(subId, 'Pass-through id, put into the link and kept with the conversion.', {
    emptyIsAbsent: true,
  }),
} as const

/** GET /api/v1/offers/{offerId}/eligibility (extension). */
export const eligibilityQuery = {
  userId: required(userId, 'The user who sees the list.'),
  ...audience,
} as const

const unixTime = countField({ min: 0, max: 253_402_300_799 })

function pageOf<Position>(cursor: Field<Position>) {
  return {
    cursor: optional(cursor, '`meta.next_cursor` of the page before. Without it: from the beginning.'),
    limit: optional(
      countField({ min: 1, max: limitMax, clamp: true, default: limitMax }),
      `Rows in this answer; above ${limitMax} the maximum of ${limitMax} applies.`,
    ),
  } as const
}

/** GET /api/v1/conversions (extension). */
export const listConversionsQuery = {
  ...pageOf(changeCursor),
  status: optional(wordField(conversionStatuses), 'Only changes that led to this status.'),
  offerId: optional(offerIdText, 'Only conversions of this offer.'),
  userId: optional(userId, 'Only conversions of this user.'),
  subId: optional(subId, 'Only conversions with this pass-through id.', { emptyIsAbsent: true }),
  clickId: optional(ownId, 'Only conversions of this click.'),
  goal: optional(scalarText({ min: 1, max: 64, example: 'level-10' }), 'Only this goal of the offer.'),
  updatedSince: optional(unixTime, 'Only changes at this time or later, in Unix seconds.'),
  updatedUntil: optional(unixTime, 'Only changes before this time, in Unix seconds.'),
} as const

/** GET /api/v1/offers/changes (extension). */
export const listOfferChangesQuery = {
  ...pageOf(offerCursor),
  userMacro: optional(
    userMacro,
    'The macro that your software fills in, put into each link as it is. Without it `link` is null.',
  ),
  subId: optional(subId, 'Pass-through id, put into each link and kept with the conversion.', {
    emptyIsAbsent: true,
  }),
} as const

/** GET /api/v1/users/{userId}/activity (extension). */
export const activityQuery = pageOf(activityCursor)

/** GET /api/v1/users/activity (extension). */
export const activityOfUserQuery = {
  userId: required(userId, 'The user whose activity you ask for.'),
  ...activityQuery,
} as const

/** DELETE /api/v1/users (extension). */
export const eraseUserQuery = { userId: required(userId, 'The user to erase.') } as const
