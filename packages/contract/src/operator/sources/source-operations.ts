import { optional, required } from '../../fields/field.ts'
import { flag } from '../../fields/json-fields.ts'
import { integerField } from '../../fields/number-fields.ts'
import { textField } from '../../fields/text-fields.ts'
import { Type } from '../../json-schema.ts'
import { operation } from '../../operation.ts'
import { noParameters } from '../../parameters.ts'
import { closed } from '../../shapes/responses.ts'
import { staffErrors, staffErrorsOfOne } from '../operator-parts.ts'
import { sourceAnswerOperations } from './source-answer-operations.ts'
import { key, sourceSettings } from './source-fields.ts'
import { sourceMappingOperations } from './source-mapping-operations.ts'
import { sourcePath } from './source-paths.ts'
import { sourceLinkOperations } from './source-link-operations.ts'
import { sourceRunOperations } from './source-run-operations.ts'
import { sourceKindShape, sourceShape } from './source-shapes.ts'

export const listSourceKinds = operation({
  id: 'listSourceKinds',
  method: 'GET',
  path: '/operator/v1/source-kinds',
  tag: 'Sources',
  summary: 'Kinds of sources',
  description: 'Lists the systems whose offers Quoin can read by itself, and what each asks for.',
  proof: 'staff',
  role: 'analyst',
  query: noParameters,
  body: noParameters,
  success: [{ status: 200, description: 'All kinds of sources.', data: Type.Array(sourceKindShape) }],
  errors: staffErrors,
})

export const listSources = operation({
  id: 'listSources',
  method: 'GET',
  path: '/operator/v1/sources',
  tag: 'Sources',
  summary: 'Sources of offers',
  description: 'Lists all sources by name, each with its newest run.',
  proof: 'staff',
  role: 'analyst',
  query: noParameters,
  body: noParameters,
  success: [{ status: 200, description: 'All sources by name.', data: Type.Array(sourceShape) }],
  errors: staffErrors,
})

export const createSource = operation({
  id: 'createSource',
  method: 'POST',
  path: '/operator/v1/sources',
  tag: 'Sources',
  summary: 'Add a source',
  description:
    'The network is asked at once. The first run waits for a person: nothing of it is shown to users before that.',
  proof: 'staff',
  role: 'operator',
  query: noParameters,
  body: {
    network: required(
      textField({ min: 1, max: 40, example: 'brightpath' }),
      'The short name of its network.',
    ),
    kind: required(textField({ min: 1, max: 40, example: 'everflow' }), 'As `listSourceKinds` names it.'),
    key: optional(
      key,
      'The key of the API. It is sealed and never shown again. Required, but for a feed of any shape without one.',
    ),
    ...sourceSettings,
  },
  success: [{ status: 201, description: 'The source as it is.', data: sourceShape }],
  errors: staffErrorsOfOne,
})

export const getSource = operation({
  id: 'getSource',
  method: 'GET',
  path: '/operator/v1/sources/{sourceId}',
  pathParameters: sourcePath,
  tag: 'Sources',
  summary: 'One source',
  description: 'Returns the source with its settings, without its key, and its newest run.',
  proof: 'staff',
  role: 'analyst',
  query: noParameters,
  body: noParameters,
  success: [{ status: 200, description: 'The source as it is.', data: sourceShape }],
  errors: staffErrorsOfOne,
})

export const updateSource = operation({
  id: 'updateSource',
  method: 'PATCH',
  path: '/operator/v1/sources/{sourceId}',
  pathParameters: sourcePath,
  tag: 'Sources',
  summary: 'Change a source',
  description: 'A field that you leave out stays as it is. A new key, or new settings, are tried at once.',
  proof: 'staff',
  role: 'operator',
  query: noParameters,
  body: {
    ...sourceSettings,
    key: optional(key, 'A new key in place of the old one.'),
    mappingVersion: optional(
      integerField({ min: 1, max: 1_000_000 }),
      'An earlier version of its mapping, whose content becomes the newest version.',
    ),
    isPaused: optional(flag, 'A paused source is not asked; its offers stay as they are.'),
  },
  success: [{ status: 200, description: 'The source as it is now.', data: sourceShape }],
  errors: staffErrorsOfOne,
})

export const deleteSource = operation({
  id: 'deleteSource',
  method: 'DELETE',
  path: '/operator/v1/sources/{sourceId}',
  pathParameters: sourcePath,
  tag: 'Sources',
  summary: 'Remove a source',
  description:
    'Its key and its runs are deleted. Its offers stay as they are, and nobody asks for them any more.',
  proof: 'staff',
  role: 'operator',
  query: noParameters,
  body: noParameters,
  success: [{ status: 200, description: 'It is removed.', data: Type.Object({}, closed) }],
  errors: staffErrorsOfOne,
})

export const pullSource = operation({
  id: 'pullSource',
  method: 'POST',
  path: '/operator/v1/sources/{sourceId}/pull',
  pathParameters: sourcePath,
  tag: 'Sources',
  summary: 'Ask a source now',
  description: 'A server asks the network within seconds; the run is then the newest of the list.',
  proof: 'staff',
  role: 'operator',
  query: noParameters,
  body: noParameters,
  success: [{ status: 202, description: 'It is asked soon.', data: sourceShape }],
  errors: staffErrorsOfOne,
})

export const connectSourcePostback = operation({
  id: 'connectSourcePostback',
  method: 'POST',
  path: '/operator/v1/sources/{sourceId}/postback',
  pathParameters: sourcePath,
  tag: 'Sources',
  summary: 'Connect the postback',
  description:
    'Sets up the postback at the network by its API, with a token of its own, and looks whether it is there. Once more changes ' +
    'nothing. Postbacks of others are never changed. A network that does not allow it answers with an error in words.',
  proof: 'staff',
  role: 'operator',
  query: noParameters,
  body: {
    newAddress: optional(
      flag,
      'Whether it gets a new token, and the address that was set up before ends. Default: false.',
    ),
  },
  success: [{ status: 200, description: 'The source as it is now.', data: sourceShape }],
  errors: staffErrorsOfOne,
})

export const sourceOperations = [
  listSourceKinds,
  listSources,
  createSource,
  getSource,
  updateSource,
  deleteSource,
  pullSource,
  connectSourcePostback,
  ...sourceRunOperations,
  ...sourceLinkOperations,
  ...sourceMappingOperations,
  ...sourceAnswerOperations,
]
