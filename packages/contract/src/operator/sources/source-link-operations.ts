import { linkVerdicts } from '@quoin/core/sources/link.ts'
import { optional, required } from '../../fields/field.ts'
import { textField, wordField } from '../../fields/text-fields.ts'
import { Type } from '../../json-schema.ts'
import { operation } from '../../operation.ts'
import { noParameters } from '../../parameters.ts'
import { listMeta, listParameters } from '../list-parameters.ts'
import { staffErrorsOfOne } from '../operator-parts.ts'
import { sourcePath } from './source-paths.ts'
import { sourceLinkShape } from './source-shapes.ts'

export const listSourceLinks = operation({
  id: 'listSourceLinks',
  method: 'GET',
  path: '/operator/v1/sources/{sourceId}/links',
  reads: 'elsewhere',
  pathParameters: sourcePath,
  tag: 'Sources',
  summary: 'Links of a source',
  description: 'Lists the links that were followed to see whether they still work, with what was seen.',
  proof: 'staff',
  role: 'analyst',
  query: {
    ...listParameters({ external_id: ['text'] }, 'external_id'),
    verdict: optional(wordField(linkVerdicts), 'Only links of which this was seen.'),
  },
  body: noParameters,
  success: [
    { status: 200, description: 'One page of the list.', data: Type.Array(sourceLinkShape), meta: listMeta },
  ],
  errors: staffErrorsOfOne,
})

export const lookAtSourceLink = operation({
  id: 'lookAtSourceLink',
  method: 'POST',
  path: '/operator/v1/sources/{sourceId}/links',
  pathParameters: sourcePath,
  tag: 'Sources',
  summary: 'Look at a link now',
  description:
    'Follows the link of one offer as a user would be sent, up to ten redirects, within 45 seconds. No offer is changed by it.',
  proof: 'staff',
  role: 'operator',
  query: noParameters,
  body: {
    externalId: required(
      textField({ min: 1, max: 255, example: '1177' }),
      'The network’s own id of the offer.',
    ),
  },
  success: [{ status: 200, description: 'The link as it was seen.', data: sourceLinkShape }],
  errors: staffErrorsOfOne,
})

export const sourceLinkOperations = [listSourceLinks, lookAtSourceLink]
