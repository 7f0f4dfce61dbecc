import { signalGroups } from '@quoin/core/risk/signal.ts'
import { Type } from '../../json-schema.ts'
import { accepted, type Field, optional, refused, required } from '../../fields/field.ts'
import { countField } from '../../fields/number-fields.ts'
import { textField } from '../../fields/text-fields.ts'
import { operation } from '../../operation.ts'
import { noParameters } from '../../parameters.ts'
import { closed, orNull, unixSeconds } from '../../shapes/responses.ts'
import { staffErrors, staffErrorsOfOne, startedJob } from '../operator-parts.ts'

const of = { tag: 'Risk', proof: 'staff', query: noParameters, body: noParameters } as const
const count = Type.Integer({ minimum: 0 })
const share = Type.Number({ minimum: 0, maximum: 1 })
const figures = Type.Object({}, { description: 'Its examples, and how it did on users held out.' })

const shadowShape = Type.Object(
  {
    assessments: count,
    mean_answered: orNull(Type.Number()),
    mean_shadow: orNull(Type.Number()),
    over_50_answered: count,
    over_50_shadow: count,
    over_85_answered: count,
    over_85_shadow: count,
  },
  closed,
)

export const getRisk = operation({
  ...of,
  id: 'getRisk',
  method: 'GET',
  path: '/operator/v1/risk',
  reads: 'elsewhere',
  summary: 'How scores lie, whether they come true, and what makes them',
  description:
    'Reports the scores of the newest 50,000 assessments, the calibration by the conversions of 90 days ' +
    '(what stands is believed after 14), and the weights, the shadow and the signals.',
  role: 'analyst',
  query: {
    days: optional(
      countField({ min: 1, max: 180, default: 30 }),
      'How far back scores are counted; 30 unless given.',
    ),
  },
  success: [
    {
      status: 200,
      description: 'The report in full.',
      data: Type.Object(
        {
          scores: Type.Array(
            Type.Object(
              { from: Type.Number(), to: Type.Number(), assessments: count, blocked: count },
              closed,
            ),
          ),
          calibration: Type.Array(
            Type.Object(
              {
                bin: orNull(count, 'The number of the bin, of ten; null: nothing spoke against them.'),
                conversions: count,
                said: orNull(share, 'The mean score as a probability.'),
                was: Type.Number({
                  minimum: 0,
                  maximum: 1,
                  description: 'The share that was taken back or refused.',
                }),
              },
              closed,
            ),
          ),
          learning: Type.Object(
            {
              active: Type.String({ description: 'The version in use.' }),
              is_file: Type.Boolean({ description: 'A file of RISK_WEIGHTS decides, whatever was learned.' }),
              mode: Type.Enum(['propose', 'auto', 'off']),
              last_ran_at: orNull(unixSeconds('The last night of learning.')),
              last_outcome: orNull(Type.String(), 'The outcome of the last round.'),
              candidate: orNull(Type.String(), 'The version in the shadow.'),
              shadow: orNull(shadowShape, 'Its scores beside those answered, of 7 days.'),
            },
            closed,
          ),
          signals: Type.Array(
            Type.Object(
              {
                name: Type.String({ examples: ['webdriver'] }),
                group: Type.Enum([...signalGroups]),
                points: Type.Number(),
                candidate_points: orNull(Type.Number()),
                share: orNull(share, 'In how many of the newest 5,000 assessments it spoke.'),
                mean_share: orNull(Type.Number(), 'How loudly, where it did; below 0 it spoke for the user.'),
              },
              closed,
            ),
          ),
        },
        closed,
      ),
    },
  ],
  errors: staffErrors,
})

const weightsFields = {
  version: Type.String(),
  state: Type.Enum(['candidate', 'active', 'retired', 'rejected']),
  actor: Type.String(),
  created_at: unixSeconds('The time at which it was made.'),
  changed_at: unixSeconds('When it last changed its state.'),
  figures,
}

export const listRiskWeights = operation({
  ...of,
  id: 'listRiskWeights',
  method: 'GET',
  path: '/operator/v1/risk/weights',
  summary: 'Learned and adopted weights',
  description: 'Lists the versions, newest first, and how each and the one before did on users held out.',
  role: 'analyst',
  query: {
    limit: optional(
      countField({ min: 1, max: 100, default: 20 }),
      'The number of versions; 20 unless given.',
    ),
  },
  success: [
    {
      status: 200,
      description: 'The versions of the weights.',
      data: Type.Array(Type.Object(weightsFields, closed)),
    },
  ],
  errors: staffErrors,
})

const version = {
  version: required(
    textField({ min: 1, max: 100, example: 'learned-20261122T030000' }),
    'The name of the version.',
  ),
}

export const getRiskWeights = operation({
  ...of,
  id: 'getRiskWeights',
  method: 'GET',
  path: '/operator/v1/risk/weights/{version}',
  pathParameters: version,
  summary: 'One version with its weights',
  description: 'Returns the weights as a weights file has them.',
  role: 'analyst',
  success: [
    {
      status: 200,
      description: 'The version with its weights.',
      data: Type.Object({ ...weightsFields, weights: Type.Object({}) }, closed),
    },
  ],
  errors: staffErrorsOfOne,
})

const used = Type.Object({ version: Type.String() }, closed)

export const activateRiskWeights = operation({
  ...of,
  id: 'activateRiskWeights',
  method: 'POST',
  path: '/operator/v1/risk/weights/{version}/activate',
  pathParameters: version,
  summary: 'Use a version from now on',
  description:
    'Every process uses the version within a second. `shipped` names the weights that Quoin comes with.',
  role: 'operator',
  success: [{ status: 200, description: 'The version is in use.', data: used }],
  errors: staffErrorsOfOne,
})

const fileMax = 64 * 1024

const weightsText: Field<string> = {
  schema: Type.String({ minLength: 2, maxLength: fileMax, description: 'JSON, as `risk fit` writes it.' }),
  read: (raw) =>
    typeof raw === 'string' && raw.length >= 2 && raw.length <= fileMax
      ? accepted(raw)
      : refused('length', 'must be a text of at most 64 KB'),
}

export const adoptRiskWeights = operation({
  ...of,
  id: 'adoptRiskWeights',
  method: 'POST',
  path: '/operator/v1/risk/weights',
  summary: 'Use weights of your own from now on',
  description: 'Learning goes on from your weights.',
  role: 'operator',
  body: { text: required(weightsText, 'The text of a weights file.') },
  bodyMaxBytes: 2 * fileMax,
  success: [{ status: 200, description: 'The weights are in use.', data: used }],
  errors: staffErrors,
})

export const refitRiskWeights = operation({
  ...of,
  id: 'refitRiskWeights',
  method: 'POST',
  path: '/operator/v1/risk/refit',
  summary: 'Run a round of learning now',
  description: 'A job does it. The candidate waits in the shadow.',
  role: 'operator',
  success: [{ status: 202, description: 'The job is in the queue.', data: startedJob }],
  errors: staffErrors,
})

export const riskOperations = [
  getRisk,
  listRiskWeights,
  getRiskWeights,
  activateRiskWeights,
  adoptRiskWeights,
  refitRiskWeights,
] as const
