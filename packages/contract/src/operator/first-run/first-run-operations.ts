import { firstRunSteps } from '@quoin/core/first-run/first-run-steps.ts'
import { Type } from '../../json-schema.ts'
import { optional, required } from '../../fields/field.ts'
import { countField } from '../../fields/number-fields.ts'
import { wordField } from '../../fields/text-fields.ts'
import { userId } from '../../fields/user-fields.ts'
import { operation } from '../../operation.ts'
import { noParameters } from '../../parameters.ts'
import { closed, orNull, unixSeconds } from '../../shapes/responses.ts'
import { idText, staffErrors, staffErrorsOfOne } from '../operator-parts.ts'

const common = { tag: 'Overview', proof: 'staff', errors: staffErrors } as const
const step = Type.Enum([...firstRunSteps])
const page = orNull(Type.String(), 'A page of the dashboard; null where there is none.')

const trial = Type.Object(
  {
    at: unixSeconds('The time of the trial.'),
    is_ok: Type.Boolean({ description: 'Whether it went as it should.' }),
    says: Type.String({ description: 'The outcome, in a sentence.' }),
    link: page,
  },
  closed,
)

const stepShape = Type.Object(
  {
    step,
    happened: orNull(
      Type.Object(
        {
          at: unixSeconds('When it happened first.'),
          by: orNull(Type.String(), 'The person or program; null where none of the platform did it.'),
          name: orNull(Type.String(), 'The thing that the sentence begins with.'),
          says: Type.String({ description: 'The sentence about the step, without its time.' }),
          link: page,
        },
        closed,
      ),
      'Null means not yet.',
    ),
    tried: orNull(trial, 'The last trial in test mode.'),
  },
  closed,
)

export const getFirstRun = operation({
  ...common,
  id: 'getFirstRun',
  method: 'GET',
  path: '/operator/v1/first-run',
  role: 'analyst',
  summary: 'How far a new platform has come',
  description:
    'Shows six events, from the first network to the first paid conversion. An event that has happened ' +
    'stays ticked.',
  query: noParameters,
  body: noParameters,
  success: [
    {
      status: 200,
      description: 'The steps in their order.',
      data: Type.Object(
        {
          is_demo: Type.Boolean({ description: 'The demo’s data are no first run: nothing is ticked.' }),
          steps: Type.Array(stepShape),
          doers: Type.Array(Type.String(), {
            description: 'Some of the people who can do what is left.',
            maxItems: 3,
          }),
        },
        closed,
      ),
    },
  ],
})

export const getFirstLink = operation({
  ...common,
  id: 'getFirstLink',
  method: 'GET',
  path: '/operator/v1/first-run/link',
  role: 'operator',
  summary: 'A live link to follow first',
  description:
    'Returns a link that is signed for a user of the first app. Following it is a click like any other.',
  query: {
    offerId: optional(
      countField({ min: 1, max: Number.MAX_SAFE_INTEGER }),
      'The first live offer unless given.',
    ),
    userId: optional(userId, 'The id of the user; `first-user` unless given.'),
  },
  body: noParameters,
  success: [
    {
      status: 200,
      description: 'The link, or null while there is no live offer or no app.',
      data: Type.Object(
        {
          link: orNull(Type.String({ description: 'The tracking link for the user.' })),
          offer_id: orNull(idText('The id of the offer that it leads to.')),
          user_id: Type.String({ description: 'The user who would follow the link.' }),
          app: orNull(Type.String(), 'The name of the app.'),
          offers: Type.Array(
            Type.Object({ id: idText('The id of the offer.'), name: Type.String() }, closed),
            {
              description: 'Live offers to choose from.',
              maxItems: 100,
            },
          ),
        },
        closed,
      ),
    },
  ],
  errors: staffErrorsOfOne,
})

export const tryFirstRun = operation({
  ...common,
  id: 'tryFirstRun',
  method: 'POST',
  path: '/operator/v1/first-run/trials',
  role: 'operator',
  summary: 'Try a step in test mode',
  description:
    'Does the step, and what it needs before, with test data and the same code as live: test offers, a ' +
    'test click, a test postback, and a callback to the receiver of the app or to a built-in one.',
  query: noParameters,
  body: { step: required(wordField(firstRunSteps), 'The last step that is tried.') },
  success: [
    {
      status: 200,
      description: 'The steps that were tried; the last one may have failed.',
      data: Type.Array(Type.Object({ step, ...trial.properties }, closed)),
    },
  ],
})

export const firstRunOperations = [getFirstRun, getFirstLink, tryFirstRun] as const
