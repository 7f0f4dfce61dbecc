import type { TargetingFilter } from '../filter.ts'
import { country } from './country.ts'
import { platform } from './platform.ts'
import { price } from './price.ts'
import { schedule } from './schedule.ts'
import { status } from './status.ts'
import { testMode } from './test-mode.ts'

/** Every targeting rule, in the order in which an explanation names them. */
export const targetingFilters: readonly TargetingFilter[] = [
  status,
  schedule,
  testMode,
  country,
  platform,
  price,
]
