import { offerColumnNames } from '@quoin/core/offers/offer-fields.ts'
import { required } from '../../fields/field.ts'
import { listOf } from '../../fields/json-fields.ts'
import { wordField } from '../../fields/text-fields.ts'
import { Type } from '../../json-schema.ts'
import { operation } from '../../operation.ts'
import { noParameters } from '../../parameters.ts'
import { closed, orNull } from '../../shapes/responses.ts'
import { operatorOfferPath } from '../catalogue/offer-operations.ts'
import { idText, staffErrorsOfOne } from '../operator-parts.ts'

const offerSourceShape = Type.Object(
  {
    source: orNull(
      Type.Object(
        {
          id: idText('The id of the source.'),
          name: Type.String(),
          is_paused: Type.Boolean(),
          missing_runs: Type.Integer({
            minimum: 0,
            description: 'Runs in a row that did not have the offer.',
          }),
          allowed_by: orNull(
            Type.String(),
            'The person who has allowed it although its words forbid rewards; null where nobody has.',
          ),
          allowed_reason: orNull(Type.String()),
        },
        closed,
      ),
      'null: the offer did not come by a source.',
    ),
    own: Type.Array(
      Type.Object(
        {
          field: Type.Enum([...offerColumnNames]),
          yours: Type.String({ description: 'As it stands.' }),
          theirs: orNull(
            Type.String(),
            'As the source wrote it last; null where it cannot stand beside the other fields.',
          ),
        },
        closed,
      ),
      {
        description:
          'The fields that a person has changed since the source wrote them: runs leave them alone.',
      },
    ),
  },
  closed,
)

const of = { pathParameters: operatorOfferPath, tag: 'Sources', proof: 'staff', query: noParameters } as const

export const getOfferSource = operation({
  ...of,
  id: 'getOfferSource',
  method: 'GET',
  path: '/operator/v1/offers/{offerId}/source',
  summary: 'The source of an offer',
  description: 'Tells by which source the offer comes, and which of its fields a person has changed since.',
  role: 'analyst',
  body: noParameters,
  success: [{ status: 200, description: 'Its source, if it has one.', data: offerSourceShape }],
  errors: staffErrorsOfOne,
})

export const followOfferSource = operation({
  ...of,
  id: 'followOfferSource',
  method: 'POST',
  path: '/operator/v1/offers/{offerId}/source/follow',
  summary: 'Take the values of the source',
  description: 'Fields that a person has changed are as the source wrote them last, and follow it again.',
  role: 'operator',
  body: {
    fields: required(
      listOf(wordField(offerColumnNames), { max: offerColumnNames.length }),
      'The fields, of those that `getOfferSource` names.',
    ),
  },
  success: [{ status: 200, description: 'Its source, and what is still changed.', data: offerSourceShape }],
  errors: staffErrorsOfOne,
})

export const offerSourceOperations = [getOfferSource, followOfferSource]
