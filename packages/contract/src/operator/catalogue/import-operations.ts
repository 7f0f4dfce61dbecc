import { offerColumnNames } from '@quoin/core/offers/offer-fields.ts'
import { faultOutcomes } from '@quoin/core/offers/repair/row-faults.ts'
import { Type } from '../../json-schema.ts'
import { accepted, type Field, optional, refused, required } from '../../fields/field.ts'
import { flag, mapOf } from '../../fields/json-fields.ts'
import { integerField } from '../../fields/number-fields.ts'
import { patternField, wordField } from '../../fields/text-fields.ts'
import { operation } from '../../operation.ts'
import { noParameters } from '../../parameters.ts'
import { closed, orNull } from '../../shapes/responses.ts'
import { idText, money, staffErrors, startedJob } from '../operator-parts.ts'
import { acceptedRepairs, repairsShape } from './repair-fields.ts'

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
    mapOf(wordField([...offerColumnNames, '']), { max: 250, keyMax: 200 }),
    'By the columns of the file ours; empty: not used. Others are read by their names.',
  ),
  ...acceptedRepairs,
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
  description: 'Lists the columns with samples. Nothing is written.',
  body: file,
  success: [
    {
      status: 200,
      description: 'The columns of the file.',
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

const cell = Type.Object({ field: Type.String(), before: Type.String() }, closed)
const difference = Type.Object(
  {
    external_id: Type.String(),
    name: Type.String(),
    kind: Type.Enum(['new', 'changed', 'paused']),
    offer_id: orNull(idText('Ours; null where it is new.')),
    changes: Type.Array(
      Type.Object({ field: Type.String(), before: Type.String(), after: Type.String() }, closed),
    ),
    payout: money('The publisher’s earning, in USD.'),
    revenue: money('The network’s payment, in USD.'),
    is_share: Type.Boolean({ description: 'A share of what is reported is paid in place of the payout.' }),
    countries: Type.Array(Type.String(), { description: 'Country codes; an empty list means everywhere.' }),
    platforms: Type.Array(Type.String(), { description: 'Platforms; an empty list means all of them.' }),
    prices: Type.String({
      description: 'Its prices by country and platform, as people read them; empty without any.',
      examples: ['US, CA on ios: 2.5 of 4; DE: 65 % of 3'],
    }),
    repaired: Type.Array(cell, { description: 'Cells that were mended, as the file has them.' }),
  },
  closed,
)

const marks = Type.Object({ commas: count, points: count }, closed)
const group = Type.Object(
  {
    cause: Type.String({ description: 'A repair, or the reason that there is none.' }),
    field: orNull(Type.String(), 'The column, where it is about one.'),
    outcome: Type.Enum([...faultOutcomes], {
      description:
        'From the gravest: no repair helps; an answer is needed; a repair is offered and not accepted; it is repaired.',
    }),
    rows: Type.Integer({
      minimum: 0,
      description: 'Rows of which it is the gravest cause: each counts once.',
    }),
    touched: Type.Integer({ minimum: 0, description: 'Rows that have it at all.' }),
    message: orNull(Type.String()),
    words: Type.Array(
      Type.Object(
        {
          word: Type.String(),
          rows: count,
          means: orNull(Type.String(), 'As a file has it: `DE|AT`; null where nobody knows.'),
          is_answered: Type.Boolean({ description: 'Whether somebody has answered the question.' }),
        },
        closed,
      ),
    ),
    samples: Type.Array(
      Type.Object(
        {
          line: Type.Integer({ minimum: 1 }),
          name: Type.String(),
          before: Type.String(),
          after: orNull(Type.String()),
        },
        closed,
      ),
      { description: 'The first 20 rows.' },
    ),
    readings: orNull(
      Type.Object({ comma: Type.String(), point: Type.String() }, closed),
      'Both readings of its first cell, where it may be read in two ways.',
    ),
  },
  closed,
)

const figures = Type.Object(
  {
    lowest: money('The least that the network pays.'),
    median: money('The most that the network pays for half of them.'),
    highest: money('The most that the network pays.'),
    median_margin_basis_points: orNull(Type.Integer(), 'The median margin in hundredths of a percent.'),
  },
  closed,
)

export const tryOfferImport = operation({
  ...of,
  id: 'tryOfferImport',
  method: 'POST',
  path: '/operator/v1/offer-imports/trial',
  summary: 'Preview of an import',
  description:
    'Counts new, changed, paused, repaired and refused offers, by cause. Without `repairs` it uses those ' +
    'that were accepted for files of the network before, and every other that this file needs and that ' +
    'changes no meaning. `repairs` of the answer says which; give them to the import itself. Nothing is ' +
    'written.',
  body: fileImport,
  success: [
    {
      status: 200,
      description: 'The differences that it would make.',
      data: Type.Object(
        {
          counts: Type.Object(
            { new: count, changed: count, paused: count, unchanged: count, repaired: count, refused: count },
            {
              ...closed,
              description:
                'Offers, `repaired` ones among those that would be written. `refused` are rows of the file, of ' +
                'which an offer may have several.',
            },
          ),
          rows: Type.Object(
            { clean: count, repaired: count, offered: count, asks: count, out: count },
            { ...closed, description: 'Each row once, by its gravest cause.' },
          ),
          groups: Type.Array(group),
          marks: Type.Object(
            { payout: marks, revenue: marks },
            { ...closed, description: 'The decimal marks that the amounts of a column show by themselves.' },
          ),
          repairs: repairsShape,
          kept: repairsShape,
          money: orNull(figures, 'Sums over all offers that would be written, in USD.'),
          differences: Type.Array(difference, { description: 'The first 200 of them.' }),
          problems: Type.Array(problem, { description: 'The first 200 of them.' }),
        },
        closed,
      ),
    },
  ],
  errors: staffErrors,
})

export const listRefusedRows = operation({
  ...of,
  id: 'listRefusedRows',
  method: 'POST',
  path: '/operator/v1/offer-imports/refused',
  summary: 'The rows that an import would refuse',
  description:
    'Returns a CSV file: the columns and cells of the file, and one more column with the reasons. ' +
    'Without `repairs` it uses those that were accepted for files of the network before. Nothing is ' +
    'written.',
  body: fileImport,
  success: [
    {
      status: 200,
      description: 'The rows of the report.',
      data: Type.Object({ rows: count, csv: Type.String() }, closed),
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
  description:
    'A job imports the file. A refused offer changes nothing; an offer with a known external id is ' +
    'updated. Without `repairs` the job uses those that were accepted for files of the network before.',
  body: {
    ...fileImport,
    remember: optional(flag, 'Keep the repairs for the next file of the network, in place of those before.'),
  },
  success: [{ status: 202, description: 'The job is in the queue.', data: startedJob }],
  errors: staffErrors,
})
