import { linksDailyMax } from '@quoin/core/sources/link.ts'
import { everySecMax } from '@quoin/core/sources/source.ts'
import { optional, required } from '../../fields/field.ts'
import { flag, mapOf, orNone } from '../../fields/json-fields.ts'
import { amountField, countField, integerField } from '../../fields/number-fields.ts'
import { textField } from '../../fields/text-fields.ts'
import { Type } from '../../json-schema.ts'
import { operation } from '../../operation.ts'
import { noParameters } from '../../parameters.ts'
import { closed } from '../../shapes/responses.ts'
import { staffErrors, staffErrorsOfOne } from '../operator-parts.ts'
import { countryWords, platformWords } from '../catalogue/repair-fields.ts'
import { feedSampleShape, mappingField, mappingVersionShape } from './mapping-shapes.ts'
import { sourcePath } from './source-paths.ts'
import { sourceLinkOperations } from './source-link-operations.ts'
import { sourceRunOperations } from './source-run-operations.ts'
import { sourceKindShape, sourceShape } from './source-shapes.ts'

const name = textField({ min: 1, max: 100, example: 'Lumen Offers' })
const settingValue = textField({ min: 0, max: 1_000, example: 'api.eflow.team' })
const settings = optional(
  mapOf(settingValue, { max: 20, keyMax: 40 }),
  'The answers to what the kind asks for besides the key, by name (`listSourceKinds`). An empty one is as if it were left out, and a change takes it away.',
)
const key = textField({ min: 1, max: 1_000, example: 'k3y' })
const sourceSettings = {
  name: optional(name, 'How people call it. Default: the network’s short name.'),
  settings,
  payoutPercent: optional(
    amountField({ minMicros: 0, maxMicros: 100_000_000 }),
    'The part of what the network pays that publishers earn, in percent with at most 2 decimals. Default: 70.',
  ),
  everySec: optional(
    integerField({ min: 1, max: everySecMax }),
    'Seconds from one run to the next. Default: half an hour, or what the kind asks for.',
  ),
  mapping: optional(
    mappingField,
    'Where a feed of any shape has its offers: required for the kind `mapped`, and refused for others.',
  ),
  linkCheckDaily: optional(
    integerField({ min: 0, max: linksDailyMax }),
    'Links of its offers that are followed in a day, to see whether they still work. Default: 0.',
  ),
} as const

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

export const listSourceMappings = operation({
  id: 'listSourceMappings',
  method: 'GET',
  path: '/operator/v1/sources/{sourceId}/mappings',
  pathParameters: sourcePath,
  tag: 'Sources',
  summary: 'Mappings of a source',
  description:
    'Lists the versions of the mapping of a source, newest first; a hundred are kept, and the newest is in force.',
  proof: 'staff',
  role: 'analyst',
  query: noParameters,
  body: noParameters,
  success: [{ status: 200, description: 'All that are kept.', data: Type.Array(mappingVersionShape) }],
  errors: staffErrorsOfOne,
})

export const sampleSource = operation({
  id: 'sampleSource',
  method: 'POST',
  path: '/operator/v1/source-samples',
  tag: 'Sources',
  summary: 'Look at a feed',
  description:
    'Asks a feed of any shape once, and answers what is in it: the list of records, their fields, a mapping that is guessed with ' +
    'reasons, and the first offers as they would be read. Nothing is stored.',
  proof: 'staff',
  role: 'operator',
  query: noParameters,
  body: {
    sourceId: optional(
      countField({ min: 1, max: Number.MAX_SAFE_INTEGER }),
      'A source whose settings and key are used where none are given.',
    ),
    network: optional(
      textField({ min: 1, max: 40, example: 'brightpath' }),
      'The short name of the network: its preset names the parameter of the click id.',
    ),
    settings,
    key: optional(key, 'The key, which stands for `{key}` in the settings.'),
    mapping: optional(mappingField, 'The mapping to read by. Left out: it is guessed.'),
  },
  success: [{ status: 200, description: 'The contents of the feed.', data: feedSampleShape }],
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

export const allowSourceOffer = operation({
  id: 'allowSourceOffer',
  method: 'POST',
  path: '/operator/v1/sources/{sourceId}/allowances',
  pathParameters: sourcePath,
  tag: 'Sources',
  summary: 'Allow a forbidden offer',
  description:
    'An offer whose words forbid rewards is never shown. Allow it where the network has agreed; the next run lists it.',
  proof: 'staff',
  role: 'operator',
  query: noParameters,
  body: {
    externalId: required(
      textField({ min: 1, max: 255, example: '1177' }),
      'The network’s own id of the offer.',
    ),
    reason: required(
      orNone(textField({ min: 3, max: 500, example: 'Agreed by mail with their account manager.' })),
      'Why users may be rewarded for it; null takes the allowance back.',
    ),
  },
  success: [{ status: 200, description: 'It is noted.', data: Type.Object({}, closed) }],
  errors: staffErrorsOfOne,
})

export const answerSourceWords = operation({
  id: 'answerSourceWords',
  method: 'POST',
  path: '/operator/v1/sources/{sourceId}/words',
  pathParameters: sourcePath,
  tag: 'Sources',
  summary: 'Say what words mean',
  description:
    'Offers are held where nobody knows a word of their countries or platforms (`unknown_words` of a run). The ' +
    'meanings are kept for the files of the network, too. The source is asked again at once.',
  proof: 'staff',
  role: 'operator',
  query: noParameters,
  body: {
    countryWords: optional(
      countryWords,
      'By a word the countries that it means, such as `DE|AT`; `*`: everywhere.',
    ),
    platformWords: optional(platformWords, 'By a word the platforms that it means, such as `android|ios`.'),
  },
  success: [{ status: 200, description: 'The source as it is.', data: sourceShape }],
  errors: staffErrorsOfOne,
})

export const sourceOperations = [
  listSourceKinds,
  listSources,
  createSource,
  getSource,
  updateSource,
  listSourceMappings,
  sampleSource,
  deleteSource,
  pullSource,
  connectSourcePostback,
  ...sourceRunOperations,
  ...sourceLinkOperations,
  allowSourceOffer,
  answerSourceWords,
]
