import { matchesGlob } from 'node:path'

/** They ask of the whole system at length what the others ask of its parts: CI runs both. */
const slow: readonly string[] = [
  'test/faults/*.test.ts',
  'test/faults/cluster/cluster.test.ts',
  'test/browser/!(frame).test.ts',
  'test/journeys/{demo-month,older-data,operator-life,processes-agree,start-and-stop,workers}.test.ts',
  'packages/embedded-postgres/src/*.test.ts',
  'test/{answer-types,backup-erasures,backup-log,backup-schedule,backups,backups-to-s3,clients,collectors,logical-copies,publisher-pages,readme,sdk-packed,sdk-projects,sources-page,start-files,upgrade-database}.test.ts',
  'test/support/database.test.ts',
  'packages/server/src/features/demo/month/fill-month.test.ts',
  'test/receivers/receivers.test.ts',
  'test/deploy/*.test.ts',
  'test/installs/{container,production}.test.ts',
]

/** The longest first, so that none of them runs alone in the end. */
export const longest: readonly string[] = [
  'test/installs/production.test.ts',
  'test/faults/{clocks,kills,callbacks,money,processes,starts}.test.ts',
  'test/journeys/start-and-stop.test.ts',
  'test/{readme,matrix,upgrade-database,backups-to-s3,backups,logical-copies,backup-log,backup-erasures}.test.ts',
  'test/faults/*.test.ts',
  'test/browser/*.test.ts',
  'packages/embedded-postgres/src/*.test.ts',
  'packages/server/src/{features/demo/month/fill-month,http/raw/slow-senders}.test.ts',
  'packages/server/src/{features/stats/roll-up-stats,planes/publisher/users/erase-user}.test.ts',
  'packages/server/src/adapters/offer-files/offer-files.test.ts',
  'packages/server/src/jobs/send-callbacks*.test.ts',
  'packages/server/src/**/*naughty*.test.ts',
  'packages/server/src/http/raw/*.test.ts',
  'test/**/*.test.ts',
]

export const isSlow = (file: string): boolean => slow.some((pattern) => matchesGlob(file, pattern))
