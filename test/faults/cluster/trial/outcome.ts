import type { Verdict } from '../../support/journal.ts'
import { type CallerKind, callerKinds, type Clients } from './clients.ts'
import type { Failure } from './failure.ts'

/** Writes are back within this. */
export const backMaxSec = 12

/** The outcome of one failure; a line of the trial's file. */
export interface Outcome {
  readonly name: string
  readonly title: string
  readonly clicks: number
  readonly postbacks: number
  readonly lost: number
  readonly doubled: number
  readonly ledgerFaults: number
  /** The longest time in which nobody of a kind was served. */
  readonly gapsSec: Readonly<Record<CallerKind, number>>
  /** Refusals by kind and status. */
  readonly refused: Readonly<Record<CallerKind, Readonly<Record<string, number>>>>
  /** From when it was healed until a network was served, where it had to be healed. */
  readonly backAfterHealSec: number | null
  readonly note: string | null
  /** One sentence each; empty when all held. */
  readonly broken: readonly string[]
  /** Why it could not be made here. */
  readonly skipped: string | null
}

const rounded = (seconds: number): number => Math.round(seconds * 10) / 10

/** The outcome of a failure that was not made, for a reason of this machine, or because something went wrong before. */
export function emptyOutcome(
  { name, title }: Failure,
  why: { readonly skipped: string } | { readonly broken: string },
): Outcome {
  const of = <T>(value: T): Record<CallerKind, T> =>
    Object.fromEntries(callerKinds.map((kind) => [kind, value])) as Record<CallerKind, T> // one for each
  const counts = { clicks: 0, postbacks: 0, lost: 0, doubled: 0, ledgerFaults: 0 }
  const none = { gapsSec: of(0), refused: of({}), backAfterHealSec: null, note: null }
  const skipped = 'skipped' in why ? why.skipped : null
  return { name, title, ...counts, ...none, broken: 'broken' in why ? [why.broken] : [], skipped }
}

export interface Observed {
  readonly failure: Failure
  readonly verdict: Verdict
  readonly tallies: Clients['tallies']
  /** From when the failure was made until its healing began. */
  readonly lastedSec: number
  readonly backAfterHealSec: number
  readonly note: string | null
  /** Steps that failed or took too long. */
  readonly faults: readonly string[]
}

export function judge(observed: Observed): Outcome {
  const { failure, verdict, tallies, lastedSec, backAfterHealSec, faults, note } = observed
  const { name, title, back } = failure
  const of = <T>(read: (kind: CallerKind) => T): Record<CallerKind, T> =>
    Object.fromEntries(callerKinds.map((kind) => [kind, read(kind)])) as Record<CallerKind, T> // one for each
  const outcome = {
    name,
    title,
    clicks: verdict.clicks,
    postbacks: verdict.postbacks,
    lost: verdict.lostClicks + verdict.lostPostbacks,
    doubled: verdict.doubles,
    ledgerFaults: verdict.ledgerFaults,
    gapsSec: of((kind) => rounded(tallies[kind].longestGapSec())),
    refused: of((kind) => Object.fromEntries(tallies[kind].refused)),
    backAfterHealSec: back === 'when healed' ? rounded(Math.max(0, backAfterHealSec)) : null,
    note,
    skipped: null,
  }
  return { ...outcome, broken: [...faults, ...rules.flatMap((rule) => rule(outcome, failure, lastedSec))] }
}

type Rule = (outcome: Omit<Outcome, 'broken'>, failure: Failure, lastedSec: number) => readonly string[]

/** A report that is under way when the failure is made may still be acknowledged. */
const underWaySec = 1

const unless = (holds: boolean, sentence: string): readonly string[] => (holds ? [] : [sentence])

const rules: readonly Rule[] = [
  ({ lost }) => unless(lost === 0, `${lost} acknowledged and lost`),
  ({ doubled }) => unless(doubled === 0, `${doubled} doubled`),
  ({ ledgerFaults }) => unless(ledgerFaults === 0, `${ledgerFaults} wrongly booked`),
  ({ clicks, postbacks }) => unless(clicks > 0 && postbacks > 0, 'nothing was acknowledged'),
  ({ refused }, { refusesVisitors = false }) =>
    unless(
      refusesVisitors || Object.keys(refused.visitors).length === 0,
      `visitors were refused: ${JSON.stringify(refused.visitors)}`,
    ),
  ({ gapsSec }, { stopsNetworks = false }, lastedSec) =>
    unless(
      !stopsNetworks || gapsSec.networks >= lastedSec - underWaySec,
      `networks were acknowledged without a standby: none was for ${gapsSec.networks} s of ${rounded(lastedSec)} s`,
    ),
  ({ gapsSec, backAfterHealSec }) => {
    const seconds = backAfterHealSec ?? gapsSec.networks
    return unless(seconds <= backMaxSec, `networks were served again after ${seconds} s`)
  },
]
