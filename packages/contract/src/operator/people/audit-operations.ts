import { Type } from '../../json-schema.ts'
import { optional } from '../../fields/field.ts'
import { countField } from '../../fields/number-fields.ts'
import { textField } from '../../fields/text-fields.ts'
import { operation } from '../../operation.ts'
import { noParameters } from '../../parameters.ts'
import { closed, unixSeconds } from '../../shapes/responses.ts'
import { rowId } from '../catalogue/offer-operations.ts'
import { listMeta, listParameters } from '../list-parameters.ts'
import { idText, staffErrors } from '../operator-parts.ts'

const word = (example: string) => textField({ min: 1, max: 255, example })
const unixTime = countField({ min: 0, max: 253_402_300_799 })

export const listAudit = operation({
  id: 'listAudit',
  method: 'GET',
  path: '/operator/v1/audit',
  tag: 'Audit',
  summary: 'The audit log',
  description: 'Every change by people, programs and commands, with the values before and after.',
  proof: 'staff',
  role: 'analyst',
  query: {
    ...listParameters({ id: ['integer'] }, '-id'),
    action: optional(word('offer.paused'), 'The action, or the beginning of it.'),
    object: optional(word('offer:12'), 'The thing that was changed.'),
    publisherId: optional(rowId, 'Only changes of a publisher, its apps and their callback endpoints.'),
    actor: optional(word('person:ada@example.com'), 'The one who did it.'),
    from: optional(unixTime, 'At this time or later, in Unix seconds.'),
    to: optional(unixTime, 'Before this time, in Unix seconds.'),
  },
  body: noParameters,
  success: [
    {
      status: 200,
      description: 'The page.',
      data: Type.Array(
        Type.Object(
          {
            id: idText('Its number; later ones are larger.'),
            at: unixSeconds('When it happened.'),
            actor: Type.String({ description: '`person:<e-mail>`, `token:<name>`, `cli` or `server`.' }),
            action: Type.String({ examples: ['offer.paused'] }),
            object: Type.String({ examples: ['offer:12'] }),
            details: Type.Object(
              {},
              { description: 'Further facts; `before` and `after` where they differ.' },
            ),
          },
          closed,
        ),
      ),
      meta: listMeta,
    },
  ],
  errors: staffErrors,
})
