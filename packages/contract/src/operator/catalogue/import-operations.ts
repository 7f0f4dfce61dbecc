import { offerColumnNames } from '@quoin/core/offers/offer-row.ts'
import { Type } from '../../json-schema.ts'
import { accepted, type Field, optional, refused, required } from '../../fields/field.ts'
import { flag, mapOf } from '../../fields/json-fields.ts'
import { integerField } from '../../fields/number-fields.ts'
import { patternField, wordField } from '../../fields/text-fields.ts'
import { operation } from '../../operation.ts'
import { noParameters } from '../../parameters.ts'
import { closed } from '../../shapes/responses.ts'
import { idText, orNull, staffErrors, startedJob } from '../operator-parts.ts'

/** Twenty thousand offers are some ten of them. */
const megabytesMax = 32
const textMax = megabytesMax * 1024 * 1024

const fileText: Field<string> = {
  schema: Type.String({
    minLength: 1,
    description: 'The file as it is.',
    examples: ['external_id,name,payout\n1,Bubble Farm,0.50\n'],
  }),
  read: (raw) =>
    typeof raw === 'string' && raw.length > 0 && raw.length <= textMax
      ? accepted(raw)
      : refused('length', `must be a text of at most ${megabytesMax} MB`),
}

const fileName = patternField({
  pattern: /^[^/\\]{1,200}\.(csv|tsv|txt|json|ndjson|jsonl)$/,
  message: 'must end in .csv, .tsv, .txt, .json, .ndjson or .jsonl',
  example: 'offers.csv',
  max: 210,
})

const file = {
  fileName: required(fileName, 'Its end says what it is.'),
  text: required(
    fileText,
    'The file: CSV, a JSON array or an object with `offers`, or one JSON object a line.',
  ),
} as const

const fileImport = {
  ...file,
  networkId: required(
    integerField({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    'The network whose offers they are.',
  ),
  mapping: optional(
    mapOf(wordField([...offerColumnNames, '']), { max: 100, keyMax: 200 }),
    'By the columns of the file ours; empty: not used. Others are read by their names.',
  ),
  addClickId: optional(flag, 'Add the network’s parameter for the click id where an address has none.'),
} as const

const of = {
  tag: 'Offers',
  proof: 'staff',
  role: 'operator',
  query: noParameters,
  bodyMaxBytes: textMax * 2,
} as const
const count = Type.Integer({ minimum: 0 })
const problem = Type.Object(
  { line: Type.Integer({ minimum: 1 }), field: orNull(Type.String()), message: Type.String() },
  closed,
)

export const previewOfferImport = operation({
  ...of,
  id: 'previewOfferImport',
  method: 'POST',
  path: '/operator/v1/offer-imports/preview',
  summary: 'The columns of a file, and what each seems to be',
  description: 'With samples. Nothing is written.',
  body: file,
  success: [
    {
      status: 200,
      description: 'The columns.',
      data: Type.Object(
        {
          rows: count,
          columns: Type.Array(
            Type.Object(
              {
                name: Type.String(),
                samples: Type.Array(Type.String()),
                field: orNull(Type.Enum([...offerColumnNames]), 'The column that it seems to be.'),
              },
              closed,
            ),
          ),
          fields: Type.Array(Type.Enum([...offerColumnNames]), {
            description: 'The columns that an offer file may have.',
          }),
          problems: Type.Array(problem),
        },
        closed,
      ),
    },
  ],
  errors: staffErrors,
})

export const tryOfferImport = operation({
  ...of,
  id: 'tryOfferImport',
  method: 'POST',
  path: '/operator/v1/offer-imports/trial',
  summary: 'Preview of an import',
  description: 'New, changed, paused, and refused with line and reason. Nothing is written.',
  body: fileImport,
  success: [
    {
      status: 200,
      description: 'The differences.',
      data: Type.Object(
        {
          counts: Type.Object(
            { new: count, changed: count, paused: count, unchanged: count, refused: count },
            closed,
          ),
          differences: Type.Array(
            Type.Object(
              {
                external_id: Type.String(),
                name: Type.String(),
                kind: Type.Enum(['new', 'changed', 'paused']),
                offer_id: orNull(idText('Ours; null where it is new.')),
                changes: Type.Array(
                  Type.Object({ field: Type.String(), before: Type.String(), after: Type.String() }, closed),
                ),
              },
              closed,
            ),
            { description: 'The first 200.' },
          ),
          problems: Type.Array(problem, { description: 'The first 200.' }),
        },
        closed,
      ),
    },
  ],
  errors: staffErrors,
})

export const startOfferImport = operation({
  ...of,
  id: 'startOfferImport',
  method: 'POST',
  path: '/operator/v1/offer-imports',
  summary: 'Import offers',
  description: 'As a job. A refused offer changes nothing; a known external id is updated.',
  body: fileImport,
  success: [{ status: 202, description: 'The job is in the queue.', data: startedJob }],
  errors: staffErrors,
})
