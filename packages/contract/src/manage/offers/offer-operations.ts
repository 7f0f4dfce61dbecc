import { platforms } from '@quoin/core/offers/offer.ts'
import { Type } from '../../json-schema.ts'
import { optional, required } from '../../fields/field.ts'
import { countField, offerIdText } from '../../fields/number-fields.ts'
import { country } from '../../fields/place-fields.ts'
import { search, wordField } from '../../fields/text-fields.ts'
import { userId } from '../../fields/user-fields.ts'
import { operation } from '../../operation.ts'
import { checkShape } from '../../operator/catalogue/offer-shapes.ts'
import { idText, money, staffErrorsOfOne } from '../../operator/operator-parts.ts'
import { noParameters } from '../../parameters.ts'
import { closed, orNull } from '../../shapes/responses.ts'
import { member, ofMode, ownApp } from '../manage-parts.ts'

const offers = {
  ...member,
  method: 'GET',
  tag: 'Offers',
  role: 'analyst',
  body: noParameters,
  errors: staffErrorsOfOne,
} as const

const viewer = {
  ...ofMode,
  country: required(country, 'The country of the user.'),
  platform: required(wordField(platforms), 'The platform of the user.'),
  userId: optional(userId, 'The user who looks; without it nobody in particular.', { emptyIsAbsent: true }),
} as const

const offerShape = Type.Object(
  {
    id: idText('The id of the offer.'),
    name: Type.String(),
    requirement: Type.String({ description: 'The task of the user, as the wall says it.' }),
    image: Type.String({ description: 'Its picture as the wall shows it: a path of this server.' }),
    payout: money('Your payout, in USD.'),
    reward: Type.String({
      description: 'The reward that the user reads, in the app’s currency.',
      examples: ['1260'],
    }),
    currency: Type.String(),
    steps: Type.Integer({ minimum: 0, description: 'Goals with a reward of their own; 0 without any.' }),
    why_not: orNull(checkShape, 'The first rule that keeps it away; null where it is listed.'),
  },
  closed,
)

export const listMyOffers = operation({
  ...offers,
  id: 'listMyOffers',
  path: '/manage/v1/apps/{appId}/offers',
  pathParameters: ownApp,
  summary: 'Offers that a user is shown or not',
  description:
    'Returns the list as your users get it, for a country, a platform and, if you name one, a user. Or ' +
    'it returns the running offers that are kept from them, each with the first rule that does so.',
  query: {
    ...viewer,
    listed: optional(wordField(['yes', 'no']), 'The listed offers, or the others; yes unless given.'),
    search: optional(search, 'Only where the name or the description has these words.', {
      emptyIsAbsent: true,
    }),
    limit: optional(
      countField({ min: 1, max: 500, default: 50 }),
      'The number of the first ones to give; 50 unless given.',
    ),
  },
  success: [
    {
      status: 200,
      description: 'The offers of the list.',
      data: Type.Array(offerShape),
      meta: Type.Object({ total: Type.Integer({ minimum: 0, description: 'How many there are in all.' }) }),
    },
  ],
})

export const explainMyOffer = operation({
  ...offers,
  id: 'explainMyOffer',
  path: '/manage/v1/apps/{appId}/offers/{offerId}/visibility',
  pathParameters: { ...ownApp, offerId: required(offerIdText, 'The id of the offer.') },
  summary: 'Whether a user sees an offer, and why',
  description: 'Returns the verdict of every rule. The same code makes the list.',
  query: viewer,
  success: [
    {
      status: 200,
      description: 'The verdict of each rule.',
      data: Type.Object({ shown: Type.Boolean(), checks: Type.Array(checkShape) }, closed),
    },
  ],
})
