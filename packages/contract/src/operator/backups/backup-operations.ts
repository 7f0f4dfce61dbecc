import { backupCheckNames } from '@quoin/core/backup/backup-checks.ts'
import { backupStates } from '@quoin/core/backup/backup-state.ts'
import { Type } from '../../json-schema.ts'
import { operation } from '../../operation.ts'
import { noParameters } from '../../parameters.ts'
import { closed, orNull, unixSeconds, uuid } from '../../shapes/responses.ts'
import { staffErrors, startedJob } from '../operator-parts.ts'

const name = Type.String({
  description: 'The name of a backup: the moment at which it was begun, in UTC.',
  examples: ['20261124T113000Z'],
})

const seconds = (description: string) => Type.Integer({ minimum: 0, description })
const bytes = (description: string) => Type.Integer({ minimum: 0, description })

const schedule = Type.Object(
  {
    to: Type.String({
      description: 'The folder that backups are kept in, or the part of a bucket: `s3://bucket/prefix`.',
      examples: ['/mnt/backups/quoin'],
    }),
    every_seconds: seconds('A backup is begun that often.'),
    late_after_seconds: seconds('One that is that much later than due is told to Alerts.'),
    prove_every_seconds: seconds('The newest backup is proved that often.'),
    keep: Type.String({
      description: 'All backups of so many days, and the newest of so many weeks and months.',
      examples: ['7d,4w,6m'],
    }),
    next_backup_at: unixSeconds('When the next backup is due.'),
    next_proof_at: orNull(
      unixSeconds('When the next proof is due.'),
      'Null: there is no backup to prove yet.',
    ),
    is_on_database_disk: orNull(
      Type.Boolean(),
      'Whether the folder is on the disk of the database, and is lost with it; null: it cannot be looked at.',
    ),
  },
  closed,
)

const copy = Type.Object(
  {
    backup: name,
    begun_at: unixSeconds('When it was begun: all that was acknowledged before is in it.'),
    ended_at: orNull(unixSeconds('When it was whole.'), 'Null: it is being made, or was never finished.'),
    bytes: orNull(bytes('The size of its files.'), 'Null: it is not whole.'),
    version: orNull(Type.String(), 'The version of Quoin that made it.'),
    proof: orNull(
      Type.Enum(['held', 'failed']),
      'How its last proof ended; null: it was not proved, or the proof could not be kept beside it.',
    ),
  },
  closed,
)

const proof = Type.Object(
  {
    backup: name,
    ended_at: unixSeconds('When the proof ended.'),
    seconds: seconds('How long it took.'),
    is_good: Type.Boolean({ description: 'Whether every check held.' }),
    checks: Type.Array(
      Type.Object(
        {
          check: Type.Enum([...backupCheckNames]),
          title: Type.String({ examples: ['Tables and indexes are sound'] }),
          is_held: orNull(Type.Boolean(), 'Null: an earlier one failed, and it was not made.'),
          detail: Type.String({ description: 'Its figure, or the fault in a sentence.' }),
        },
        closed,
      ),
    ),
  },
  closed,
)

const work = Type.Object(
  {
    job_id: uuid,
    what: Type.Enum(['backup', 'proof']),
    state: Type.Enum(['waiting', 'running']),
    started_at: orNull(unixSeconds('When it was begun.'), 'Null: it waits.'),
    done_bytes: bytes('Bytes of the database that are copied so far.'),
    total_bytes: orNull(bytes('The size of the database.'), 'Null: it is not known yet.'),
  },
  closed,
)

const failure = Type.Object(
  {
    job_id: uuid,
    what: Type.Enum(['backup', 'proof']),
    failed_at: unixSeconds('When it failed.'),
    error: Type.String({ description: 'Why, in a sentence.' }),
  },
  closed,
)

export const reportBackups = operation({
  method: 'GET',
  tag: 'System',
  proof: 'staff',
  role: 'analyst',
  id: 'reportBackups',
  path: '/operator/v1/backups',
  summary: 'How the backups stand',
  description:
    'Tells when the last good backup was made, whether the last proof held, what is kept and what is under ' +
    'way. Backups are set where Quoin starts: `BACKUP_TO`, `BACKUP_EVERY`, `BACKUP_KEEP`, `BACKUP_PASSPHRASE`.',
  query: noParameters,
  body: noParameters,
  errors: staffErrors,
  success: [
    {
      status: 200,
      description: 'The report in full.',
      data: Type.Object(
        {
          state: Type.Enum([...backupStates], {
            description:
              '`none`: nothing is set; `first`: the first one is still to come; `late`: the last good one is ' +
              'older than it should be; `failed`: two in a row failed, or the last proof did.',
          }),
          database: Type.Enum(['embedded', 'own'], {
            description: '`own`: the one of `DATABASE_URL`, which is backed up by its own means.',
          }),
          database_bytes: bytes('The size of the database.'),
          schedule: orNull(schedule, 'Null: nothing is set.'),
          last_good: orNull(
            Type.Object(
              {
                backup: name,
                begun_at: unixSeconds('All that was acknowledged before is in it.'),
                ended_at: unixSeconds('When it was whole.'),
                bytes: bytes('The size of its files.'),
                is_there: orNull(
                  Type.Boolean(),
                  'Whether it is in the folder still; null: the folder cannot be read.',
                ),
              },
              closed,
            ),
            'The last backup that went well, within 30 days.',
          ),
          last_proof: orNull(proof, 'The last proof that came to an end, within 30 days.'),
          log: orNull(
            Type.Object(
              {
                until: orNull(
                  unixSeconds('All that was changed before is in the folder.'),
                  'Null: nothing has come there yet, or the folder cannot be read.',
                ),
                waiting_since: orNull(
                  unixSeconds('Since when a part of it is closed and still on this disk.'),
                  'Null: nothing waits.',
                ),
                waiting_bytes: bytes('The size of what waits on this disk.'),
                is_whole: orNull(
                  Type.Boolean(),
                  'Whether it follows the last backup without a gap; null: the folder cannot be read.',
                ),
              },
              closed,
            ),
            'The log of the database, which leaves this disk within a minute; null: nothing is set.',
          ),
          works: Type.Array(work, { description: 'The backups and proofs that wait or run.' }),
          failures: Type.Array(failure, {
            description: 'The failures since the last success of their kind, the newest first; 10 at most.',
          }),
          copies: orNull(
            Type.Array(copy),
            'The backups in the folder, the newest first; null: nothing is set, or it cannot be read.',
          ),
          copies_error: orNull(Type.String(), 'Why the folder cannot be read, in a sentence.'),
        },
        closed,
      ),
    },
  ],
})

const job = {
  method: 'POST',
  tag: 'System',
  proof: 'staff',
  role: 'operator',
  query: noParameters,
  body: noParameters,
  success: [{ status: 202, description: 'The job is in the queue, or was.', data: startedJob }],
  errors: staffErrors,
} as const

export const startBackup = operation({
  ...job,
  id: 'startBackup',
  path: '/operator/v1/backups',
  summary: 'Back up now',
  description: 'A job makes a backup. One that waits or runs already is answered instead of another.',
})

export const startProof = operation({
  ...job,
  id: 'startProof',
  path: '/operator/v1/backups/prove',
  summary: 'Prove the newest backup now',
  description: 'A job restores the newest backup beside everything else and checks it; nothing of it stays.',
})

export const backupOperations = [reportBackups, startBackup, startProof] as const
