import { everySecMax, runStates, undoableDays, verdicts } from '@quoin/core/sources/source.ts'
import { optional, required } from '../../fields/field.ts'
import { flag, mapOf, orNone } from '../../fields/json-fields.ts'
import { amountField, countField, integerField } from '../../fields/number-fields.ts'
import { search, textField, wordField } from '../../fields/text-fields.ts'
import { Type } from '../../json-schema.ts'
import { operation } from '../../operation.ts'
import { noParameters } from '../../parameters.ts'
import { closed } from '../../shapes/responses.ts'
import { listMeta, listParameters } from '../list-parameters.ts'
import { staffErrors, staffErrorsOfOne } from '../operator-parts.ts'
import { sourceKindShape, sourceRunOfferShape, sourceRunShape, sourceShape } from './source-shapes.ts'

const ownId = countField({ min: 1, max: Number.MAX_SAFE_INTEGER })
const sourcePath = { sourceId: required(ownId, 'The id of the source.') } as const
const runPath = { runId: required(ownId, 'The id of the run.') } as const

const name = textField({ min: 1, max: 100, example: 'Lumen Offers' })
const settingValue = textField({ min: 0, max: 300, example: 'api.eflow.team' })
const settings = optional(
  mapOf(settingValue, { max: 20, keyMax: 40 }),
  'The answers to what the kind asks for besides the key, by name (`listSourceKinds`).',
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
} as const

const listSourceKinds = operation({
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

const listSources = operation({
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

const createSource = operation({
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
    key: required(key, 'The key of the API. It is sealed and never shown again.'),
    ...sourceSettings,
  },
  success: [{ status: 201, description: 'The source as it is.', data: sourceShape }],
  errors: staffErrorsOfOne,
})

const getSource = operation({
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

const updateSource = operation({
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
    isPaused: optional(flag, 'A paused source is not asked; its offers stay as they are.'),
  },
  success: [{ status: 200, description: 'The source as it is now.', data: sourceShape }],
  errors: staffErrorsOfOne,
})

const deleteSource = operation({
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

const pullSource = operation({
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

const listSourceRuns = operation({
  id: 'listSourceRuns',
  method: 'GET',
  path: '/operator/v1/sources/{sourceId}/runs',
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

const getSourceRun = operation({
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

const listSourceRunOffers = operation({
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

const applySourceRun = operation({
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

const discardSourceRun = operation({
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

const undoSourceRun = operation({
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

const allowSourceOffer = operation({
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

export {
  allowSourceOffer,
  applySourceRun,
  createSource,
  deleteSource,
  discardSourceRun,
  getSource,
  getSourceRun,
  listSourceKinds,
  listSourceRunOffers,
  listSourceRuns,
  listSources,
  pullSource,
  undoSourceRun,
  updateSource,
}

export const sourceOperations = [
  listSourceKinds,
  listSources,
  createSource,
  getSource,
  updateSource,
  deleteSource,
  pullSource,
  listSourceRuns,
  getSourceRun,
  listSourceRunOffers,
  applySourceRun,
  discardSourceRun,
  undoSourceRun,
  allowSourceOffer,
]
