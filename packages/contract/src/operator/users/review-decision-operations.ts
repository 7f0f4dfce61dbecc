import { decisions } from '@quoin/core/conversions/decisions.ts'
import { passableRules } from '@quoin/core/conversions/review-objections.ts'
import { conversionStatuses } from '@quoin/core/conversions/status.ts'
import { Type } from '../../json-schema.ts'
import { accepted, type Field, optional, refused, required } from '../../fields/field.ts'
import { ownId } from '../../fields/id-fields.ts'
import { listOf } from '../../fields/json-fields.ts'
import { textField, wordField } from '../../fields/text-fields.ts'
import { operation } from '../../operation.ts'
import { noParameters } from '../../parameters.ts'
import { closed, orNull, unixSeconds, uuid } from '../../shapes/responses.ts'
import { idText, money, staffErrors } from '../operator-parts.ts'

const status = Type.Enum([...conversionStatuses])
const reviewsMax = 100

export const previewReviews = operation({
  id: 'previewReviews',
  method: 'POST',
  path: '/operator/v1/reviews/preview',
  tag: 'Reviews',
  summary: 'Preview of a decision',
  description: 'Uses the rules and the locks of the decision itself. Nothing is written.',
  proof: 'staff',
  role: 'reviewer',
  query: noParameters,
  body: {
    decision: required(wordField(decisions), 'The decision to preview.'),
    conversionIds: required(listOf(ownId, { max: reviewsMax }), `At most ${reviewsMax}.`),
  },
  success: [
    {
      status: 200,
      description: 'The changes of each, in the order asked; unknown ones are left out.',
      data: Type.Array(
        Type.Object(
          {
            id: uuid,
            from: status,
            to: orNull(status, 'Null where it is not open to the decision.'),
            reason: orNull(Type.String()),
            release_at: orNull(unixSeconds('When it is approved by itself, if it is held for a time.')),
            revenue: money('The payment of its network, in USD.'),
            payable: money('The debt to the publisher that it adds, in USD.'),
            receivable: money('The debt of the network that it adds, in USD.'),
            margin: money('The margin that it adds, in USD.'),
            is_paid_out: Type.Boolean({
              description:
                'The publisher was paid since it was approved: what is taken back comes off the next payment.',
            }),
            objections: Type.Array(
              Type.Object({ rule: Type.String(), message: Type.String(), passable: Type.Boolean() }, closed),
              { description: 'The rules against it; passable ones may be gone past with `despite`.' },
            ),
            caps: Type.Array(
              Type.Object({ key: Type.String(), used: Type.Number(), limit: Type.Number() }, closed),
            ),
            callbacks: Type.Array(
              Type.Object(
                { endpoint_id: idText('The id of the endpoint.'), name: Type.String(), event: Type.String() },
                closed,
              ),
            ),
          },
          closed,
        ),
      ),
    },
  ],
  errors: staffErrors,
})

interface LookedAt {
  readonly id: string
  readonly version: number | undefined
}

/** A conversion, and the version that was looked at. */
const lookedAt: Field<LookedAt> = {
  schema: Type.Object({ id: ownId.schema, version: Type.Optional(Type.Integer({ minimum: 1 })) }),
  read(raw) {
    if (typeof raw !== 'object' || raw === null || !('id' in raw))
      return refused('type', 'must be an object with id')
    const version: unknown = 'version' in raw ? raw.version : undefined
    if (version !== undefined && (typeof version !== 'number' || !Number.isSafeInteger(version)))
      return refused('integer', 'must have a whole number as version')
    const id = ownId.read(raw.id)
    return id.ok ? accepted({ id: id.value, version }) : id
  },
}

export const decideReviews = operation({
  id: 'decideReviews',
  method: 'POST',
  path: '/operator/v1/reviews/decide',
  tag: 'Reviews',
  summary: 'Confirm, refuse, keep holding, or take a decision back',
  description:
    'Decides each conversion by itself, at most 100. One that somebody else has decided meanwhile says ' +
    'so and keeps no other waiting. The decision, its actor and its reason are kept.',
  proof: 'staff',
  role: 'reviewer',
  query: noParameters,
  body: {
    decision: required(
      wordField([...decisions, 'keep']),
      '`confirm` and `refuse` what waits, or `keep` it waiting; `take_back` what was approved, or `give_after_all` what a ' +
        'person refused or took back.',
    ),
    conversions: required(
      listOf(lookedAt, { max: reviewsMax }),
      'With the version that was looked at: what has changed since is not decided.',
    ),
    note: optional(
      textField({ min: 0, max: 500, example: 'A family on one tablet.' }),
      'Why; needed for `take_back` and `give_after_all`.',
    ),
    despite: optional(
      listOf(wordField(passableRules), { max: passableRules.length }),
      'Objections that are known and gone past.',
    ),
  },
  success: [
    {
      status: 200,
      description: 'The outcome of each, in order.',
      data: Type.Array(
        Type.Object(
          {
            id: uuid,
            outcome: Type.Enum(['done', 'decided_before', 'changed', 'objection', 'unknown']),
            status: orNull(status),
            reason: orNull(Type.String()),
            problem: orNull(Type.String(), 'The reason for a refusal, as a sentence.'),
            rules: Type.Array(Type.String(), { description: 'The rules against it.' }),
          },
          closed,
        ),
      ),
    },
  ],
  errors: staffErrors,
})

export const reviewDecisionOperations = [previewReviews, decideReviews] as const
