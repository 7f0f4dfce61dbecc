import { offerStatuses, platforms } from '@quoin/core/offers/offer.ts'
import { Type } from '../../json-schema.ts'
import { optional, required } from '../../fields/field.ts'
import { countField, integerField, offerIdText } from '../../fields/number-fields.ts'
import { country } from '../../fields/place-fields.ts'
import { patternField, search, slug, wordField } from '../../fields/text-fields.ts'
import { userId } from '../../fields/user-fields.ts'
import { operation } from '../../operation.ts'
import { noParameters } from '../../parameters.ts'
import { closed } from '../../shapes/responses.ts'
import { listMeta, listParameters } from '../list-parameters.ts'
import { changedOfferFields, newOfferFields } from './offer-fields.ts'
import { audienceShape, checkShape, listedOfferShape, offerDetailShape } from './offer-shapes.ts'
import { staffErrors, staffErrorsOfOne } from '../operator-parts.ts'

export const operatorOfferPath = { offerId: required(offerIdText, 'The id of the offer.') } as const
export const rowId = countField({ min: 1, max: Number.MAX_SAFE_INTEGER })

export const listOffers = operation({
  id: 'listOffers',
  method: 'GET',
  path: '/operator/v1/offers',
  reads: 'elsewhere',
  tag: 'Offers',
  summary: 'Offers as they are stored',
  description: 'Lists all offers, whether users may see them or not, the paused ones too.',
  proof: 'staff',
  role: 'analyst',
  query: {
    ...listParameters(
      {
        id: ['integer'],
        name: ['text', 'integer'],
        payout: ['integer', 'integer'],
        revenue: ['integer', 'integer'],
      },
      '-id',
    ),
    search: optional(search, 'A part of the name, our id, or the network’s own id.', { emptyIsAbsent: true }),
    networkId: optional(rowId, 'Only offers of this network.'),
    status: optional(
      wordField([...offerStatuses, 'capped']),
      'Only active ones, only paused ones, or only those that a used up cap hides from everybody now.',
    ),
    country: optional(country, 'Only what is shown there, unrestricted ones too.'),
    platform: optional(wordField(platforms), 'Only what is shown there, unrestricted ones too.'),
    category: optional(slug, 'Only offers of this category.'),
  },
  body: noParameters,
  success: [
    { status: 200, description: 'One page of the list.', data: Type.Array(listedOfferShape), meta: listMeta },
  ],
  errors: staffErrors,
})

export const getOffer = operation({
  id: 'getOffer',
  method: 'GET',
  path: '/operator/v1/offers/{offerId}',
  pathParameters: operatorOfferPath,
  tag: 'Offers',
  summary: 'One offer',
  description: 'Returns everything that is stored of the offer, with its goals, the retired ones too.',
  proof: 'staff',
  role: 'analyst',
  query: noParameters,
  body: noParameters,
  success: [{ status: 200, description: 'The offer in full.', data: offerDetailShape }],
  errors: staffErrorsOfOne,
})

const changed = { status: 200, description: 'The offer as it is now.', data: offerDetailShape } as const

export const createOffer = operation({
  id: 'createOffer',
  method: 'POST',
  path: '/operator/v1/offers',
  tag: 'Offers',
  summary: 'Create one offer',
  description:
    'The rules of an import hold: amounts and shares are decimals in text, deadlines are `30m`, `24h` or ' +
    '`7d`. An offer of the network `quoin-test` is a test offer, which only test credentials see.',
  proof: 'staff',
  role: 'operator',
  query: noParameters,
  body: {
    networkId: required(integerField({ min: 1, max: Number.MAX_SAFE_INTEGER }), 'The network that pays.'),
    ...newOfferFields,
  },
  success: [{ status: 201, description: 'The offer in full.', data: offerDetailShape }],
  errors: staffErrors,
})

export const updateOffer = operation({
  id: 'updateOffer',
  method: 'PATCH',
  path: '/operator/v1/offers/{offerId}',
  pathParameters: operatorOfferPath,
  tag: 'Offers',
  summary: 'Change one offer',
  description:
    'A field that you leave out stays as it is; null means none. Earlier clicks earn the amounts of ' +
    'their time. The next import of a file that has the offer writes it anew.',
  proof: 'staff',
  role: 'operator',
  query: noParameters,
  body: changedOfferFields,
  success: [changed],
  errors: staffErrorsOfOne,
})

export const pauseOffer = operation({
  id: 'pauseOffer',
  method: 'POST',
  path: '/operator/v1/offers/{offerId}/pause',
  pathParameters: operatorOfferPath,
  tag: 'Offers',
  summary: 'Pause an offer',
  description:
    'The offer is no longer listed, whatever files are imported, and its links fall back. Earlier clicks ' +
    'still count.',
  proof: 'staff',
  role: 'operator',
  query: noParameters,
  body: noParameters,
  success: [changed],
  errors: staffErrorsOfOne,
})

export const resumeOffer = operation({
  ...pauseOffer,
  id: 'resumeOffer',
  path: '/operator/v1/offers/{offerId}/resume',
  summary: 'Resume an offer',
  description:
    'Takes back the pause. If the file of its network asked for the pause, the next import of the file ' +
    'pauses the offer again.',
})

export const tryOffer = operation({
  id: 'tryOffer',
  method: 'POST',
  path: '/operator/v1/offers/{offerId}/trials',
  pathParameters: operatorOfferPath,
  tag: 'Offers',
  summary: 'Make a test click on an offer',
  description:
    'Makes a click in test mode, by a user of an app for trials: its conversions are in no ledger, and count for no cap. ' +
    'Report it as the network would, and ask for the story of the click to see what became of it.',
  proof: 'staff',
  role: 'operator',
  query: noParameters,
  body: noParameters,
  success: [
    {
      status: 201,
      description: 'The click, and a report about it.',
      data: Type.Object(
        {
          click_id: Type.String({ description: 'The id that the network gets.' }),
          url: Type.String({ description: 'The address of the offer with this click in it.' }),
          postback_url: Type.String({
            description: 'The address of the network’s postbacks, without its token.',
          }),
          report_query: Type.String({
            description: 'The query of a report about this click that would be paid.',
          }),
        },
        closed,
      ),
    },
  ],
  errors: staffErrorsOfOne,
})

export const holdOffer = operation({
  id: 'holdOffer',
  method: 'PUT',
  path: '/operator/v1/offers/{offerId}/hold',
  pathParameters: operatorOfferPath,
  tag: 'Offers',
  summary: 'Hold what is approved for some days',
  description: 'The number of days holds from now on. Payouts that are held already keep their time.',
  proof: 'staff',
  role: 'operator',
  query: noParameters,
  body: { days: required(integerField({ min: 0, max: 365 }), 'The number of days; 0 means none.') },
  success: [changed],
  errors: staffErrorsOfOne,
})

const mode = optional(
  wordField(['live', 'test']),
  'The credentials by which the app asks; live unless given. Test ones see test offers as well.',
)

export const explainOffer = operation({
  id: 'explainOffer',
  method: 'GET',
  path: '/operator/v1/offers/{offerId}/visibility',
  pathParameters: operatorOfferPath,
  tag: 'Offers',
  summary: 'Whether a user sees an offer, and why',
  description: 'Returns the verdict of every rule. The same code makes the list.',
  proof: 'staff',
  role: 'analyst',
  query: {
    appId: required(rowId, 'The app in which they look.'),
    country: required(country, 'The country of the user.'),
    platform: required(wordField(platforms), 'The platform of the user.'),
    userId: optional(userId, 'The user who looks; without it nobody in particular.', { emptyIsAbsent: true }),
    mode,
  },
  body: noParameters,
  success: [
    {
      status: 200,
      description: 'The verdict of each rule.',
      data: Type.Object({ shown: Type.Boolean(), checks: Type.Array(checkShape) }, closed),
    },
  ],
  errors: staffErrorsOfOne,
})

export const showOfferAudience = operation({
  id: 'showOfferAudience',
  method: 'GET',
  path: '/operator/v1/offers/{offerId}/audience',
  pathParameters: operatorOfferPath,
  tag: 'Offers',
  summary: 'The audience of an offer',
  description:
    'Says for every app, country and platform whether the offer is shown, or the first rule that keeps ' +
    'it away.',
  proof: 'staff',
  role: 'analyst',
  query: {
    countries: optional(
      patternField({
        pattern: /^[A-Za-z]{2}(,[A-Za-z]{2}){0,19}$/,
        message: 'must be up to 20 ISO codes separated by commas',
        example: 'DE,FR',
        max: 60,
      }),
      'For these countries; without it for the first of the offer and for some that it is not for.',
      { emptyIsAbsent: true },
    ),
    mode,
  },
  body: noParameters,
  success: [{ status: 200, description: 'One cell for each combination.', data: audienceShape }],
  errors: staffErrorsOfOne,
})

export const listOfferCategories = operation({
  id: 'listOfferCategories',
  method: 'GET',
  path: '/operator/v1/offer-categories',
  reads: 'elsewhere',
  tag: 'Offers',
  summary: 'Categories of offers',
  description: 'Lists the categories and how many offers have each.',
  proof: 'staff',
  role: 'analyst',
  query: noParameters,
  body: noParameters,
  success: [
    {
      status: 200,
      description: 'The categories and their counts.',
      data: Type.Array(
        Type.Object({ category: Type.String(), offers: Type.Integer({ minimum: 0 }) }, closed),
      ),
    },
  ],
  errors: staffErrors,
})

export const offerOperations = [
  listOffers,
  getOffer,
  createOffer,
  updateOffer,
  pauseOffer,
  resumeOffer,
  tryOffer,
  holdOffer,
  explainOffer,
  showOfferAudience,
  listOfferCategories,
]
