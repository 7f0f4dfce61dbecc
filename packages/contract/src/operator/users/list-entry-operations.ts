import { listActions, listKinds } from '@quoin/core/lists/list-entry.ts'
import { Type } from '../../json-schema.ts'
import { accepted, type Field, optional, refused, required } from '../../fields/field.ts'
import { flag, orNone } from '../../fields/json-fields.ts'
import { integerField } from '../../fields/number-fields.ts'
import { search, textField, wordField } from '../../fields/text-fields.ts'
import { operation } from '../../operation.ts'
import { noParameters } from '../../parameters.ts'
import { closed, orNull, unixSeconds } from '../../shapes/responses.ts'
import { bodyId, rowId } from '../ledger/ledger-operations.ts'
import { listMeta, listParameters } from '../list-parameters.ts'
import { idText, staffErrors, staffErrorsOfOne } from '../operator-parts.ts'

const of = { tag: 'Lists', proof: 'staff', query: noParameters, body: noParameters } as const
const count = Type.Integer({ minimum: 0 })

const entryFields = {
  id: idText('The id of the entry.'),
  action: Type.Enum([...listActions]),
  kind: Type.Enum([...listKinds]),
  value: Type.String({ description: 'The value in its canonical form.' }),
  app_id: orNull(idText('The app it is for.'), 'Null means the whole platform.'),
  reason: Type.String(),
  actor: Type.String({ description: 'The one who entered it last.' }),
  created_at: unixSeconds('When it was first entered.'),
  expires_at: orNull(unixSeconds('The time of its end.'), 'Null means never.'),
}

const filters = {
  action: optional(wordField(listActions), 'Only entries of this list.'),
  kind: optional(wordField(listKinds), 'Only entries of this kind.'),
  app: optional(rowId, 'Only entries for this app.'),
} as const

export const listListEntries = operation({
  ...of,
  id: 'listListEntries',
  method: 'GET',
  path: '/operator/v1/list-entries',
  reads: 'elsewhere',
  summary: 'Entries of the block, review and allow lists',
  description:
    'Lists the entries and how often each decided. Ended entries are there until they are forgotten.',
  role: 'analyst',
  query: {
    ...listParameters(
      {
        time: ['integer'],
        value: ['text', 'integer'],
        hits: ['integer', 'integer'],
        expires: ['integer', 'integer'],
      },
      '-time',
    ),
    ...filters,
    scope: optional(wordField(['platform']), 'Only entries for the whole platform.'),
    state: optional(wordField(['active', 'ended']), 'Only entries in force, or only ended ones.'),
    search: optional(search, 'A part of the value, the reason or who entered it.', { emptyIsAbsent: true }),
  },
  success: [
    {
      status: 200,
      description: 'One page of the list.',
      data: Type.Array(
        Type.Object(
          {
            ...entryFields,
            app: orNull(Type.String()),
            is_active: Type.Boolean({ description: 'Whether the entry is in force.' }),
            hits: Type.Integer({ minimum: 0, description: 'How often it decided in the last 30 days.' }),
            last_hit_at: orNull(unixSeconds('The time of its last decision.')),
          },
          closed,
        ),
      ),
      meta: listMeta,
    },
  ],
  errors: staffErrors,
})

const value = textField({ min: 1, max: 255, example: '198.51.100.0/24' })
const reason = textField({ min: 0, max: 255, example: 'A farm of 40 accounts.' })
const endSec = orNone(integerField({ min: 1, max: 253_402_300_799 }))

export const addListEntry = operation({
  ...of,
  id: 'addListEntry',
  method: 'POST',
  path: '/operator/v1/list-entries',
  summary: 'Put somebody or something on a list',
  description: 'The entry is in force at once. The same value again changes its entry.',
  role: 'reviewer',
  body: {
    action: required(wordField(listActions), 'The list to put the user on.'),
    kind: required(wordField(listKinds), 'The kind of the value.'),
    value: required(value, 'The fingerprint hash, user id, address, range, AS number or country.'),
    appId: optional(bodyId, 'For this app; without it for the whole platform. Users belong to an app.'),
    reason: optional(reason, 'The reason that operators read.'),
    expiresAt: optional(
      endSec,
      'Unix seconds; null: never. Without it devices are kept for 180 days, addresses and ranges for 30, all else for ever.',
    ),
  },
  success: [{ status: 200, description: 'The entry of the list.', data: Type.Object(entryFields, closed) }],
  errors: staffErrorsOfOne,
})

export const removeListEntry = operation({
  ...of,
  id: 'removeListEntry',
  method: 'DELETE',
  path: '/operator/v1/list-entries/{entryId}',
  pathParameters: { entryId: required(rowId, 'The id of the entry.') },
  summary: 'Take an entry off its list',
  description: 'The entry ends at once. The audit log keeps what it was.',
  role: 'reviewer',
  success: [{ status: 200, description: 'The entry as it was.', data: Type.Object(entryFields, closed) }],
  errors: staffErrorsOfOne,
})

const textMax = 8 * 1024 * 1024

const fileText: Field<string> = {
  schema: Type.String({
    minLength: 1,
    description: 'CSV with a header.',
    examples: ['action,kind,value,reason\nblock,address,203.0.113.9,farm\n'],
  }),
  read: (raw) =>
    typeof raw === 'string' && raw.length > 0 && raw.length <= textMax
      ? accepted(raw)
      : refused('length', 'must be a text of at most 8 MB'),
}

export const importListEntries = operation({
  ...of,
  id: 'importListEntries',
  method: 'POST',
  path: '/operator/v1/list-entries/import',
  summary: 'Put the rows of a file on their lists',
  description:
    'The file has the columns `action,kind,value,app_id,reason,expires_at`. All good rows are in force ' +
    'at one moment. Bad rows are named and change nothing.',
  role: 'reviewer',
  body: {
    text: required(fileText, 'The CSV file.'),
    appId: optional(bodyId, 'For rows without app_id; else they are for the whole platform.'),
    dryRun: optional(flag, 'Read and judge everything, and change nothing.'),
  },
  bodyMaxBytes: textMax * 2,
  success: [
    {
      status: 200,
      description: 'The outcome of the import.',
      data: Type.Object(
        {
          rows: count,
          changed: Type.Integer({ minimum: 0, description: 'New or changed; none in a dry run.' }),
          unchanged: Type.Integer({ minimum: 0, description: 'As they stood; in a dry run all good rows.' }),
          refused: count,
          problems: Type.Array(Type.Object({ line: count, message: Type.String() }, closed), {
            description: 'The first 100 problems.',
          }),
        },
        closed,
      ),
    },
  ],
  errors: staffErrors,
})

export const exportListEntries = operation({
  ...of,
  id: 'exportListEntries',
  method: 'GET',
  path: '/operator/v1/list-entries/file',
  reads: 'elsewhere',
  summary: 'The entries in force as a file',
  description: 'Returns a CSV file as an import takes it.',
  role: 'analyst',
  query: { app: filters.app },
  success: [{ status: 200, description: 'The CSV file.', plain: { 'text/csv': Type.String() } }],
  errors: staffErrors,
})

export const listEntryOperations = [
  listListEntries,
  addListEntry,
  removeListEntry,
  importListEntries,
  exportListEntries,
] as const
