import assert from 'node:assert/strict'

export interface CaseCount<Name extends string> {
  /** Which of the cases this run was; a run may be several, or none. */
  note(cases: Readonly<Record<Name, boolean>>): void
  /** Fails where a case was rarer than its share: the property has hardly been asked about it. */
  assertOften(): void
}

/**
 * Counts the runs of a property that say something: `countCases({ 'was paid': 0.2 })` wants one in five to be paid. A
 * property that passes because its generator makes nothing of interest passes for nothing.
 */
export function countCases<Name extends string>(shares: Readonly<Record<Name, number>>): CaseCount<Name> {
  const names = Object.keys(shares) as Name[] // the keys of a record of names
  const counts = new Map<Name, number>(names.map((name) => [name, 0]))
  let runs = 0
  return {
    note(cases) {
      runs += 1
      for (const name of names) if (cases[name]) counts.set(name, (counts.get(name) ?? 0) + 1)
    },
    assertOften() {
      for (const name of names) {
        const count = counts.get(name) ?? 0
        assert.ok(count > 0 && count >= runs * shares[name], `“${name}” in ${count} of ${runs} runs`)
      }
    },
  }
}
