import { optional, required } from '../../fields/field.ts'
import { orNone } from '../../fields/json-fields.ts'
import { textField } from '../../fields/text-fields.ts'
import { Type } from '../../json-schema.ts'
import { operation } from '../../operation.ts'
import { noParameters } from '../../parameters.ts'
import { closed } from '../../shapes/responses.ts'
import { countryWords, platformWords } from '../catalogue/repair-fields.ts'
import { staffErrorsOfOne } from '../operator-parts.ts'
import { sourcePath } from './source-paths.ts'
import { sourceShape } from './source-shapes.ts'

/** Answers of people to what holds offers of a source back. */

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

export const sourceAnswerOperations = [allowSourceOffer, answerSourceWords]
