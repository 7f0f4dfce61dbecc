import { Type } from '../../json-schema.ts'
import { operation } from '../../operation.ts'
import { noParameters } from '../../parameters.ts'
import { closed, unixSeconds } from '../../shapes/responses.ts'
import { listMeta, listParameters } from '../list-parameters.ts'
import { idText, orNull, staffErrors } from '../operator-parts.ts'
import { actorShape, auditFilter, auditRange, changeFields, groupShape } from './audit-parts.ts'

const of = { method: 'GET', tag: 'Audit', proof: 'staff', role: 'analyst', body: noParameters } as const
const orders = listParameters({ id: ['integer'] }, '-id')

export const listAudit = operation({
  ...of,
  id: 'listAudit',
  path: '/operator/v1/audit',
  summary: 'The audit log',
  description:
    'Every change by people, programs and commands: as a sentence, and with the values before and after.',
  query: { ...orders, ...auditFilter },
  success: [
    {
      status: 200,
      description: 'The page.',
      data: Type.Array(Type.Object(changeFields, closed)),
      meta: listMeta,
    },
  ],
  errors: staffErrors,
})

export const listAuditGroups = operation({
  ...of,
  id: 'listAuditGroups',
  path: '/operator/v1/audit/groups',
  summary: 'The audit log, with what was done in one go as one row',
  description:
    'Changes of the same actor and action, each less than ten minutes after the one before, are one row: the newest of them. `listAudit` has them all, by `actor`, `action`, `firstId` and `lastId`. `meta.total` counts changes.',
  query: { limit: orders.limit, after: orders.after, ...auditFilter },
  success: [
    {
      status: 200,
      description: 'The page, newest first.',
      data: Type.Array(
        Type.Object(
          {
            ...changeFields,
            count: Type.Integer({ minimum: 1, description: 'How many changes the row stands for.' }),
            first_id: idText('The oldest of them.'),
            first_at: unixSeconds('When it happened.'),
          },
          closed,
        ),
      ),
      meta: listMeta,
    },
  ],
  errors: staffErrors,
})

export const countAudit = operation({
  ...of,
  id: 'countAudit',
  path: '/operator/v1/audit/counts',
  summary: 'Counts of changes by actor and kind',
  description: 'For a time range, and when something was changed for the last time before it.',
  query: auditRange,
  success: [
    {
      status: 200,
      description: 'The counts.',
      data: Type.Object(
        {
          last_before: orNull(unixSeconds('The last change before the range.')),
          actors: Type.Array(
            Type.Object(
              {
                actor: Type.String({ examples: ['cli'] }),
                who: actorShape,
                count: Type.Integer({ minimum: 1 }),
              },
              { ...closed, description: 'Most first.' },
            ),
          ),
          groups: Type.Array(
            Type.Object(
              {
                group: groupShape,
                label: Type.String({ examples: ['Money'] }),
                short: Type.String({ description: 'In fewer words.', examples: ['Money'] }),
                kinds: Type.Array(Type.Object({ kind: Type.String(), label: Type.String() }, closed)),
              },
              { ...closed, description: 'All kinds of changes that there are.' },
            ),
          ),
          counts: Type.Array(
            Type.Object(
              {
                actor: Type.String({ examples: ['cli'] }),
                kind: orNull(Type.String({ description: 'Null for actions of another version.' })),
                count: Type.Integer({ minimum: 1 }),
              },
              { ...closed, description: 'By actor and kind.' },
            ),
          ),
        },
        closed,
      ),
    },
  ],
  errors: staffErrors,
})

export const exportAudit = operation({
  ...of,
  id: 'exportAudit',
  path: '/operator/v1/audit/file',
  summary: 'The audit log as a CSV file',
  description:
    'By the same conditions, newest first; 10,000 rows at most. Sentences, and each row as it is kept.',
  query: auditFilter,
  success: [{ status: 200, description: 'The file.', plain: { 'text/csv': Type.String() } }],
  errors: staffErrors,
})

export const auditOperations = [listAudit, listAuditGroups, countAudit, exportAudit] as const
