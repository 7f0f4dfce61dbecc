import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { dataPathsIn } from '@quoin/embedded-postgres/data-paths.ts'
import { runCommandBeside } from '../adapters/command-beside.ts'
import type { Variables } from '../boot/shared-settings.ts'
import type { Backups, BackupVerdict, MadeBackup } from '../ports/backups.ts'
import type { Settings } from '../settings/config.ts'
import { backupsIn } from './backup-folder.ts'
import { listCopies } from './kept-backups.ts'

/**
 * The backups that the settings ask for; undefined where none are. Each is made by the command in a process of its own: a
 * server that answers thousands of clicks shares neither its memory nor its loop with it.
 */
export function openScheduledBackups(settings: Settings, environment: Variables): Backups | undefined {
  const { backupTo, backupEvery, backupKeep, backupMaxRate, dataDir } = settings
  if (backupTo === null) return undefined
  const folder = resolve(backupTo)
  return {
    to: folder,
    everyMs: backupEvery,
    keep: backupKeep.rule,
    async make(work) {
      const words = ['backup', 'take', folder, '--keep', backupKeep.text, '--max-rate', String(backupMaxRate)]
      return parse<MadeBackup>(await runCommandBeside(words, { ...work, environment }))
    },
    async prove(work) {
      const words = ['backup', 'verify', folder, '--work', folder]
      return parse<BackupVerdict>(await runCommandBeside(words, { ...work, environment, isVerdict: true }))
    },
    list: async () => await listCopies(backupsIn(folder)),
    async isOnDatabaseDisk() {
      try {
        const [kept, data] = await Promise.all([stat(folder), stat(dataPathsIn(dataDir).cluster)])
        return kept.dev === data.dev
      } catch {
        return undefined
      }
    },
  }
}

function parse<Result>(json: string): Result {
  return JSON.parse(json) as Result // printed by the command of the same version
}
