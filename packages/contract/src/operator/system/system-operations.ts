import { periodicWorkNames } from '@quoin/core/alerts/periodic-work.ts'
import { partGroups, partStates, partUnits } from '@quoin/core/alerts/system-part.ts'
import { Type } from '../../json-schema.ts'
import { operation } from '../../operation.ts'
import { noParameters } from '../../parameters.ts'
import { closed, orNull, unixSeconds } from '../../shapes/responses.ts'
import { staffErrors } from '../operator-parts.ts'

const read = {
  method: 'GET',
  tag: 'System',
  proof: 'staff',
  query: noParameters,
  body: noParameters,
  errors: staffErrors,
} as const

const bytes = (description: string) => Type.Integer({ description })
const seconds = (description: string) => Type.Number({ minimum: 0, description })

const workShape = Type.Object(
  {
    work: Type.Enum([...periodicWorkNames]),
    title: Type.String({ examples: ['Statistics'] }),
    purpose: Type.String({ description: 'A sentence that tells what does not happen without it.' }),
    every_seconds: orNull(Type.Integer(), 'Its usual pace; null: only when there is something to do.'),
    succeeded_at: orNull(unixSeconds('When it did well last, by the clock of the database; null: not yet.')),
    age_seconds: seconds('Since then, or since it was first expected.'),
    is_late: Type.Boolean({ description: 'Longer than the alert rule `work_late` allows.' }),
  },
  closed,
)

/** The same as /metrics has. */
const figuresShape = Type.Object(
  {
    database: orNull(
      Type.Object(
        {
          version: Type.String({ description: 'The version of the PostgreSQL server.', examples: ['18.1'] }),
          timeline: orNull(
            Type.Integer(),
            'The history that is written to; null where it may not be asked for.',
          ),
          bytes: bytes('The size in bytes.'),
          growth_bytes: orNull(
            Type.Number(),
            'Growth in a day, by the last week; null before there are samples of two days.',
          ),
          statistics_behind_seconds: orNull(
            Type.Number({ minimum: 0 }),
            'For how long what is written has not been rolled up; null before the first time.',
          ),
        },
        closed,
      ),
      'The database; null while it is away.',
    ),
    disks: Type.Array(
      Type.Object(
        {
          holds: Type.Array(Type.String({ examples: ['data', 'spool', 'database'] })),
          free_bytes: bytes('Bytes that are free.'),
          total_bytes: bytes('Bytes of the whole disk.'),
        },
        closed,
      ),
      { description: 'The disks, each once.' },
    ),
    disk_days_left: orNull(
      Type.Number({ minimum: 0 }),
      'Days until the disk of the embedded database is full; null where nothing grows, or nobody knows yet.',
    ),
    spool: Type.Object(
      {
        rows: Type.Integer({ description: 'Clicks on the local disk that wait for the database.' }),
        bytes: bytes('The size in bytes.'),
        max_bytes: bytes('The size that it may have.'),
        oldest_at: orNull(unixSeconds('When the oldest came; null: it is empty.')),
      },
      closed,
    ),
  },
  closed,
)

export const getSystem = operation({
  ...read,
  id: 'getSystem',
  path: '/operator/v1/system',
  summary: 'Each part of the service, and how it fares',
  description:
    'Reports the parts of the process that answers, and the parts that all processes share: database, ' +
    'queues, lag, spool, disk and work behind. It has the age of each periodic work and the figures of ' +
    '/metrics.',
  role: 'analyst',
  success: [
    {
      status: 200,
      description: 'The report in full.',
      data: Type.Object(
        {
          version: Type.String(),
          started_at: unixSeconds('When this process began.'),
          state: Type.Enum([...partStates], { description: 'The worst state of all parts.' }),
          parts: Type.Array(
            Type.Object(
              {
                part: Type.String({ examples: ['database', 'queue_clicks'] }),
                group: Type.Enum([...partGroups], { description: 'The subject that it is about.' }),
                title: Type.String(),
                state: Type.Enum([...partStates], {
                  description: '`idle`: there is nothing to do, or it is not set up.',
                }),
                value: orNull(Type.Number()),
                unit: Type.Enum([...partUnits]),
                limit: orNull(Type.Number(), 'More than that is bad, or does not fit.'),
                since: orNull(unixSeconds('Since when, or when it was last renewed.')),
                detail: Type.String({ description: 'The state in one sentence.' }),
              },
              closed,
            ),
          ),
          works: Type.Array(workShape, {
            description: 'Each periodic work, of all processes together; empty while the database is away.',
          }),
          figures: figuresShape,
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
    'Lists the settings of the process that answers. A secret is only said to be set; an ' +
    'address with a password is cut to its host.',
  role: 'operator',
  success: [
    {
      status: 200,
      description: 'The settings and their sources.',
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
