import { callbackStates } from '@quoin/core/callbacks/conclude-attempt.ts'
import { endpointEventTypes } from '@quoin/core/callbacks/facts.ts'
import { Type } from '../../json-schema.ts'
import { optional } from '../../fields/field.ts'
import { countField, integerField } from '../../fields/number-fields.ts'
import { textField, wordField } from '../../fields/text-fields.ts'
import { operation } from '../../operation.ts'
import { closed, orNull, unixSeconds, uuid } from '../../shapes/responses.ts'
import { listMeta, listParameters } from '../list-parameters.ts'
import { staffErrorsOfOne, startedJob } from '../operator-parts.ts'
import { attemptFields, callbackPath, endpointPath, general } from './callback-parts.ts'

const second = countField({ min: 1, max: 253_402_300_799 })

/** Which callbacks of an endpoint are meant, beside their state. */
const callbackFilter = {
  event: optional(wordField(endpointEventTypes), 'Only those that tell of this step.', {
    emptyIsAbsent: true,
  }),
  userId: optional(textField({ min: 1, max: 255, example: 'user-42' }), 'Only rows of this user.', {
    emptyIsAbsent: true,
  }),
} as const

export const listCallbacks = operation({
  ...general,
  id: 'listCallbacks',
  method: 'GET',
  path: '/operator/v1/callback-endpoints/{endpointId}/callbacks',
  reads: 'elsewhere',
  pathParameters: endpointPath,
  summary: 'The callbacks of an endpoint',
  description: 'Lists callbacks that were sent and that are due, newest first.',
  role: 'analyst',
  query: {
    ...listParameters({ time: ['id'] }, '-time'),
    state: optional(wordField(callbackStates), 'Only callbacks in this state.'),
    ...callbackFilter,
    from: optional(second, 'Unix seconds: owed from this moment on.', { emptyIsAbsent: true }),
    to: optional(second, 'Unix seconds: owed before this moment.', { emptyIsAbsent: true }),
  },
  success: [
    {
      status: 200,
      description: 'One page of the list.',
      data: Type.Array(
        Type.Object(
          {
            id: uuid,
            conversion_id: orNull(uuid, 'Null of a callback about offers.'),
            user_id: orNull(Type.String(), 'Whom it is about; null once they were erased.'),
            event: Type.String({ examples: ['conversion.approved'] }),
            state: Type.Enum([...callbackStates]),
            attempts: Type.Integer({ minimum: 0 }),
            created_at: unixSeconds('The time since when it is owed.'),
            next_attempt_at: orNull(unixSeconds('When it is tried again.')),
            ended_at: orNull(unixSeconds('The time of its end.')),
            http_status: orNull(Type.Integer(), 'The status of the last attempt.'),
            latency_ms: orNull(Type.Integer()),
          },
          closed,
        ),
      ),
      meta: listMeta,
    },
  ],
  errors: staffErrorsOfOne,
})

export const listCallbackAttempts = operation({
  ...general,
  id: 'listCallbackAttempts',
  method: 'GET',
  path: '/operator/v1/callbacks/{callbackId}/attempts',
  reads: 'elsewhere',
  pathParameters: callbackPath,
  summary: 'Every attempt of a callback',
  description: 'Lists each request, without signatures, and its answer.',
  role: 'analyst',
  success: [
    {
      status: 200,
      description: 'The attempts, oldest first.',
      data: Type.Array(
        Type.Object(
          { number: Type.Integer(), at: unixSeconds('The time at which it happened.'), ...attemptFields },
          closed,
        ),
      ),
    },
  ],
  errors: staffErrorsOfOne,
})

const replayed = Type.Object({ replayed: Type.Integer({ minimum: 0 }) }, closed)

export const replayCallback = operation({
  ...general,
  id: 'replayCallback',
  method: 'POST',
  path: '/operator/v1/callbacks/{callbackId}/replay',
  pathParameters: callbackPath,
  summary: 'Send a callback again',
  description: 'The callback keeps its id. You can send it again whatever became of it.',
  role: 'operator',
  success: [{ status: 200, description: 'The callback is due now.', data: replayed }],
  errors: staffErrorsOfOne,
})

export const replayCallbacks = operation({
  ...general,
  id: 'replayCallbacks',
  method: 'POST',
  path: '/operator/v1/callback-endpoints/{endpointId}/replay',
  pathParameters: endpointPath,
  summary: 'Send failed callbacks again',
  description:
    'Sends all callbacks of an endpoint again that ended in one of these states in a span of time. A job ' +
    'does it.',
  role: 'operator',
  body: {
    state: optional(
      wordField(['delivered', 'dead', 'stopped', 'flagged']),
      'That ended so; dead, stopped and flagged ones unless given.',
    ),
    ...callbackFilter,
    from: optional(integerField({ min: 0, max: 253_402_300_799 }), 'Unix seconds; a week ago unless given.'),
    to: optional(integerField({ min: 0, max: 253_402_300_799 }), 'Unix seconds; now unless given.'),
  },
  success: [{ status: 202, description: 'The job is in the queue.', data: startedJob }],
  errors: staffErrorsOfOne,
})

export const callbackOperations = [
  listCallbacks,
  listCallbackAttempts,
  replayCallback,
  replayCallbacks,
] as const
