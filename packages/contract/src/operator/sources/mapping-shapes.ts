import {
  delimiters,
  feedFormats,
  mappedColumnNames,
  type MappedColumn,
  valueForms,
  entryMarks,
} from '@quoin/core/sources/mapping/mapping.ts'
import { accepted, type Field, refused } from '../../fields/field.ts'
import { Type } from '../../json-schema.ts'
import { closed, orNull, unixSeconds } from '../../shapes/responses.ts'

const path = Type.String({ maxLength: 200, examples: ['offers'] })
const paths = Type.Array(path, { minItems: 1, maxItems: 5 })
const words = Type.Optional(Type.Array(Type.String({ maxLength: 60 }), { maxItems: 30 }))

const columnShape = Type.Object(
  {
    at: Type.Optional(paths),
    constant: Type.Optional(Type.String({ maxLength: 500 })),
    default: Type.Optional(Type.String({ maxLength: 500 })),
    as: Type.Optional(Type.Enum(Object.keys(valueForms))),
    split: Type.Optional(Type.Enum(Object.keys(entryMarks))),
    except: Type.Optional(paths),
    macro: Type.Optional(Type.String({ maxLength: 60 })),
    parameter: Type.Optional(Type.String({ maxLength: 60 })),
    words: Type.Optional(Type.Object({ open: words, ended: words, not_approved: words }, closed)),
  },
  closed,
)

const entryMembers = {
  at: path,
  revenue: path,
  as: Type.Optional(Type.Enum(['amount', 'cents'])),
  countries: Type.Optional(path),
  platforms: Type.Optional(path),
}

/** One for each column that a mapping may fill. */
const columns = Object.fromEntries(
  mappedColumnNames.map((name) => [name, Type.Optional(columnShape)]),
) as Record<MappedColumn, ReturnType<typeof Type.Optional<typeof columnShape>>> // of all names

const mappingShape = Type.Object(
  {
    format: Type.Enum([...feedFormats]),
    delimiter: Type.Optional(Type.Enum(Object.keys(delimiters))),
    records: Type.String({
      maxLength: 200,
      description: 'The dotted path of the list of records; empty: the answer itself.',
    }),
    count: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'The path of the network’s own count, or a header: `header:x-total-count`.',
      }),
    ),
    columns: Type.Object(columns, closed),
    goals: Type.Optional(
      Type.Object({ ...entryMembers, id: Type.Optional(path), name: Type.Optional(path) }, closed),
    ),
    prices: Type.Optional(Type.Object(entryMembers, closed)),
  },
  { ...closed, description: 'Where the offers of a feed stand in it, and how its values are read.' },
)

export const mappingVersionShape = Type.Object(
  {
    version: Type.Integer({ minimum: 1, description: 'From 1; the newest is in force.' }),
    mapping: mappingShape,
    actor: Type.String(),
    created_at: unixSeconds('When it was put into force.'),
  },
  closed,
)

const mappingLengthMax = 32_000

/** A mapping as somebody has written it; each fault in it is named by whoever reads it, not here. */
export const mappingField: Field<Readonly<Record<string, unknown>>> = {
  schema: mappingShape,
  read(raw) {
    if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
      return refused('type', 'must be an object')
    if (JSON.stringify(raw).length > mappingLengthMax)
      return refused('length', `must have at most ${mappingLengthMax} characters`)
    return accepted({ ...raw })
  },
}

const texts = Type.Record(Type.String(), Type.String())

export const feedSampleShape = Type.Object(
  {
    format: Type.Enum([...feedFormats]),
    records_at: orNull(Type.String(), 'The path of the list of records; null where the answer has none.'),
    reason: Type.String({ description: 'Why that is the list, as a sentence.' }),
    record_count: Type.Integer({ minimum: 0 }),
    fields: Type.Array(
      Type.Object(
        {
          path: Type.String(),
          filled: Type.Integer({ minimum: 0, description: 'How many of the records have it filled.' }),
          is_list: Type.Boolean({ description: 'It is a list of objects; their fields stand behind `*`.' }),
          samples: Type.Array(Type.String()),
        },
        closed,
      ),
    ),
    records: Type.Array(texts, { description: 'The first records, flat: texts by path.' }),
    guess: orNull(
      Type.Object(
        {
          mapping: mappingShape,
          reasons: Type.Array(
            Type.Object(
              {
                part: Type.String({ description: 'The part of the mapping, such as `columns.name`.' }),
                path: Type.String(),
                reason: Type.String(),
              },
              closed,
            ),
          ),
          unmapped: Type.Array(Type.String(), { description: 'Fields that nothing reads.' }),
        },
        closed,
      ),
      'A mapping by names and values; whatever is not certain is left out.',
    ),
    offers: orNull(
      Type.Array(
        orNull(
          Type.Object(
            {
              external_id: Type.String(),
              standing: Type.Enum(['open', 'ended', 'not_approved']),
              forbidden: orNull(Type.String(), 'The sentence by which users may not be rewarded.'),
              is_unpriced: Type.Boolean(),
              doubts: Type.Array(Type.String()),
              row: texts,
            },
            closed,
          ),
          'null: the record has no id.',
        ),
      ),
      'The same records as the mapping reads them: the given one, else the guessed one.',
    ),
  },
  closed,
)
