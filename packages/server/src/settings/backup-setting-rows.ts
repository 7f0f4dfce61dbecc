import {
  anyText,
  backupAddress,
  backupPace,
  foreignSecret,
  keepRule,
  passphrase,
  regionName,
  webUrl,
  wholeNumber,
} from './setting-readers.ts'
import { row } from './setting-row.ts'

/** Where backups go, how often, and by which key. */
export const backupSettingRows = {
  backupPassphrase: row(
    'BACKUP_PASSPHRASE',
    undefined,
    passphrase,
    'Seals the secrets in backups of the embedded database; 12 characters or more. Keep it in a safe of its own: without it no backup can be restored.',
  ),
  backupTo: row(
    'BACKUP_TO',
    undefined,
    backupAddress,
    'A folder, best on another disk, or `s3://bucket/prefix`: the embedded database is backed up to it while it serves, and the newest backup is proved each week.',
  ),
  backupEvery: row(
    'BACKUP_EVERY',
    '6h',
    backupPace,
    'How often a backup is begun: `6h`, `1d`; between an hour and a week.',
  ),
  backupKeep: row(
    'BACKUP_KEEP',
    '7d,4w,6m',
    keepRule,
    'The backups that are kept: all of so many days, and behind them the newest of so many weeks and months. The newest that was proved stays, too.',
  ),
  backupMaxRate: row(
    'BACKUP_MAX_RATE',
    '8',
    wholeNumber(0, 1_000),
    'Megabytes of the database that a scheduled backup reads in a second at most; 0: no limit.',
  ),
  backupLogMaxMb: row(
    'BACKUP_LOG_MAX_MB',
    '1024',
    wholeNumber(64, 1_000_000),
    "Room on this disk for the database's log that waits for `BACKUP_TO`; beyond it, it is given up, and a backup is made instead.",
  ),
  awsAccessKeyId: row(
    'AWS_ACCESS_KEY_ID',
    undefined,
    anyText,
    'The key that backups are written to `s3://…` with.',
  ),
  awsSecretAccessKey: row(
    'AWS_SECRET_ACCESS_KEY',
    undefined,
    foreignSecret,
    'The secret of `AWS_ACCESS_KEY_ID`. It signs requests, and is never sent.',
  ),
  awsSessionToken: row(
    'AWS_SESSION_TOKEN',
    undefined,
    foreignSecret,
    'The token of a key that ends by itself. A server needs a key that stays.',
  ),
  awsRegion: row('AWS_REGION', 'us-east-1', regionName, 'The region of the bucket.'),
  awsEndpointUrl: row(
    'AWS_ENDPOINT_URL',
    undefined,
    webUrl,
    'The address of an S3 that is not that of AWS: MinIO, R2, B2, Hetzner and others.',
  ),
} as const
