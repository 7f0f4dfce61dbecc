import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { findArchive } from '@quoin/embedded-postgres/embedded-postgres.ts'
import { readSegmentName } from '@quoin/embedded-postgres/log-segments.ts'
import { dataPathsIn } from '@quoin/embedded-postgres/data-paths.ts'
import { runCommandBeside } from '../adapters/command-beside.ts'
import type { Variables } from '../boot/shared-settings.ts'
import type { Backups, BackupVerdict, LogState, MadeBackup } from '../ports/backups.ts'
import type { Ports } from '../ports/ports.ts'
import type { Settings } from '../settings/config.ts'
import type { BackupRepository } from './backup-repository.ts'
import { type BaseRecord, type FoundBackup, findRecord, listNewestFirst } from './backup-record.ts'
import { keepErasures } from './kept-erasures.ts'
import { keepToldIds } from './kept-told-ids.ts'
import { findPiece, listLog, signerOf } from './kept-log.ts'
import { endOf, hasGap } from './log-of-backup.ts'
import { giveUpLog, measureWaiting, nothingWaits, shipLog } from './ship-log.ts'
import { listCopies } from './kept-backups.ts'
import { watchRepository } from './open-repository.ts'

interface ScheduleNeeds extends Pick<Ports, 'keyring' | 'clock' | 'log'> {
  readonly environment: Variables
}

/**
 * The backups that the settings ask for; undefined where none are. Each is made by the command in a process of its own: a
 * server that answers thousands of clicks shares neither its memory nor its loop with it.
 */
export async function openScheduledBackups(
  settings: Settings,
  { environment, keyring, clock, log }: ScheduleNeeds,
): Promise<Backups | undefined> {
  const { backupTo, backupEvery, backupKeep, backupMaxRate, backupLogMaxMb, dataDir } = settings
  if (backupTo === null) return undefined
  const { repository, now, folder, noteChange } = await watchRepository(backupTo, settings)
  const to = repository.name
  const sign = signerOf(keyring)
  return {
    to,
    everyMs: backupEvery,
    async make(work) {
      const keeping = work.mayRemove ? ['--keep', backupKeep.text] : []
      const words = ['backup', 'take', to, '--max-rate', String(backupMaxRate), ...keeping]
      const printed = await runCommandBeside(words, { ...work, environment }).finally(noteChange)
      return parse<MadeBackup>(printed)
    },
    async prove(work) {
      const words = ['backup', 'verify', to, '--work', folder ?? resolve(dataDir)]
      const options = { ...work, environment, isVerdict: true }
      return parse<BackupVerdict>(await runCommandBeside(words, options).finally(noteChange))
    },
    async shipLog() {
      const archive = await findArchive(dataDir)
      if (archive === undefined || (await measureWaiting(archive)).waitingSinceMs === null) return
      try {
        // A disk that is not mounted is an empty folder.
        if ((await repository.list()).length === 0) throw new Error(`There is no backup in ${to}`)
        await shipLog({ archive, repository, sign })
      } finally {
        if (await giveUpLog(archive, backupLogMaxMb * megabyte))
          log.warn({}, 'the log that waited for the backups was given up: it has a gap, and a backup is due')
      }
    },
    async keepErasures(erasures) {
      if ((await repository.list()).length > 0) await keepErasures(repository, erasures, sign)
    },
    async keepToldIds(told) {
      const isThere = (await repository.list()).length > 0
      if (isThere) await keepToldIds(repository, told, sign)
      return isThere
    },
    async logState(written) {
      const archive = await findArchive(dataDir)
      const waiting = archive === undefined ? nothingWaits : await measureWaiting(archive)
      return { ...waiting, ...(await logThere(repository, { ...written, nowMs: clock.nowMs() })) }
    },
    async isThere(backup) {
      try {
        // One that was just made is not remembered: its absence is looked at anew.
        return ((await findRecord(repository, backup)) ?? (await findRecord(now, backup))) !== undefined
      } catch {
        return undefined
      }
    },
    list: async () => await listCopies(repository),
    async isOnDatabaseDisk() {
      if (folder === undefined) return false
      try {
        const [kept, data] = await Promise.all([stat(folder), stat(dataPathsIn(dataDir).cluster)])
        return kept.dev === data.dev
      } catch {
        return undefined
      }
    },
  }
}

const megabyte = 1024 * 1024

interface LogWanted {
  readonly cluster: string | null
  readonly timeline: number | null
  readonly nowMs: number
}

async function logThere(
  repository: BackupRepository,
  wanted: LogWanted,
): Promise<Pick<LogState, 'untilMs' | 'isWhole'>> {
  try {
    const backup = await findLastOf(repository, wanted)
    const all = await listLog(repository, backup === undefined ? '' : endOf(backup))
    const kept = all.filter(({ name }) => readSegmentName(name)?.timeline === wanted.timeline)
    const last = kept.at(-1)
    const untilMs = last === undefined ? null : ((await findPiece(repository, last))?.atMs ?? null)
    return { untilMs, isWhole: backup === undefined ? kept.length === 0 : !hasGap(backup, kept) }
  } catch {
    return { untilMs: null, isWhole: null }
  }
}

/** The newest whole backup of a cluster's timeline. */
async function findLastOf(
  repository: BackupRepository,
  { cluster, timeline, nowMs }: LogWanted,
): Promise<FoundBackup<BaseRecord> | undefined> {
  for (const name of await listNewestFirst(repository, nowMs)) {
    const record = await findRecord(repository, name).catch(() => undefined)
    const isOfIt = record?.kind === 'base' && record.cluster === cluster && record.timeline === timeline
    if (isOfIt) return { name, record }
  }
  return undefined
}

function parse<Result>(json: string): Result {
  return JSON.parse(json) as Result // printed by the command of the same version
}
