import type { RunJob } from './run-job.ts'
import { runBackup, runProof } from '../backups/backup-jobs.ts'
import { runImport } from '../catalogue/import-file/run-import.ts'
import { replayFailed } from '../callbacks/replay-failed.ts'
import { replayAll } from '../postbacks/replay-all.ts'
import { checkLedger } from '../ledger/check-ledger.ts'
import { repairLedger } from '../ledger/repair-ledger.ts'
import { refitWeights } from '../risk/refit-weights.ts'
import { eraseAgain } from '../users/erase-again.ts'
import { checkStats } from '../stats/check-stats.ts'
import { rebuildStats } from '../stats/rebuild-stats.ts'

/** All kinds of long work, by the name that a job is stored with. */
const jobKinds = {
  'stats.rebuild': async (ports, { about, actor }) => ({
    done: 1,
    result: await rebuildStats({ ...ports, actor }, { fromMs: Number(about['from']) * 1000 }),
  }),
  'offers.import': runImport,
  'postbacks.replay': replayAll,
  'callbacks.replay': replayFailed,
  'stats.check': async (ports) => ({ done: 1, result: await checkStats(ports, {}) }),
  'ledger.check': async (ports) => ({ done: 1, result: await checkLedger(ports) }),
  'risk.refit': async (ports, { actor }) => ({
    done: 1,
    result: {
      ...(await refitWeights({ ...ports, learn: ports.learnWeights }, { actor, mayActivate: false })),
    },
  }),
  'users.erase_again': eraseAgain,
  'backups.take': runBackup,
  'backups.prove': runProof,
  'ledger.repair': async (ports, { actor }) => ({ done: 1, result: await repairLedger(ports, { actor }) }),
} as const satisfies Readonly<Record<string, RunJob>>

/** Kinds that take hours: they are worked on beside the others, which would wait for them. */
export const backupKinds = ['backups.take', 'backups.prove'] as const satisfies readonly JobKindName[]

export type JobKindName = keyof typeof jobKinds

export function findJobKind(name: string): RunJob | undefined {
  return Object.hasOwn(jobKinds, name) ? jobKinds[name as JobKindName] : undefined // one of its own keys
}
