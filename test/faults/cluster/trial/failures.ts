import { databaseFailures } from './database-failures.ts'
import { diskFailures } from './disk-failures.ts'
import type { Failure } from './failure.ts'
import { linkFailures } from './link-failures.ts'
import { quoinFailures } from './quoin-failures.ts'
import { restoreFailure } from './restore-failure.ts'
import { upgradeFailure } from './upgrade-failure.ts'

/** In the order in which they are made: a restore ends what was before. */
export function listFailures(against: string | undefined): readonly Failure[] {
  return [
    ...databaseFailures,
    ...linkFailures,
    ...diskFailures,
    ...quoinFailures,
    upgradeFailure(against),
    restoreFailure(),
  ]
}
