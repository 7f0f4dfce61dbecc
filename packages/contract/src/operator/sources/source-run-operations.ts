import { runStates, undoableDays, verdicts } from '@quoin/core/sources/source.ts'
import { optional } from '../../fields/field.ts'
import { flag } from '../../fields/json-fields.ts'
import { search, wordField } from '../../fields/text-fields.ts'
import { Type } from '../../json-schema.ts'
import { operation } from '../../operation.ts'
import { noParameters } from '../../parameters.ts'
import { listMeta, listParameters } from '../list-parameters.ts'
import { staffErrorsOfOne } from '../operator-parts.ts'
import { runPath, sourcePath } from './source-paths.ts'
import { sourceRunOfferShape, sourceRunShape } from './source-shapes.ts'

export const listSourceRuns = operation({
  id: 'listSourceRuns',
  method: 'GET',
  path: '/operator/v1/sources/{sourceId}/runs',
  reads: 'elsewhere',
  pathParameters: sourcePath,
  tag: 'Sources',
  summary: 'Runs of a source',
  description: 'Lists the last runs; fifty are kept, and those that wait.',
  proof: 'staff',
  role: 'analyst',
  query: {
    ...listParameters({ time: ['integer'] }, '-time'),
    state: optional(wordField(runStates), 'Only runs in this state.'),
  },
  body: noParameters,
  success: [
    { status: 200, description: 'One page of the list.', data: Type.Array(sourceRunShape), meta: listMeta },
  ],
  errors: staffErrorsOfOne,
})

export const getSourceRun = operation({
  id: 'getSourceRun',
  method: 'GET',
  path: '/operator/v1/source-runs/{runId}',
  pathParameters: runPath,
  tag: 'Sources',
  summary: 'One run',
  description: 'Returns what the run has read and done.',
  proof: 'staff',
  role: 'analyst',
  query: noParameters,
  body: noParameters,
  success: [{ status: 200, description: 'The run as it is.', data: sourceRunShape }],
  errors: staffErrorsOfOne,
})

export const listSourceRunOffers = operation({
  id: 'listSourceRunOffers',
  method: 'GET',
  path: '/operator/v1/source-runs/{runId}/offers',
  pathParameters: runPath,
  tag: 'Sources',
  summary: 'Offers of a run',
  description:
    'Lists the offers that a run found new, changed, ended, missing, held, forbidden or not approved, with the reasons; those ' +
    'that are as they were are counted in the run alone.',
  proof: 'staff',
  role: 'analyst',
  query: {
    ...listParameters({ external_id: ['text'] }, 'external_id'),
    verdict: optional(wordField(verdicts), 'Only offers with this outcome.'),
    search: optional(search, 'A part of the name, or the whole id of the network.', { emptyIsAbsent: true }),
  },
  body: noParameters,
  success: [
    {
      status: 200,
      description: 'One page of the list.',
      data: Type.Array(sourceRunOfferShape),
      meta: listMeta,
    },
  ],
  errors: staffErrorsOfOne,
})

export const applySourceRun = operation({
  id: 'applySourceRun',
  method: 'POST',
  path: '/operator/v1/source-runs/{runId}/apply',
  pathParameters: runPath,
  tag: 'Sources',
  summary: 'Let a run count',
  description: 'A run that waits changes the offers now, all at once. Changes by a person since then stay.',
  proof: 'staff',
  role: 'operator',
  query: noParameters,
  body: noParameters,
  success: [{ status: 200, description: 'The run as it is now.', data: sourceRunShape }],
  errors: staffErrorsOfOne,
})

export const discardSourceRun = operation({
  id: 'discardSourceRun',
  method: 'POST',
  path: '/operator/v1/source-runs/{runId}/discard',
  pathParameters: runPath,
  tag: 'Sources',
  summary: 'Leave a run aside',
  description: 'The offers stay as they are. The next run is judged anew.',
  proof: 'staff',
  role: 'operator',
  query: noParameters,
  body: noParameters,
  success: [{ status: 200, description: 'The run as it is now.', data: sourceRunShape }],
  errors: staffErrorsOfOne,
})

export const undoSourceRun = operation({
  id: 'undoSourceRun',
  method: 'POST',
  path: '/operator/v1/source-runs/{runId}/undo',
  pathParameters: runPath,
  tag: 'Sources',
  summary: 'Take a run back',
  description:
    `For ${undoableDays} days: what the run changed and nobody has changed since is as it was, and its new offers are paused. ` +
    'The next run would bring it again, so that the source is paused unless you say otherwise.',
  proof: 'staff',
  role: 'operator',
  query: noParameters,
  body: { pause: optional(flag, 'Whether the source is paused with it. Default: true.') },
  success: [{ status: 200, description: 'The run as it is now.', data: sourceRunShape }],
  errors: staffErrorsOfOne,
})

export const sourceRunOperations = [
  listSourceRuns,
  getSourceRun,
  listSourceRunOffers,
  applySourceRun,
  discardSourceRun,
  undoSourceRun,
]
