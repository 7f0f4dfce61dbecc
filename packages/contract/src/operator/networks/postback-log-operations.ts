import { postbackNames } from '@quoin/core/networks/guess-parameters.ts'
import { sampleTextMax } from '@quoin/core/networks/sample-calls.ts'
import { requestOutcomes } from '@quoin/core/postbacks/request-outcome.ts'
import { Type } from '../../json-schema.ts'
import { accepted, type Field, optional, refused, required } from '../../fields/field.ts'
import { ownId } from '../../fields/id-fields.ts'
import { listOf, mapOf } from '../../fields/json-fields.ts'
import { countField, integerField } from '../../fields/number-fields.ts'
import { wordField } from '../../fields/text-fields.ts'
import { operation } from '../../operation.ts'
import { noParameters } from '../../parameters.ts'
import { listMeta, listParameters } from '../list-parameters.ts'
import { staffErrors, staffErrorsOfOne, startedJob } from '../operator-parts.ts'
import { networkPath, wordsOfNetwork } from './network-fields.ts'
import { postbackRequestShape, replayedShape, sampleReadingShape } from './network-shapes.ts'

export const listPostbacks = operation({
  id: 'listPostbacks',
  method: 'GET',
  path: '/operator/v1/networks/{networkId}/postbacks',
  reads: 'elsewhere',
  pathParameters: networkPath,
  tag: 'Networks',
  summary: 'The log of a network',
  description:
    'Lists the requests of a network, without secrets, and their answers. A sample of the ' +
    'refused ones is kept.',
  proof: 'staff',
  role: 'analyst',
  query: {
    ...listParameters({ time: ['id'] }, '-time'),
    outcome: optional(wordField(requestOutcomes), 'Only reports of this outcome.'),
    from: optional(countField({ min: 0, max: 253_402_300_799 }), 'At this time or later, in Unix seconds.'),
    to: optional(countField({ min: 0, max: 253_402_300_799 }), 'Before this time, in Unix seconds.'),
    clickId: optional(ownId, 'Only about this click.'),
  },
  body: noParameters,
  success: [
    {
      status: 200,
      description: 'One page of the list.',
      data: Type.Array(postbackRequestShape),
      meta: listMeta,
    },
  ],
  errors: staffErrorsOfOne,
})

export const replayPostbacks = operation({
  id: 'replayPostbacks',
  method: 'POST',
  path: '/operator/v1/postbacks/replay',
  tag: 'Networks',
  summary: 'Apply refused postbacks again',
  description:
    'Apply them again once their cause is mended. The rules of a first report hold: nothing is paid ' +
    'twice.',
  proof: 'staff',
  role: 'operator',
  query: noParameters,
  body: { ids: required(listOf(ownId, { max: 100 }), 'Rows of the log.') },
  success: [{ status: 200, description: 'The outcome of each.', data: Type.Array(replayedShape) }],
  errors: staffErrors,
})

export const replayNetwork = operation({
  id: 'replayNetwork',
  method: 'POST',
  path: '/operator/v1/networks/{networkId}/replay',
  pathParameters: networkPath,
  tag: 'Networks',
  summary: 'Apply all refused postbacks of a network again',
  description: 'A job does it.',
  proof: 'staff',
  role: 'operator',
  query: noParameters,
  body: {
    from: required(
      integerField({ min: 0, max: 253_402_300_799 }),
      'Those of this time or later, in Unix seconds.',
    ),
  },
  success: [{ status: 202, description: 'The job is in the queue.', data: startedJob }],
  errors: staffErrorsOfOne,
})

export const readSampleCalls = operation({
  id: 'readSampleCalls',
  method: 'POST',
  path: '/operator/v1/networks/{networkId}/sample-calls',
  pathParameters: networkPath,
  tag: 'Networks',
  summary: 'Read calls of a network and try the newest one',
  description:
    'Says which parameter is what, what would become of the newest call, decision by decision, and which ' +
    'address makes the network send it here. Nothing is sent and nothing is written.',
  proof: 'staff',
  role: 'reviewer',
  query: noParameters,
  body: {
    text: required(
      {
        schema: Type.String({
          minLength: 1,
          maxLength: sampleTextMax,
          examples: ['https://old.example/pb?sub1=…&sum=1.80'],
        }),
        read: (raw) =>
          typeof raw === 'string' && raw.length <= sampleTextMax
            ? accepted(raw)
            : refused('length', 'must be a text of at most 200,000 characters'),
      } satisfies Field<string>,
      'Addresses, lines of a log, or curl commands, one a line.',
    ),
    names: optional(
      mapOf(wordField([...postbackNames, '']), { max: 40, keyMax: 255 }),
      'Our name for each of their parameters, where it is not as guessed; empty: not used.',
    ),
    words: optional(wordsOfNetwork, 'Meanings to try that are not saved yet.'),
  },
  bodyMaxBytes: 1024 * 1024,
  success: [{ status: 200, description: 'The sample as it was read.', data: sampleReadingShape }],
  errors: staffErrorsOfOne,
})

export const postbackLogOperations = [listPostbacks, replayPostbacks, replayNetwork, readSampleCalls]
