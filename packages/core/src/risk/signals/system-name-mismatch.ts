import type { Evidence } from '../evidence.ts'
import { systemsOfWord } from '../fingerprint/operating-system.ts'
import type { Signal } from '../signal.ts'
import { describeMismatch, mismatchShare, type SystemFit } from '../fingerprint/system-fit.ts'

/**
 * The client hint and the system that the collector named are one sign: both are read from the same place.
 */
export const systemNameMismatch: Signal = {
  name: 'system_name_mismatch',
  group: 'inconsistency',
  read: (evidence) => mismatchShare(evidence.systems, ...fitsOf(evidence)),
  describe(evidence) {
    const wrong = fitsOf(evidence).find((fit) => mismatchShare(evidence.systems, fit) === 1)
    return describeMismatch(evidence.systems, 'the name', wrong)
  },
}

function fitsOf({ hintedSystem, system }: Evidence): readonly SystemFit[] {
  return [systemsOfWord(hintedSystem), systemsOfWord(system)]
}
