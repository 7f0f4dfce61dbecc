import { resolve } from 'node:path'
import { readKeepRule, type KeepRule } from '@quoin/core/backup/keep-rule.ts'
import { Command, InvalidArgumentError, Option } from 'commander'
import { hasEmbeddedPostgres } from '@quoin/embedded-postgres/embedded-postgres.ts'
import { readEmbeddedPassword } from '@quoin/embedded-postgres/data-paths.ts'
import { bytesOf, findBackup, findBackupBefore } from '../../backup/backup-record.ts'
import { followTheParent } from '../../backup/follow-parent.ts'
import { listCopies, removeOld } from '../../backup/kept-backups.ts'
import { openRepository, workFolderOf } from '../../backup/open-repository.ts'
import { restoreBackup } from '../../backup/restore-backup.ts'
import { restoreIntoDatabase } from '../../backup/restore-into-database.ts'
import { takeBackup } from '../../backup/take-backup.ts'
import { verifyBackup } from '../../backup/verify-backup.ts'
import { systemClock } from '../../adapters/system-clock.ts'
import { findMasterSecret } from '../../boot/master-secret.ts'
import { nameDatabase } from '../../boot/server-file.ts'
import { readSettings } from '../../settings/config.ts'
import { store } from '../../store/index.ts'
import { runCommand } from '../open-command.ts'
import { numberFrom } from '../options.ts'
import { printResult } from '../print-result.ts'
import { terminal } from '../terminal.ts'
import { databaseFrom } from './move-command.ts'

/** `quoin backup …` */
export function backupCommands(): Command {
  const backup = new Command('backup')
  backup
    .command('take', { isDefault: true })
    .argument('<folder>', 'where backups are kept, made where it is not there; or s3://bucket/prefix')
    .option(
      '--max-rate <mb>',
      'megabytes of the database in a second at most; 0: no limit',
      numberFrom(0, 1_000),
      8,
    )
    .option(
      '--keep <rule>',
      'then delete older ones but those of so many days, weeks and months: 7d,4w,6m',
      keepFrom,
    )
    .addOption(followOption())
    .description('copy the database and its secrets while it serves; `backup <folder>` is the same')
    .action(take)
  backup
    .command('list')
    .argument('<folder>', 'where backups are kept; or s3://bucket/prefix')
    .description('list the backups of a folder, the newest last')
    .action(list)
  backup
    .command('verify')
    .argument('<folder>', 'where backups are kept; or s3://bucket/prefix')
    .option('--backup <name>', 'which one, as `backup list` shows it; else the newest')
    .option(
      '--work <folder>',
      'a folder with room for the database; else the one that the backups are in, of s3:// DATA_DIR',
    )
    .addOption(followOption())
    .description('restore a backup beside everything else and try it. Exit code 1: it is not good')
    .action(verify)
  return backup
}

/** `quoin restore …` */
export function restoreCommand(): Command {
  return new Command('restore')
    .argument('<folder>', 'where backups are kept; or s3://bucket/prefix')
    .requiredOption(
      '--into <target>',
      'the data directory to make, not there yet or empty; or an empty database, as postgres://…',
    )
    .option('--backup <name>', 'which one, as `backup list` shows it; else the newest that fits')
    .option(
      '--to <moment>',
      'the moment to restore, such as 2026-11-24T12:00Z; else the end of the log, or the named backup as it was',
      momentFrom,
    )
    .action(restore)
}

interface Following {
  readonly followParent?: true
}

/** For the server, which runs these commands beside itself. */
function followOption(): Option {
  return new Option(
    '--follow-parent',
    'tell progress to the program that began this one, and end with it',
  ).hideHelp()
}

function keepFrom(text: string): KeepRule {
  const rule = readKeepRule(text)
  if (rule instanceof Error) throw new InvalidArgumentError(`It ${rule.message}.`)
  return rule
}

interface TakeOptions extends Following {
  readonly maxRate: number
  readonly keep?: KeepRule
}

async function take(folder: string, { maxRate, keep, followParent }: TakeOptions): Promise<void> {
  const tell = followParent ? followTheParent() : undefined
  const { databaseUrl, dataDir, ...given } = readSettings(terminal().environment)
  const passphrase = passphraseGiven()
  const isEmbedded = databaseUrl === null
  if (isEmbedded && !(await hasEmbeddedPostgres(dataDir)))
    throw new Error(`There is no database in ${resolve(dataDir)}`)
  const repository = await openRepository(folder, given, 'write')
  await runCommand(async (ports) => {
    const master = await findMasterSecret({ secret: given.secret, dataDir })
    if (master === undefined) throw new Error(`${resolve(dataDir)}/secret is missing: set QUOIN_SECRET`)
    const left = await store.serverSettings.findServerSettings(ports.db)
    const { name, record } = await takeBackup({
      repository,
      db: ports.db,
      databaseUrl: ports.databaseUrl,
      kind: isEmbedded ? 'base' : 'logical',
      dataDir,
      secrets: { master, database: isEmbedded ? await readEmbeddedPassword(dataDir) : null },
      passphrase,
      settings: left?.variables ?? {},
      megabytesPerSecond: maxRate,
      nowMs: systemClock.nowMs,
      ...(tell === undefined ? {} : { onProgress: tell }),
    })
    const { begunAt, endedAt, files } = record
    const made = { backup: name, folder: repository.name, begunAt, endedAt, bytes: bytesOf(files) }
    if (keep === undefined) return made
    const nowMs = systemClock.nowMs()
    return { ...made, ...(await removeOld(repository, { rule: keep, made: name, nowMs })) }
  })
}

async function list(folder: string): Promise<void> {
  const copies = await listCopies(await openRepository(folder, readSettings(terminal().environment), 'read'))
  const backups = copies.reverse().map(({ backup, whole, isProved }) =>
    whole === null
      ? { backup, isWhole: false }
      : {
          backup,
          isWhole: true,
          quoin: whole.version,
          endedAtMs: whole.endedAtMs,
          bytes: whole.bytes,
          isProved,
        },
  )
  terminal().print(printResult(backups))
}

interface Which {
  readonly backup?: string
}

interface VerifyOptions extends Which, Following {
  readonly work?: string
}

async function verify(folder: string, { backup: name, work, followParent }: VerifyOptions): Promise<void> {
  if (followParent) followTheParent()
  const settings = readSettings(terminal().environment)
  const repository = await openRepository(folder, settings, 'read')
  const verdict = await verifyBackup({
    repository,
    backup: await findBackup(repository, { name, nowMs: systemClock.nowMs() }),
    isWithLog: true,
    passphrase: passphraseGiven(),
    workDir: resolve(work ?? workFolderOf(folder, settings)),
    nowMs: systemClock.nowMs,
    log: (sentence) => terminal().printError(sentence),
  })
  if (!verdict.isGood) terminal().setExitCode(1)
  terminal().print(printResult(verdict))
}

interface RestoreOptions extends Which {
  readonly into: string
  readonly to?: string
}

async function restore(folder: string, { backup: name, into, to }: RestoreOptions): Promise<void> {
  const repository = await openRepository(folder, readSettings(terminal().environment), 'read')
  const backup =
    name === undefined && to !== undefined
      ? await findBackupBefore(repository, to)
      : await findBackup(repository, { name, nowMs: systemClock.nowMs() })
  const needs = {
    repository,
    backup,
    isWithLog: name === undefined || to !== undefined,
    until: to,
    passphrase: passphraseGiven(),
    nowMs: systemClock.nowMs,
    log: (sentence: string) => terminal().printError(sentence),
  }
  if (/^postgres(ql)?:/.test(into)) {
    const url = databaseFrom(into)
    const named = nameDatabase(url)
    const { dataDir, secret } = readSettings(terminal().environment)
    const { endsAt, differences } = await restoreIntoDatabase({ ...needs, url, dataDir, secret })
    const next = `Start it with DATABASE_URL set to that database, QUOIN_SECRET to what is in ${resolve(dataDir)}/secret, and DATA_DIR=${resolve(dataDir)}.`
    terminal().print(printResult({ backup: backup.name, into: named, endsAt, differences, next }))
    return
  }
  const { endsAt, differences } = await restoreBackup({ ...needs, dataDir: into, isKept: true })
  const next = `Start it with DATA_DIR=${resolve(into)}, or move that folder to where the old one was.`
  terminal().print(printResult({ backup: backup.name, into: resolve(into), endsAt, differences, next }))
}

/** A moment with its zone; ISO 8601 in UTC comes back. */
function momentFrom(text: string): string {
  const ms = /(Z|[+-]\d\d:?\d\d)$/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(ms))
    throw new InvalidArgumentError('It must be a moment with its zone, such as 2026-11-24T12:00Z.')
  return new Date(ms).toISOString()
}

function passphraseGiven(): string {
  const { backupPassphrase } = readSettings(terminal().environment)
  if (backupPassphrase === null)
    throw new Error(
      'Set BACKUP_PASSPHRASE: the secrets of a backup are sealed with it, and open with it alone',
    )
  return backupPassphrase
}
