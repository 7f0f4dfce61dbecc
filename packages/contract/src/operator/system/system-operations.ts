import { partStates, partUnits } from '@quoin/core/alerts/system-part.ts'
import { Type } from 'typebox'
import { operation } from '../../operation.ts'
import { noParameters } from '../../parameters.ts'
import { closed, unixSeconds } from '../../shapes/responses.ts'
import { orNull, staffErrors } from '../operator-parts.ts'

const read = {
  method: 'GET',
  tag: 'System',
  proof: 'staff',
  query: noParameters,
  body: noParameters,
  errors: staffErrors,
} as const

export const getSystem = operation({
  ...read,
  id: 'getSystem',
  path: '/operator/v1/system',
  summary: 'Each part of the service, and how it fares',
  description:
    'The parts of the process that answers and those that all share: database, queues, lag, spool, disk, work behind.',
  role: 'analyst',
  success: [
    {
      status: 200,
      description: 'The report.',
      data: Type.Object(
        {
          version: Type.String(),
          started_at: unixSeconds('When this process began.'),
          state: Type.Enum([...partStates], { description: 'The worst of any part.' }),
          parts: Type.Array(
            Type.Object(
              {
                part: Type.String({ examples: ['database', 'queue_clicks'] }),
                title: Type.String(),
                state: Type.Enum([...partStates], {
                  description: '`idle`: there is nothing to do, or it is not set up.',
                }),
                value: orNull(Type.Number()),
                unit: Type.Enum([...partUnits]),
                limit: orNull(Type.Number(), 'More than that is bad, or does not fit.'),
                since: orNull(unixSeconds('Since when, or when it was last renewed.')),
                detail: Type.String({ description: 'A sentence.' }),
              },
              closed,
            ),
          ),
        },
        closed,
      ),
    },
  ],
})

export const listSettings = operation({
  ...read,
  id: 'listSettings',
  path: '/operator/v1/settings',
  summary: 'Every setting, and where it comes from',
  description:
    'The settings of the process that answers. A secret is only said to be set; ' +
    'an address with a password is cut to its host.',
  role: 'operator',
  success: [
    {
      status: 200,
      description: 'The settings.',
      data: Type.Array(
        Type.Object(
          {
            variable: Type.String({ examples: ['RATE_LIMIT_PER_MINUTE'] }),
            description: Type.String({ description: 'Its meaning, in Markdown.' }),
            value: orNull(Type.String(), 'The value in force; null: not set.'),
            source: Type.Enum(['environment', 'file', 'default', 'derived'], {
              description:
                '`file`: made at the first start and kept in `DATA_DIR`; `derived`: it follows from others.',
            }),
            is_secret: Type.Boolean(),
          },
          closed,
        ),
      ),
    },
  ],
})

export const systemOperations = [getSystem, listSettings] as const
