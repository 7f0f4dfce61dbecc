import { Type } from './json-schema.ts'
import {
  activityOfUserQuery,
  activityQuery,
  conversionPath,
  eligibilityQuery,
  eraseUserQuery,
  getOfferQuery,
  listConversionsQuery,
  listOfferChangesQuery,
  offerPath,
  userPath,
} from './lookup-parameters.ts'
import { operation } from './operation.ts'
import { noParameters } from './parameters.ts'
import {
  activityShape,
  conversionChangeShape,
  conversionDetailShape,
  detectedMeta,
  eligibilityShape,
  erasureShape,
  offerChangeShape,
  oneOfferShape,
  pageMeta,
} from './shapes/lookups.ts'

const errors = ['INVALID_REQUEST', 'INVALID_API_KEY', 'INVALID_API_SECRET', 'RATE_LIMIT_EXCEEDED'] as const
const errorsOfOne = [...errors, 'RESOURCE_NOT_FOUND', 'SERVER_ERROR'] as const

export const getOffer = operation({
  id: 'getOffer',
  method: 'GET',
  path: '/api/v1/offers/{offerId}',
  pathParameters: offerPath,
  tag: 'Offers',
  summary: 'Get one offer',
  description: 'Returns an offer as the list has it, also when the list does not show it now.',
  proof: 'key+secret',
  query: getOfferQuery,
  body: noParameters,
  success: [{ status: 200, description: 'The offer in full.', data: oneOfferShape, meta: detectedMeta }],
  errors: errorsOfOne,
})

export const listOfferChanges = operation({
  id: 'listOfferChanges',
  method: 'GET',
  path: '/api/v1/offers/changes',
  tag: 'Offers',
  summary: 'Follow the changes of offers',
  description:
    'For a copy of the catalogue. Without a cursor it lists all offers, then what becomes of them; go on from ' +
    '`meta.next_cursor` as often as you like, and nothing lies between. A row is the newest state of its offer: ' +
    'put `offer` into your copy, or drop what was removed. Changes that came between are not told one by one. ' +
    'Removals are kept for 30 days; a cursor that may have missed one is refused with the rule `expired`.',
  proof: 'key+secret',
  query: listOfferChangesQuery,
  body: noParameters,
  success: [
    { status: 200, description: 'One page of the list.', data: Type.Array(offerChangeShape), meta: pageMeta },
  ],
  errors: [...errors, 'SERVER_ERROR'],
})

export const explainEligibility = operation({
  id: 'explainEligibility',
  method: 'GET',
  path: '/api/v1/offers/{offerId}/eligibility',
  pathParameters: offerPath,
  tag: 'Offers',
  summary: 'Why an offer is or is not shown',
  description:
    'Returns the verdict of every rule about one offer and one user. The same code makes the list.',
  proof: 'key+secret',
  query: eligibilityQuery,
  body: noParameters,
  success: [
    { status: 200, description: 'The verdict of each rule.', data: eligibilityShape, meta: detectedMeta },
  ],
  errors: errorsOfOne,
})

export const listConversions = operation({
  id: 'listConversions',
  method: 'GET',
  path: '/api/v1/conversions',
  tag: 'Conversions',
  summary: 'List every change of your conversions',
  description:
    'This list is the truth to reconcile callbacks against. Each change of each conversion is one row, ' +
    'and the order never skips one. Go on from `meta.next_cursor` as often as you like. A conversion ' +
    'appears again when it changes.',
  proof: 'key+secret',
  query: listConversionsQuery,
  body: noParameters,
  success: [
    {
      status: 200,
      description: 'One page of the list.',
      data: Type.Array(conversionChangeShape),
      meta: pageMeta,
    },
  ],
  errors: [...errors, 'SERVER_ERROR'],
})

export const getConversion = operation({
  id: 'getConversion',
  method: 'GET',
  path: '/api/v1/conversions/{conversionId}',
  pathParameters: conversionPath,
  tag: 'Conversions',
  summary: 'Get one conversion with its history',
  description:
    'Returns a conversion as it stands, every change that led there, and what the network reported.',
  proof: 'key+secret',
  query: noParameters,
  body: noParameters,
  success: [{ status: 200, description: 'The conversion in full.', data: conversionDetailShape }],
  errors: errorsOfOne,
})

export const listActivity = operation({
  id: 'listActivity',
  method: 'GET',
  path: '/api/v1/users/{userId}/activity',
  pathParameters: userPath,
  tag: 'Users',
  summary: 'Activity of a user',
  description:
    'Lists the clicks of a user and the changes of their conversions, newest first. The list of an ' +
    'unknown user is empty.',
  proof: 'key+secret',
  query: activityQuery,
  body: noParameters,
  success: [
    { status: 200, description: 'One page of the list.', data: Type.Array(activityShape), meta: pageMeta },
  ],
  errors: [...errors, 'SERVER_ERROR'],
})

/** A user id of one or two dots can stand in no path: clients take it, encoded or not, for a step to another one. */
export const listActivityOfUser = operation({
  ...listActivity,
  id: 'listActivityOfUser',
  path: '/api/v1/users/activity',
  pathParameters: noParameters,
  summary: 'Activity of a user, named in the query',
  query: activityOfUserQuery,
})

export const eraseUser = operation({
  id: 'eraseUser',
  method: 'DELETE',
  path: '/api/v1/users/{userId}',
  pathParameters: userPath,
  tag: 'Users',
  summary: 'Erase a user',
  description:
    'Personal data are erased, and a random token replaces the user id. Money and counts stay. Live ' +
    'credentials erase the data of both modes, test credentials the data of test mode alone. You may ' +
    'repeat the call.',
  proof: 'key+secret',
  query: noParameters,
  body: noParameters,
  success: [
    { status: 200, description: 'The user is erased.', data: erasureShape },
    {
      status: 202,
      description: 'There is so much that the service goes on with it by itself.',
      data: erasureShape,
    },
  ],
  errors: [...errors, 'SERVER_ERROR'],
})

export const eraseUserByQuery = operation({
  ...eraseUser,
  id: 'eraseUserByQuery',
  path: '/api/v1/users',
  pathParameters: noParameters,
  summary: 'Erase a user, named in the query',
  query: eraseUserQuery,
})

/** The look-ups of a publisher (extensions of the contract). */
export const lookups = [
  listOfferChanges,
  getOffer,
  explainEligibility,
  listConversions,
  getConversion,
  listActivity,
  listActivityOfUser,
  eraseUser,
  eraseUserByQuery,
]
