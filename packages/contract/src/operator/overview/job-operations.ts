import { jobStates } from '@quoin/core/jobs/job.ts'
import { Type } from '../../json-schema.ts'
import { optional, required } from '../../fields/field.ts'
import { ownId } from '../../fields/id-fields.ts'
import { wordField } from '../../fields/text-fields.ts'
import { operation } from '../../operation.ts'
import { noParameters } from '../../parameters.ts'
import { closed, orNull, unixSeconds, uuid } from '../../shapes/responses.ts'
import { listMeta, listParameters } from '../list-parameters.ts'
import { staffErrors, staffErrorsOfOne } from '../operator-parts.ts'

const jobShape = Type.Object(
  {
    id: uuid,
    kind: Type.String({ description: 'The kind of work.', examples: ['offers.import'] }),
    state: Type.Enum([...jobStates]),
    actor: Type.String({ description: 'The actor who began the job.' }),
    about: Type.Object({}, { description: 'The request, without secrets.' }),
    done: Type.Integer({ minimum: 0, description: 'How much is done, in its own units.' }),
    total: orNull(Type.Integer({ minimum: 0 }), 'How much there is to do; null while that is not known.'),
    result: orNull(Type.Object({}), 'The result, once it is done.'),
    error: orNull(Type.String(), 'Why it failed, as a sentence.'),
    created_at: unixSeconds('When it was asked for.'),
    started_at: orNull(unixSeconds('When it was begun.')),
    finished_at: orNull(unixSeconds('The time of its end.')),
  },
  closed,
)

const jobPath = { jobId: required(ownId, 'The id of the job.') } as const

export const listJobs = operation({
  id: 'listJobs',
  method: 'GET',
  path: '/operator/v1/jobs',
  tag: 'Jobs',
  summary: 'Long work and how far it is',
  description: 'Lists imports, exports and replays. Each goes on whether anybody watches or not.',
  proof: 'staff',
  role: 'analyst',
  query: {
    ...listParameters({ time: ['id'] }, '-time'),
    state: optional(wordField(jobStates), 'Only jobs in this state.'),
  },
  body: noParameters,
  success: [
    { status: 200, description: 'One page of the list.', data: Type.Array(jobShape), meta: listMeta },
  ],
  errors: staffErrors,
})

export const getJob = operation({
  id: 'getJob',
  method: 'GET',
  path: '/operator/v1/jobs/{jobId}',
  pathParameters: jobPath,
  tag: 'Jobs',
  summary: 'One job',
  description: 'Returns the job with its progress, and with its result once it is done.',
  proof: 'staff',
  role: 'analyst',
  query: noParameters,
  body: noParameters,
  success: [{ status: 200, description: 'The job in full.', data: jobShape }],
  errors: staffErrorsOfOne,
})
