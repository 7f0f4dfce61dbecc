import { appStatuses } from '@quoin/core/apps/app.ts'
import { Type } from '../../json-schema.ts'
import { optional } from '../../fields/field.ts'
import { search } from '../../fields/text-fields.ts'
import { operation } from '../../operation.ts'
import { createApp, updateApp } from '../../operator/apps/app-operations.ts'
import { ownAppSettings, ownAppSettingsShape } from '../../operator/apps/app-settings.ts'
import { listMeta, listParameters } from '../../operator/list-parameters.ts'
import { idText, staffErrors, staffErrorsOfOne } from '../../operator/operator-parts.ts'
import { noParameters } from '../../parameters.ts'
import { closed } from '../../shapes/responses.ts'
import { member, ofPublisher, ownApp } from '../manage-parts.ts'

const app = { ...member, tag: 'Apps' } as const

const appFacts = {
  id: idText('The id of the app.'),
  name: Type.String(),
  status: Type.Enum([...appStatuses]),
  currency: Type.String({ description: 'The name of its virtual currency.' }),
}

// The name of its currency is a fact of its own.
const { currency_name: _name, ...settingsShape } = ownAppSettingsShape

const figures = (days: number) =>
  Type.Object(
    {
      clicks: Type.Integer({ minimum: 0 }),
      conversions: Type.Integer({ minimum: 0, description: 'The number of approved conversions.' }),
      earned: Type.String({ description: 'In USD, of what is approved.' }),
    },
    { ...closed, description: `Live figures of the last ${days} days of UTC, today among them.` },
  )

export const listMyApps = operation({
  ...app,
  id: 'listMyApps',
  method: 'GET',
  path: '/manage/v1/apps',
  role: 'analyst',
  summary: 'The apps of the publisher',
  description: 'Lists the apps with their currency, their state and their figures of late.',
  query: {
    ...ofPublisher,
    ...listParameters({ name: ['text', 'integer'], id: ['integer'] }, 'name'),
    search: optional(search, 'A part of the name.', { emptyIsAbsent: true }),
    status: optional(updateApp.body.status.field, 'Only apps in this state.'),
  },
  body: noParameters,
  success: [
    {
      status: 200,
      description: 'One page of the list.',
      data: Type.Array(
        Type.Object(
          {
            ...appFacts,
            is_paused: ownAppSettingsShape.is_paused,
            last_7_days: figures(7),
            last_30_days: figures(30),
          },
          closed,
        ),
      ),
      meta: listMeta,
    },
  ],
  errors: staffErrors,
})

export const getMyApp = operation({
  ...app,
  id: 'getMyApp',
  method: 'GET',
  path: '/manage/v1/apps/{appId}',
  pathParameters: ownApp,
  role: 'analyst',
  summary: 'One app',
  description: 'Returns the app with its settings.',
  body: noParameters,
  success: [
    {
      status: 200,
      description: 'The app in full.',
      data: Type.Object(
        {
          ...appFacts,
          ...settingsShape,
        },
        closed,
      ),
    },
  ],
  errors: staffErrorsOfOne,
})

// Its status is the platform's.
const settings = { name: updateApp.body.name, ...ownAppSettings }

export const createMyApp = operation({
  ...createApp,
  ...app,
  id: 'createMyApp',
  path: '/manage/v1/apps',
  role: 'developer',
  body: { ...settings, name: createApp.body.name },
})

export const updateMyApp = operation({
  ...app,
  id: 'updateMyApp',
  method: 'PATCH',
  path: '/manage/v1/apps/{appId}',
  pathParameters: ownApp,
  role: 'developer',
  summary: 'Change an app',
  description:
    'A field that you leave out stays as it is; null unsets it. The change is in force at once. You can ' +
    'only lower `holdScore`: the platform alone may hold fewer conversions.',
  body: settings,
  success: [{ status: 200, description: 'The change is saved.', data: Type.Object({}, closed) }],
  errors: staffErrorsOfOne,
})
