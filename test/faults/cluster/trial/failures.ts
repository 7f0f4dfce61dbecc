import { databaseFailures } from './database-failures.ts'
import { diskFailures } from './disk-failures.ts'
import type { Failure } from './failure.ts'
import { linkFailures } from './link-failures.ts'
import { quoinFailures } from './quoin-failures.ts'

/** In the order in which they are made. */
export const failures: readonly Failure[] = [
  ...databaseFailures,
  ...linkFailures,
  ...diskFailures,
  ...quoinFailures,
]
