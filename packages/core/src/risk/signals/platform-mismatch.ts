import { systemsOfPlatform } from '../fingerprint/operating-system.ts'
import type { Signal } from '../signal.ts'
import { describeMismatch, mismatchShare } from '../fingerprint/system-fit.ts'

/** Changing the User-Agent is easy; many forget navigator.platform. */
export const platformMismatch: Signal = {
  name: 'platform_mismatch',
  group: 'inconsistency',
  read: ({ systems, platform }) => mismatchShare(systems, systemsOfPlatform(platform)),
  describe: ({ systems, platform }) =>
    describeMismatch(systems, 'a navigator.platform', systemsOfPlatform(platform)),
}
