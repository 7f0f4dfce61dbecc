import assert from 'node:assert/strict'
import type { Said, Word } from './expected-answer.ts'

/** A change of a conversion as the publisher reads it back. */
export interface Change {
  readonly version: number
  readonly status: Word
  readonly previous_status: Word | null
  readonly payout: number
  readonly reason: string | null
  readonly source: string
}

/** A conversion as `GET /api/v1/conversions/{id}` shows it. */
export interface Shown extends Pick<Change, 'version' | 'status' | 'payout' | 'reason'> {
  readonly conversion_id: string
  readonly is_test: boolean
  readonly history: readonly Change[]
}

/** A conversion as the judge knows it by what was acknowledged. */
export interface Known {
  readonly id: string
  readonly isTest: boolean
  readonly offer: number
  readonly user: string
  readonly goal: string
  /** The transaction of the first report. */
  readonly txn: string
  /** All that were reported of it. */
  readonly txns: Set<string>
  readonly click: string
  /** The publisher's payout in micros: by the report, and by the offer alone, as of a claim that a person confirms. */
  readonly earned: number
  readonly listed: number
  said: Said
  /** Whether what it is now follows from the contract alone. */
  isExact: boolean
  isConfirmed: boolean
  shown: Shown | undefined
}

/** The steps after which a conversion may newly be paid. */
const payingSteps: ReadonlySet<string> = new Set(['report', 'confirm'])

/** Holds one conversion to what must be true after any step; `step` says what was done to it. */
export function holdToHistory(
  known: Known,
  shown: Shown,
  step: { readonly kind: string; readonly mayChange: boolean },
): void {
  const { history } = shown
  const before = known.shown
  const about = `conversion ${known.id}`
  assert.deepEqual(
    history.map(({ version }) => version),
    history.map((_, at) => at + 1),
    `${about}: versions`,
  )
  const last = history.at(-1)
  assert.ok(last, about)
  assert.deepEqual(
    [last.status, last.payout, last.version],
    [shown.status, shown.payout, shown.version],
    about,
  )
  for (const [at, change] of history.entries())
    assert.equal(change.previous_status, history[at - 1]?.status ?? null, `${about}: previous status`)
  if (before !== undefined) {
    assert.deepEqual(
      history.slice(0, before.history.length),
      before.history,
      `${about}: its history was changed`,
    )
    if (!step.mayChange) assert.equal(shown.version, before.version, `${about}: ${step.kind} changed it`)
    assert.ok(shown.version <= before.version + 1, `${about}: one step, several changes`)
  }
  const isNewlyPaid = shown.status === 'approved' && before?.status !== 'approved'
  if (isNewlyPaid) assert.ok(payingSteps.has(step.kind), `${about}: paid by ${step.kind}`)
  if (known.said === 'reversed') assert.notEqual(shown.status, 'approved', `${about}: paid after its end`)
  known.shown = shown
}

/** No transaction and, where an offer is paid once, no user is paid twice but by a person. */
export function holdToOnce(all: Iterable<Known>, isRepeatable: (offer: number) => boolean): void {
  const paid = new Set<string>()
  for (const { shown, isTest, offer, goal, txns, user, isConfirmed } of all) {
    if (shown?.status !== 'approved') continue
    const about = `${isTest} ${offer} ${goal}`
    const keys = isConfirmed || isRepeatable(offer) ? [] : [`user ${user}`]
    for (const key of [...keys, ...[...txns].map((txn) => `transaction ${txn}`)]) {
      assert.equal(paid.has(`${about} ${key}`), false, `${key} of offer ${offer} is paid twice`)
      paid.add(`${about} ${key}`)
    }
  }
}
