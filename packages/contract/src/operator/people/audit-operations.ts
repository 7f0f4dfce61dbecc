import { Type } from '../../json-schema.ts'
import { operation } from '../../operation.ts'
import { noParameters } from '../../parameters.ts'
import { closed, orNull, unixSeconds } from '../../shapes/responses.ts'
import { listMeta, listParameters } from '../list-parameters.ts'
import { idText, staffErrors } from '../operator-parts.ts'
import { actorShape, auditFilter, auditRange, changeFields, groupShape } from './audit-parts.ts'

const of = { method: 'GET', tag: 'Audit', proof: 'staff', role: 'analyst', body: noParameters } as const
const orders = listParameters({ id: ['integer'] }, '-id')

export const listAudit = operation({
  ...of,
  id: 'listAudit',
  path: '/operator/v1/audit',
  reads: 'elsewhere',
  summary: 'The audit log',
  description:
    'Lists every change by people, programs and commands: as a sentence, and with the values before and ' +
    'after.',
  query: { ...orders, ...auditFilter },
  success: [
    {
      status: 200,
      description: 'One page of the list.',
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
  reads: 'elsewhere',
  summary: 'The audit log, with what was done in one go as one row',
  description:
    'Changes of one actor and action are one row if each came less than ten minutes after the one ' +
    'before. The row shows the newest of them. `listAudit` has them all, by `actor`, `action`, `firstId` ' +
    'and `lastId`. `meta.total` counts changes.',
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
            first_id: idText('The id of the oldest change of the row.'),
            first_at: unixSeconds('The time of the event.'),
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
  reads: 'elsewhere',
  summary: 'Counts of changes by actor and kind',
  description:
    'Counts the changes of a time range, and says when something was changed for the last time before it.',
  query: auditRange,
  success: [
    {
      status: 200,
      description: 'The counts by actor and kind.',
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
              { ...closed, description: 'The actors with most changes first.' },
            ),
          ),
          groups: Type.Array(
            Type.Object(
              {
                group: groupShape,
                label: Type.String({ examples: ['Money'] }),
                short: Type.String({ description: 'The same in fewer words.', examples: ['Money'] }),
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
              { ...closed, description: 'The counts by actor and kind.' },
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
  reads: 'elsewhere',
  summary: 'The audit log as a CSV file',
  description:
    'Takes the same conditions as the list. The file has 10,000 rows at most, newest first: each as a ' +
    'sentence, and as it is kept.',
  query: auditFilter,
  success: [{ status: 200, description: 'The CSV file.', plain: { 'text/csv': Type.String() } }],
  errors: staffErrors,
})

export const auditOperations = [listAudit, listAuditGroups, countAudit, exportAudit] as const
