import { type BackupCheckName, backupChecks } from '@quoin/core/backup/backup-checks.ts'
import { proofPace } from '@quoin/core/backup/backup-state.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import {
  reportBackups as operation,
  startBackup as startBackupOperation,
  startProof as startProofOperation,
} from '@quoin/contract/operator/backups/backup-operations.ts'
import type { BackupKind } from '../../../features/backups/backup-history.ts'
import { type BackupReport, reportBackups as report } from '../../../features/backups/report-backups.ts'
import { startBackupJob } from '../../../features/backups/start-backup-job.ts'
import { checksOf, tellBackups } from '../../../features/backups/tell-backups.ts'
import { invalidRequest } from '@quoin/core/errors.ts'
import { type Staff, staffRoute } from '../../../http/staff/staff-route.ts'
import type { Ports } from '../../../ports/ports.ts'

export const reportBackups = staffRoute(operation, async ({ ports }) => {
  const found = await report(ports)
  const { state, database, databaseBytes, copies, error } = found
  const data = {
    state,
    database,
    database_bytes: databaseBytes,
    schedule: presentSchedule(found),
    last_good: presentLastGood(found),
    last_proof: presentProof(found),
    log: presentLog(found),
    works: found.open.map(presentWork),
    failures: presentFailures(found),
    copies: copies?.map(presentCopy) ?? null,
    copies_error: error,
  }
  return { data, message: tellBackups(found) }
})

export const startBackup = staffRoute(startBackupOperation, (call) => start(call, 'backups.take'))
export const startProof = staffRoute(startProofOperation, (call) => start(call, 'backups.prove'))

async function start({ ports, staff }: { ports: Ports; staff: Staff }, kind: BackupKind) {
  if (ports.backups === undefined) throw invalidRequest('Nothing is backed up here: set BACKUP_TO first.')
  const jobId = await startBackupJob(ports, { kind, actor: staff.actor })
  return { status: 202, data: { job_id: jobId }, message: 'It is in the queue.' } as const
}

function presentSchedule({ schedule, lateMs, nextBackupMs, nextProofMs }: BackupReport) {
  if (schedule === undefined) return null
  const { to, everyMs, keep, isOnDatabaseDisk } = schedule
  return {
    to,
    every_seconds: everyMs / 1000,
    late_after_seconds: lateMs / 1000,
    prove_every_seconds: proofPace.everyMs / 1000,
    keep,
    next_backup_at: secondsOf(nextBackupMs),
    next_proof_at: secondsOf(nextProofMs),
    is_on_database_disk: isOnDatabaseDisk ?? null,
  }
}

function presentLastGood({ backups: { lastGood }, copies }: BackupReport) {
  if (lastGood?.result == null) return null
  const { backup, begunAt, endedAt, bytes } = lastGood.result as unknown as Readonly<
    Record<'backup' | 'begunAt' | 'endedAt', string>
  > & { readonly bytes: number } // written by runBackup
  return {
    backup,
    begun_at: secondsOf(Date.parse(begunAt)),
    ended_at: secondsOf(Date.parse(endedAt)),
    bytes,
    is_there: copies === null ? null : copies.some((copy) => copy.backup === backup && copy.whole !== null),
  }
}

function presentProof({ lastProof }: BackupReport) {
  if (lastProof?.result == null) return null
  const { backup, seconds, isGood } = lastProof.result
  return {
    backup: String(backup),
    ended_at: secondsOf(lastProof.finishedAtMs),
    seconds: Number(seconds),
    is_good: isGood === true,
    checks: checksOf(lastProof.result).map(({ check, isHeld, detail }) => ({
      check: check as BackupCheckName, // written by runProof
      title: backupChecks[check as BackupCheckName],
      is_held: isHeld,
      detail,
    })),
  }
}

function presentLog({ log }: BackupReport) {
  if (log === undefined) return null
  const { untilMs, waitingSinceMs, waitingBytes, isWhole } = log
  return {
    until: secondsOf(untilMs),
    waiting_since: secondsOf(waitingSinceMs),
    waiting_bytes: waitingBytes,
    is_whole: isWhole,
  }
}

const words: Readonly<Record<string, 'backup' | 'proof'>> = {
  'backups.take': 'backup',
  'backups.prove': 'proof',
}

function presentWork({ id, kind, state, startedAtMs, done, total }: BackupReport['open'][number]) {
  return {
    job_id: id,
    what: words[kind] ?? 'backup',
    state: state === 'running' ? ('running' as const) : ('waiting' as const),
    started_at: secondsOf(startedAtMs),
    done_bytes: done,
    total_bytes: total,
  }
}

function presentFailures({ backups, proofs }: BackupReport) {
  return [...backups.failed, ...proofs.failed]
    .sort((a, b) => b.finishedAtMs - a.finishedAtMs)
    .slice(0, 10)
    .map(({ id, kind, finishedAtMs, error, result }) => ({
      job_id: id,
      what: words[kind] ?? 'backup',
      failed_at: secondsOf(finishedAtMs),
      error: error ?? checksOf(result).find(({ isHeld }) => isHeld === false)?.detail ?? 'Nobody knows why.',
    }))
}

function presentCopy({ backup, begunAtMs, whole, isProved }: NonNullable<BackupReport['copies']>[number]) {
  return {
    backup,
    begun_at: secondsOf(begunAtMs),
    ended_at: secondsOf(whole?.endedAtMs ?? null),
    bytes: whole?.bytes ?? null,
    version: whole?.version ?? null,
    proof: isProved === null ? null : isProved ? ('held' as const) : ('failed' as const),
  }
}
