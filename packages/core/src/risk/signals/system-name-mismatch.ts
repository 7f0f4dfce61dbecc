import type { Evidence } from '../evidence.ts'
import { systemsOfWord } from '../fingerprint/operating-system.ts'
import type { Signal } from '../signal.ts'
import { describeMismatch, mismatchShare, type SystemFit } from '../fingerprint/system-fit.ts'

/**
 * The client hint, the system that the collector named and the page's own User-Agent are one sign: all are read
 * from the same place. A library that sends no hint sends its User-Agent.
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

function fitsOf({ hintedSystem, system, systems }: Evidence): readonly SystemFit[] {
  const other = systems.length > 1 ? systemsOfWord(systems[0]) : undefined
  return [systemsOfWord(hintedSystem), systemsOfWord(system), other]
}
