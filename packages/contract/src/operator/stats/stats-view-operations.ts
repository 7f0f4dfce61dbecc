import { optional, required } from '../../fields/field.ts'
import { flag } from '../../fields/json-fields.ts'
import { textField } from '../../fields/text-fields.ts'
import { Type } from '../../json-schema.ts'
import { operation } from '../../operation.ts'
import { noParameters } from '../../parameters.ts'
import { closed } from '../../shapes/responses.ts'
import { rowId } from '../catalogue/offer-operations.ts'
import { idText, staffErrors, staffErrorsOfOne } from '../operator-parts.ts'

const views = { tag: 'Statistics', proof: 'staff', query: noParameters } as const

export const listStatsViews = operation({
  ...views,
  role: 'analyst',
  id: 'listStatsViews',
  method: 'GET',
  path: '/operator/v1/stats/views',
  summary: 'Saved views of the statistics',
  description: 'Lists the caller’s own views, then those of the team, by name.',
  body: noParameters,
  success: [
    {
      status: 200,
      description: 'The views that the caller can open.',
      data: Type.Array(
        Type.Object(
          {
            id: idText('The id of the view.'),
            name: Type.String(),
            search: Type.String({ description: "The page's address behind the question mark." }),
            is_shared: Type.Boolean({ description: 'Everybody of the team has it.' }),
            is_own: Type.Boolean({ description: 'Whether the caller has saved it.' }),
            maker: Type.String({ description: 'The name of the one who saved it.' }),
          },
          closed,
        ),
      ),
    },
  ],
  errors: staffErrors,
})

export const saveStatsView = operation({
  ...views,
  role: 'reviewer',
  id: 'saveStatsView',
  method: 'POST',
  path: '/operator/v1/stats/views',
  summary: 'Save a view of the statistics',
  description:
    'Saves the view under a name. It replaces the view that the caller saved under this name before.',
  body: {
    name: required(textField({ min: 1, max: 60, example: 'Losing sub ids' }), 'The name of the view.'),
    search: required(
      textField({ min: 0, max: 2_000, example: 'by=offer&within=subId' }),
      "The page's address behind the question mark.",
    ),
    isShared: optional(flag, 'Whether everybody of the team has it.'),
  },
  success: [
    {
      status: 201,
      description: 'The view is saved.',
      data: Type.Object({ id: idText('The id of the view.') }, closed),
    },
  ],
  errors: staffErrors,
})

export const deleteStatsView = operation({
  ...views,
  role: 'reviewer',
  id: 'deleteStatsView',
  method: 'DELETE',
  path: '/operator/v1/stats/views/{viewId}',
  pathParameters: { viewId: required(rowId, 'The id of the view.') },
  summary: 'Delete a view of the statistics',
  description: 'You can delete a view of your own, or one of the team.',
  body: noParameters,
  success: [{ status: 200, description: 'The view is deleted.', data: Type.Object({}, closed) }],
  errors: staffErrorsOfOne,
})
