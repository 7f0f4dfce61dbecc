import { optional } from '../../fields/field.ts'
import { countField } from '../../fields/number-fields.ts'
import { textField } from '../../fields/text-fields.ts'
import { Type } from '../../json-schema.ts'
import { operation } from '../../operation.ts'
import { noParameters } from '../../parameters.ts'
import { staffErrorsOfOne } from '../operator-parts.ts'
import { feedSampleShape, mappingField, mappingVersionShape } from './mapping-shapes.ts'
import { key, settings } from './source-fields.ts'
import { sourcePath } from './source-paths.ts'

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

export const sourceMappingOperations = [listSourceMappings, sampleSource]
