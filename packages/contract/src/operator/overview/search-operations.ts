import { Type } from '../../json-schema.ts'
import { required } from '../../fields/field.ts'
import { textField } from '../../fields/text-fields.ts'
import { operation } from '../../operation.ts'
import { noParameters } from '../../parameters.ts'
import { closed, orNull } from '../../shapes/responses.ts'
import { staffErrors } from '../operator-parts.ts'

const kinds = ['click', 'conversion', 'user', 'publisher', 'app', 'offer', 'network'] as const

export const search = operation({
  id: 'search',
  method: 'GET',
  path: '/operator/v1/search',
  reads: 'elsewhere',
  tag: 'Search',
  summary: 'Find anything',
  description:
    'Searches for the id of a click, conversion or postback, a transaction, a user id, an id of ours, a ' +
    'public key, or a part of the name of a publisher, app, offer or network.',
  proof: 'staff',
  role: 'analyst',
  query: { text: required(textField({ min: 1, max: 255, example: 'raid' }), 'The text that is looked for.') },
  body: noParameters,
  success: [
    {
      status: 200,
      description: 'The things that were found, at most six of a kind.',
      data: Type.Array(
        Type.Object(
          {
            kind: Type.Enum([...kinds]),
            id: Type.String(),
            title: Type.String(),
            detail: Type.String(),
            state: orNull(Type.String(), 'The word for its state.'),
            link: Type.String({ description: 'Its page on the dashboard.', examples: ['/ops/offers/12'] }),
          },
          closed,
        ),
      ),
    },
  ],
  errors: staffErrors,
})
