import { bands } from '@quoin/core/risk/learning/compare-scores.ts'
import { labelKinds } from '@quoin/core/risk/learning/label-outcome.ts'
import { Type } from '../../json-schema.ts'
import { optional, required } from '../../fields/field.ts'
import { countField } from '../../fields/number-fields.ts'
import { textField, wordField } from '../../fields/text-fields.ts'
import { operation } from '../../operation.ts'
import { noParameters } from '../../parameters.ts'
import { closed, orNull, unixSeconds } from '../../shapes/responses.ts'
import { idText, money, staffErrors, staffErrorsOfOne } from '../operator-parts.ts'

const of = { tag: 'Risk', proof: 'staff', query: noParameters, body: noParameters } as const
const count = Type.Integer({ minimum: 0 })
const share = Type.Number({ minimum: 0, maximum: 1 })
const bandNames = bands.map(({ name }) => name)
const band = Type.Enum([...bandNames])

const pair = (description: string) =>
  Type.Object({ current: share, candidate: share }, { ...closed, description })

const foundOf = (description: string) =>
  Type.Object({ users: count, current: count, candidate: count }, { ...closed, description })

const mover = Type.Object(
  {
    user_id: Type.String(),
    app_id: idText('The id of the app of the user.'),
    app_name: orNull(Type.String()),
    before: Type.Number({ description: 'Their score by the weights in use.' }),
    after: Type.Number({ description: 'The score by the other weights.' }),
    because: orNull(Type.String(), 'The signal that moves it most.'),
    held: money('Their money that waits, in USD.'),
    decision: orNull(
      Type.Enum(['refused', 'confirmed']),
      'The last word of a person on what was held for its risk.',
    ),
  },
  closed,
)

const judgementShape = Type.Object(
  {
    passes: Type.Boolean({ description: 'Whether the gate lets them pass.' }),
    sentence: Type.String({ description: 'The reason as a sentence.' }),
    refused: foundOf('Users whom people refused or blocked: how many reach 85.'),
    confirmed: foundOf('Users whom people confirmed or allowed: how many reach 85.'),
    auc: orNull(
      pair('How often a refused user scores above a confirmed one.'),
      'Null where there are too few decisions to tell.',
    ),
    worlds: Type.Array(
      Type.Object(
        {
          name: Type.String(),
          auc: Type.Object({ shipped: share, candidate: share }, closed),
          recall: Type.Object(
            { shipped: share, candidate: share },
            {
              ...closed,
              description: 'Frauds that are found where one honest user in a hundred is stopped.',
            },
          ),
          holds: Type.Boolean(),
        },
        closed,
      ),
    ),
  },
  closed,
)

const movesShape = Type.Object(
  {
    days: count,
    users: count,
    bands: Type.Array(
      Type.Object(
        { from: band, to: band, users: count },
        { ...closed, description: 'Users by their band before and after.' },
      ),
    ),
    rising: count,
    falling: count,
    cross_up: count,
    cross_down: count,
    cross_held: money('The money that waits of those who cross 85, in USD.'),
    movers: Type.Array(mover, { description: 'Five who rise and five who fall.' }),
  },
  closed,
)

export const getRiskLearning = operation({
  ...of,
  id: 'getRiskLearning',
  method: 'GET',
  path: '/operator/v1/risk/learning',
  summary: 'The weights that were learned last, and the change if they were taken',
  description:
    'Returns the weights that wait, or the last ones that the gate refused, and whom they would change: ' +
    'of the newest 10,000 users who earned within 30 days.',
  role: 'analyst',
  success: [
    {
      status: 200,
      description: 'The weights that were learned.',
      data: Type.Object(
        {
          mode: Type.Enum(['propose', 'auto', 'off']),
          active: Type.Object(
            {
              version: Type.String(),
              by_old_rule: Type.Boolean({
                description:
                  'Learned before losses were compared with what is usual: the shipped weights are likely better.',
              }),
              taken_at: orNull(unixSeconds('When they came into use; null for the shipped ones.')),
              taken_by: orNull(Type.String()),
              before: orNull(Type.String(), 'The version that they took the place of, to go back to.'),
            },
            closed,
          ),
          last_ran_at: orNull(unixSeconds('The last night of learning.')),
          last_outcome: orNull(Type.String(), 'The outcome of the last round.'),
          labels_now: orNull(
            Type.Object({ frauds: count, honest: count, needed: count }, closed),
            'Where there were too few: how many there were, and how many of each are needed.',
          ),
          learned: orNull(
            Type.Object(
              {
                version: Type.String(),
                state: Type.Enum(['candidate', 'rejected']),
                began_with: Type.String(),
                created_at: unixSeconds('When they were learned.'),
                labels: Type.Array(
                  Type.Object(
                    {
                      kind: Type.Enum([...labelKinds]),
                      users: count,
                      weight: Type.Number({ description: 'As how many users one of them counts.' }),
                    },
                    closed,
                  ),
                ),
                untold: Type.Integer({ minimum: 0, description: 'Users of whom nothing can be told yet.' }),
                judgement: judgementShape,
                points: Type.Array(
                  Type.Object(
                    { signal: Type.String(), current: Type.Number(), candidate: Type.Number() },
                    {
                      ...closed,
                      description: 'Natural-log odds, calibrated; those that differ, most first.',
                    },
                  ),
                ),
                moves: movesShape,
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

export const listRiskMovers = operation({
  ...of,
  id: 'listRiskMovers',
  method: 'GET',
  path: '/operator/v1/risk/weights/{version}/movers',
  reads: 'elsewhere',
  pathParameters: {
    version: required(
      textField({ min: 1, max: 100, example: 'learned-20261122T030000' }),
      'The name of the version.',
    ),
  },
  summary: 'Users who would go from one band to another',
  description: 'Users with most money that waits come first.',
  role: 'analyst',
  query: {
    from: required(wordField(bandNames), 'The band by the weights in use.'),
    to: required(wordField(bandNames), 'The band of the user by this version.'),
    limit: optional(countField({ min: 1, max: 200, default: 50 }), 'The number of rows; 50 unless given.'),
  },
  success: [{ status: 200, description: 'The users who would change bands.', data: Type.Array(mover) }],
  errors: staffErrorsOfOne,
})

export const leaveRiskWeights = operation({
  ...of,
  id: 'leaveRiskWeights',
  method: 'POST',
  path: '/operator/v1/risk/weights/{version}/leave',
  pathParameters: {
    version: required(
      textField({ min: 1, max: 100, example: 'learned-20261122T030000' }),
      'The name of the version.',
    ),
  },
  summary: 'Leave a version that waits',
  description: 'The version is not taken and stays in the list. The next round learns anew.',
  role: 'operator',
  success: [
    {
      status: 200,
      description: 'The version no longer waits.',
      data: Type.Object({ version: Type.String() }, closed),
    },
  ],
  errors: staffErrorsOfOne,
})

export const learningOperations = [getRiskLearning, listRiskMovers, leaveRiskWeights] as const
