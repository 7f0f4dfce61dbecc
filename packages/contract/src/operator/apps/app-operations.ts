import { appStatuses } from '@quoin/core/apps/app.ts'
import { roundings } from '@quoin/core/payout/convert.ts'
import { currencyDecimals } from '@quoin/core/apps/app-settings.ts'
import { publisherStatuses } from '@quoin/core/publishers/publisher.ts'
import { Type } from '../../json-schema.ts'
import { optional, required } from '../../fields/field.ts'
import { countField, integerField } from '../../fields/number-fields.ts'
import { search, wordField } from '../../fields/text-fields.ts'
import { operation } from '../../operation.ts'
import { noParameters } from '../../parameters.ts'
import { closed, orNull, unixSeconds } from '../../shapes/responses.ts'
import { appSettings, appSettingsShape } from './app-settings.ts'
import { credentialShape } from './credential-operations.ts'
import { listMeta, listParameters } from '../list-parameters.ts'
import { rowId } from '../catalogue/offer-operations.ts'
import { idText, money, staffErrors, staffErrorsOfOne } from '../operator-parts.ts'

const publisherStatus = Type.Enum([...publisherStatuses], { description: 'The status of its publisher.' })

export const listApps = operation({
  id: 'listApps',
  method: 'GET',
  path: '/operator/v1/apps',
  reads: 'elsewhere',
  tag: 'Apps',
  summary: 'Apps of all publishers',
  description:
    'Lists the apps with their publisher, their currency, their state and their figures of 7 days.',
  proof: 'staff',
  role: 'analyst',
  query: {
    ...listParameters({ name: ['text', 'integer'], id: ['integer'] }, 'name'),
    search: optional(search, 'A part of the name of the app or its publisher.', { emptyIsAbsent: true }),
    status: optional(wordField(appStatuses), 'Only apps in this state.'),
    publisherId: optional(rowId, 'Only apps of this publisher.'),
  },
  body: noParameters,
  success: [
    {
      status: 200,
      description: 'One page of the list.',
      data: Type.Array(
        Type.Object(
          {
            id: idText('The id of the app.'),
            name: Type.String(),
            publisher_id: idText('The id of its publisher.'),
            publisher: Type.String({ description: 'The name of its publisher.' }),
            publisher_status: publisherStatus,
            status: Type.Enum([...appStatuses]),
            currency: Type.String({ description: 'The name of its virtual currency.' }),
            clicks: Type.Integer({ minimum: 0, description: 'The figure of the last 7 days.' }),
            earned: money('In USD, in the last 7 days.'),
            reversal_share: orNull(Type.Number({ minimum: 0, maximum: 1 }), 'The figure of the last 7 days.'),
            last_seen_at: orNull(unixSeconds('When one of its keys was used last.')),
            leaked_secrets: Type.Integer({
              minimum: 0,
              description: 'That came from a browser and still work.',
            }),
          },
          closed,
        ),
      ),
      meta: listMeta,
    },
  ],
  errors: staffErrors,
})

const app = { tag: 'Apps', proof: 'staff', query: noParameters } as const
const oneApp = { appId: required(rowId, 'The id of the app.') } as const
export const getApp = operation({
  ...app,
  id: 'getApp',
  method: 'GET',
  path: '/operator/v1/apps/{appId}',
  pathParameters: oneApp,
  role: 'analyst',
  summary: 'One app',
  description: 'Returns the app with its settings, keys and masked secrets.',
  body: noParameters,
  success: [
    {
      status: 200,
      description: 'The app in full.',
      data: Type.Object(
        {
          id: idText('The id of the app.'),
          name: Type.String(),
          publisher_id: idText('The id of its publisher.'),
          publisher: Type.String({ description: 'The name of its publisher.' }),
          publisher_status: publisherStatus,
          status: Type.Enum([...appStatuses]),
          ...appSettingsShape,
          keys: Type.Array(credentialShape),
          secrets: Type.Array(credentialShape),
        },
        closed,
      ),
    },
  ],
  errors: staffErrorsOfOne,
})

const issued = Type.Object({ api_key: Type.String(), api_secret: Type.String() }, closed)

export const createApp = operation({
  ...app,
  id: 'createApp',
  method: 'POST',
  path: '/operator/v1/apps',
  role: 'operator',
  summary: 'Create an app',
  description: 'The new app gets live and test credentials. The secrets are shown this once.',
  body: {
    name: required(appSettings.currencyName.field, 'The name of the app.'),
    publisherId: optional(integerField({ min: 1, max: Number.MAX_SAFE_INTEGER }), 'The id of its publisher.'),
    publisher: optional(appSettings.currencyName.field, 'Or its name; made when there is none of that name.'),
    ...appSettings,
  },
  success: [
    {
      status: 201,
      description: 'The app in full.',
      data: Type.Object({ id: idText('The id of the app.'), live: issued, test: issued }, closed),
    },
  ],
  errors: staffErrors,
})

export const updateApp = operation({
  ...app,
  id: 'updateApp',
  method: 'PATCH',
  path: '/operator/v1/apps/{appId}',
  pathParameters: oneApp,
  role: 'operator',
  summary: 'Change an app',
  description: 'A field that you leave out stays as it is; null unsets it. The change is in force at once.',
  body: {
    name: optional(appSettings.currencyName.field, 'The name of the app.'),
    status: optional(wordField(appStatuses), 'A suspended app is refused everywhere.'),
    ...appSettings,
  },
  success: [{ status: 200, description: 'The change is saved.', data: Type.Object({}, closed) }],
  errors: staffErrorsOfOne,
})

const samples = Type.Array(
  Type.Object(
    {
      payout: money('The payout of a conversion, in USD.'),
      exact: Type.String({ description: 'Its worth in the currency, not rounded; at most 12 decimals.' }),
      reward: money('The reward of the user, in the app’s currency.'),
    },
    closed,
  ),
)

export const previewCurrency = operation({
  ...app,
  id: 'previewCurrency',
  method: 'GET',
  path: '/operator/v1/currency-preview',
  role: 'analyst',
  summary: 'The worth of payouts in a currency',
  description: 'Computes five samples with the function that computes rewards. It changes nothing.',
  query: {
    rate: required(appSettings.currencyRate.field, 'Units of it per 1 USD.'),
    decimals: required(countField(currencyDecimals), 'Decimals that users see.'),
    rounding: required(wordField(roundings), 'How rewards are rounded.'),
  },
  body: noParameters,
  success: [{ status: 200, description: 'The rewards of five sample payouts.', data: samples }],
  errors: staffErrors,
})

/** Apps and their settings. */
export const appOperations = [listApps, getApp, createApp, updateApp, previewCurrency] as const
